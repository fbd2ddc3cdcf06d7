import { expect } from '@open-wc/testing';
import { field, focused, launcher, named, open, root, Site, type, until, windowOf } from './site.ts';

describe('text that the visitor has selected in the page', () => {
  let site: Site;
  const article = document.createElement('p');
  beforeEach(() => {
    site = new Site();
    article.textContent = 'A shelf of oak carries forty kilograms.';
    document.body.append(article);
  });
  afterEach(() => {
    getSelection()!.removeAllRanges();
    article.remove();
    site.leave();
  });

  const sent = (): string => (site.network.asked().at(-1)!.body as { message: string }).message;
  const select = (start: number, end: number): void => {
    const text = article.firstChild!;
    getSelection()!.setBaseAndExtent(text, start, text, end);
  };
  const line = (chat: HTMLElement): string | undefined =>
    [...chat.shadowRoot!.querySelectorAll('[part=page-context]')]
      .map(shown => shown.textContent!.trim())
      .find(text => text.includes('selection'));

  it('is shown if the page asks for it, and sent with the next question, once', async () => {
    const chat = await site.place(element => element.setAttribute('page-context', 'selection'));
    await open(chat);
    field(chat)!.blur();
    select(2, 14);
    await until(() => line(chat)?.includes('“shelf of oak”'), 'the selected text over the log');
    field(chat)!.focus();
    type(chat, 'How much is it?');
    named(chat, 'Send message')!.click();
    await until(() => site.network.asked().length === 1);
    expect(sent()).to.match(/^How much is it\?\n\n> shelf of oak\n\n/);
    await until(() => line(chat) === undefined, 'nothing more to be sent along');
    await until(() => named(chat, 'Send message'), 'the end of the answer');
    await chat.sendMessage('And two?');
    expect(sent()).to.equal('And two?');
  });

  it('does not include a selection in the chat itself', async () => {
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    await open(chat);
    await until(() => root(chat).querySelector('[part=page-context]'));
    field(chat)!.blur();
    getSelection()!.selectAllChildren(root(chat).querySelector('[part=heading]')!);
    chat.pageContext = 'selection';
    await chat.updateComplete;
    expect(line(chat)).to.equal(undefined);
    select(2, 14);
    await until(() => line(chat)?.includes('“shelf of oak”'), 'the selected text of the page');
  });

  it('stays while the visitor writes, and follows the page’s selection', async () => {
    const chat = await site.place(element => {
      element.pageContext = 'selection';
    });
    select(2, 7);
    launcher(chat).dispatchEvent(new PointerEvent('pointerenter'));
    await until(() => line(chat)?.includes('“shelf”'), 'what was selected before the chat was there');
    await open(chat);
    field(chat)!.focus();
    getSelection()!.removeAllRanges();
    type(chat, 'How');
    await chat.updateComplete;
    expect(line(chat)).to.contain('“shelf”');
    field(chat)!.blur();
    select(11, 14);
    await until(() => line(chat)?.includes('“oak”'), 'the other words');
    getSelection()!.removeAllRanges();
    await until(() => line(chat) === undefined, 'nothing');
  });

  it('is left out with one press', async () => {
    const chat = await site.place(element => {
      element.pageContext = 'selection';
    });
    await open(chat);
    field(chat)!.blur();
    select(2, 14);
    await until(() => line(chat));
    named(chat, 'Don’t include the selection')!.click();
    await until(() => line(chat) === undefined);
    await until(() => focused() === field(chat), 'the cursor in the message field');
    await chat.sendMessage('How much?');
    expect(sent()).to.not.contain('oak');
  });

  it('is not read if the page only shares its address, nor from form fields', async () => {
    const chat = await site.place(element => {
      element.pageContext = true;
    });
    await open(chat);
    field(chat)!.blur();
    select(2, 14);
    await until(() => root(chat).querySelector('[part=page-context]'));
    expect(line(chat)).to.equal(undefined);
    chat.pageContext = 'selection';
    await until(() => line(chat));
    const own = document.createElement('textarea');
    article.append(own);
    own.value = 'secret';
    field(chat)!.blur();
    own.select();
    own.focus();
    document.dispatchEvent(new Event('selectionchange'));
    await until(() => line(chat) === undefined);
  });

  it('is shortened to what fits into a message', async () => {
    article.textContent = 'oak '.repeat(1000);
    const chat = await site.place(element => {
      element.pageContext = 'selection';
    });
    await open(chat);
    field(chat)!.blur();
    select(0, 4000);
    await until(() => line(chat)?.includes('…'));
    const middle = (button: HTMLElement) => {
      const { left, width } = button.getBoundingClientRect();
      return Math.round(left + width / 2);
    };
    const leaveOut = named(chat, 'Don’t include the selection')!;
    expect(middle(leaveOut), 'below what closes the window').to.equal(middle(named(chat, 'Close chat')!));
    expect(windowOf(chat)!.scrollWidth).to.equal(windowOf(chat)!.clientWidth);
    await chat.sendMessage('x'.repeat(1900));
    expect([...sent()].length).to.be.at.most(2000);
    expect(sent()).to.contain('> oak oak');
    expect(sent()).to.match(/…$/);
  });
});
