import { expect } from '@open-wc/testing';
import type { ChatMessage } from '../../../src/client/index.ts';
import { excerptOf } from '../../../src/elements/conversation/menu/answer-excerpt.ts';
import { transcriptWords } from '../../../src/elements/conversation/menu/export-conversation.ts';
import { paperDocument } from '../../../src/elements/conversation/menu/print.ts';
import { en } from '../../../src/locales/en.ts';
import { byRole, nameOf } from '../by-role.ts';
import { LiveAnswer, until, Visitor } from './harness.ts';

describe('the menu below the header', () => {
  let visitor: Visitor;
  let answers: LiveAnswer[];
  const talk = async (n: number, question: string, answer: string): Promise<void> => {
    await visitor.ask(question);
    answers[n]!.token(answer);
    answers[n]!.done();
    await until(() => visitor.conversation.state.turn === undefined);
    await visitor.settled();
  };
  const open = async (): Promise<void> => {
    visitor.button('More options')!.focus();
    visitor.button('More options')!.click();
    await until(() => visitor.root.querySelector('[role=menu]') !== null);
  };
  /** What a press fetches is there, and what it leads to is drawn. */
  const menuCode = async (): Promise<void> => {
    await import('../../../src/elements/conversation/menu/more-menu.ts');
    await visitor.settled();
  };
  beforeEach(async () => {
    answers = [new LiveAnswer(), new LiveAnswer()];
    visitor = new Visitor(answers.map(live => live.answer));
    await talk(0, 'What is *this*?', 'A **shop**.');
  });
  afterEach(() => visitor.remove());

  it('opens on its first item, moves with the arrow keys and closes on Escape', async () => {
    await open();
    const items = [...visitor.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
    expect(visitor.root.activeElement).to.equal(items[0]);
    visitor.press('ArrowUp');
    expect(visitor.root.activeElement).to.equal(items.at(-1));
    visitor.press('ArrowDown');
    expect(visitor.root.activeElement).to.equal(items[0]);
    expect(visitor.press('Escape').defaultPrevented).to.equal(true);
    await visitor.settled();
    expect(visitor.root.querySelector('[role=menu]')).to.equal(null);
    expect(visitor.root.activeElement).to.equal(visitor.button('More options'));
  });

  it('stays within the log, also in a low and narrow window with long words', async () => {
    Object.assign(visitor.frame.style, { inlineSize: '300px', blockSize: '220px' });
    visitor.element.strings = { ...en, downloadMarkdown: `${en.downloadMarkdown} `.repeat(9) };
    await open();
    await visitor.settled();
    const menu = visitor.root.querySelector('[role=menu]')!;
    await until(() => menu.getAnimations().length === 0, 'the menu is unfolded');
    const log = visitor.log.getBoundingClientRect();
    const { top, left, right, bottom } = menu.getBoundingClientRect();
    expect(top, 'below its upper edge').to.be.above(log.top);
    expect(bottom).to.be.at.most(log.bottom);
    expect(log.right - right, 'as far from one side as from the other').to.be.closeTo(left - log.left, 1);
  });

  for (const [allowed, words] of [
    [true, 'Copied'],
    [false, 'Couldn’t copy. Select the text and copy it manually.'],
  ] as const) {
    it(`reports whether the conversation was copied, until the visitor moves on: ${words}`, async () => {
      const { clipboard } = navigator;
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: () => (allowed ? Promise.resolve() : Promise.reject(new Error('no'))) },
      });
      await open();
      [...visitor.root.querySelectorAll<HTMLElement>('[role=menuitem]')]
        .find(item => item.textContent === 'Copy conversation')!
        .click();
      const shown = () =>
        [...visitor.root.querySelectorAll('.log-frame > p')].map(({ textContent }) => textContent);
      await until(() => shown().includes(words));
      expect(visitor.status.textContent).to.equal(words);
      expect(visitor.root.activeElement).to.equal(visitor.button('More options'));
      visitor.field.focus();
      await until(() => shown().length === 0);
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    });
  }

  it('closes on Escape while it is still loading, and stays closed', async () => {
    const more = visitor.button('More options')!;
    more.focus();
    more.click();
    expect(visitor.press('Escape').defaultPrevented).to.equal(true);
    await menuCode();
    expect(visitor.root.querySelector('[role=menu]')).to.equal(null);
    expect(visitor.root.activeElement).to.equal(more);
    expect(visitor.press('Escape').defaultPrevented, 'the next one is the window’s').to.equal(false);
    await open();
    visitor.press('Escape');
    await visitor.settled();
    expect(visitor.press('Escape').defaultPrevented, 'the next one is the window’s').to.equal(false);
  });

  it('takes no focus if the visitor moved on before it was loaded', async () => {
    visitor.button('More options')!.focus();
    visitor.button('More options')!.click();
    visitor.field.focus();
    await menuCode();
    expect(visitor.root.activeElement).to.equal(visitor.field);
    expect(visitor.root.querySelector('[role=menu]')).to.equal(null);
    await open();
  });

  it('opens for a press that moves no focus, as in Safari or by speech control', async () => {
    visitor.button('More options')!.click();
    await until(() => visitor.root.querySelector('[role=menu]') !== null);
  });

  it('opens and deletes an earlier conversation', async () => {
    visitor.conversation.startNew();
    await visitor.settled();
    await talk(1, 'Second question', 'Second answer.');
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    const earlier = byRole(visitor.root, 'region', 'Earlier conversations');
    byRole(earlier, 'button', /^What is \*this\*\?/).click();
    await visitor.settled();
    expect(visitor.articles[0]!.textContent).to.contain('What is *this*?');
    expect(visitor.root.querySelector('agent-chat-earlier')).to.equal(null);
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.button('Delete “Second question”') !== undefined);
    visitor.button('Delete “Second question”')!.click();
    await until(() => visitor.button('Cancel') !== undefined);
    visitor.button('Delete “Second question”')!.click();
    await until(() => visitor.button('Delete “Second question”') === undefined);
    expect(visitor.conversation.earlier.map(e => e.title)).to.deep.equal(['What is *this*?']);
  });

  it('shows the first words of the last answer of an earlier conversation, in one line and without Markdown', async () => {
    visitor.conversation.startNew();
    await visitor.settled();
    await talk(
      1,
      'And in a table?',
      `## In short\n\n- **Yes** [1], see [the list](/x): \`a_b\`\n\n${'more words '.repeat(40)}`,
    );
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    const row = byRole(visitor.root, 'button', /^And in a table\?/);
    expect(nameOf(row)).to.match(/^And in a table\? .* In short Yes, see the list: a_b more words/);
    const line = [...row.children].at(-1)!;
    expect(line.clientHeight).to.be.lessThan(1.8 * Number.parseFloat(getComputedStyle(line).fontSize));
    expect(line.scrollWidth, 'the rest is cut').to.be.greaterThan(line.clientWidth);
    expect(visitor.network.asked(), 'nothing is requested for it').to.have.length(2);
  });

  it('lists an earlier conversation without an answer, or that cannot be read, with its question alone', async () => {
    const stored = visitor.conversation.earlier[0]!;
    Object.defineProperty(visitor.conversation, 'earlier', { get: () => [{ ...stored, id: 'gone' }] });
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    const row = byRole(visitor.root, 'button', /^What is \*this\*\?/);
    expect([...row.children].map(({ localName }) => localName)).to.deep.equal(['span', 'time']);
  });

  it('takes the words of an answer out of its Markdown', () => {
    const excerpt = (text: string): string =>
      excerptOf([
        { role: 'user', parts: [{ type: 'text', text: 'A question' }] },
        { role: 'assistant', parts: [{ type: 'text', text }] },
        { role: 'assistant', parts: [] },
      ] as unknown as ChatMessage[]);
    for (const [text, words] of [
      ['Plain words.', 'Plain words.'],
      ['> 1. **Bold** and *kursiv*, ~~old~~', 'Bold and kursiv, old'],
      ['2 * 3 = 6, snake_case and _this_', '2 * 3 = 6, snake_case and this'],
      ['![a map](/m.png) of [Rome](https://rome.example/a_b)', 'a map of Rome'],
      ['In 30 days [1, 2].', 'In 30 days.'],
      ['```js\nlet a;\n```', 'let a;'],
      ['| Size | Fee |\n| --- | ---: |\n| S | 3 |', 'Size Fee S 3'],
      ['***\n\nLine\nLine', 'Line Line'],
      ['\\*not bold\\*', '*not bold*'],
      ['', ''],
      ['طلبك **هنا**', 'طلبك هنا'],
      ['😀'.repeat(200), '😀'.repeat(120)],
    ])
      expect(excerpt(text!), text).to.equal(words);
  });

  it('groups earlier conversations by today, yesterday and the month', async () => {
    const noon = new Date();
    noon.setHours(12, 0, 0, 0);
    const yesterday = new Date(noon);
    yesterday.setDate(noon.getDate() - 1);
    const times = [noon, new Date(noon), yesterday, new Date(2020, 2, 15)].map(Number);
    const earlier = times.map((updatedAt, n) => ({ id: `${n}`, title: `Question ${n}`, updatedAt }));
    Object.defineProperty(visitor.conversation, 'earlier', { get: () => earlier });
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    const groups = Array.from(visitor.root.querySelectorAll('agent-chat-earlier ul'), list => [
      list.previousElementSibling!.textContent,
      list.children.length,
    ]);
    expect(groups).to.deep.equal([
      ['today', 2],
      ['yesterday', 1],
      ['March 2020', 1],
    ]);
    const names = [...visitor.root.querySelectorAll('agent-chat-earlier .name')];
    expect(names.map(name => name.textContent)).to.deep.equal(earlier.map(({ title }) => title));
  });

  it('asks before it deletes a conversation, and keeps the list if the visitor cancels', async () => {
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    const titles = () => visitor.conversation.earlier.map(({ title }) => title);
    const bin = () => visitor.button('Delete “What is *this*?”')!;
    const question = async (): Promise<HTMLElement> => {
      bin().focus();
      bin().click();
      await visitor.settled();
      return byRole(visitor.root, 'group', 'Delete “What is *this*?”');
    };
    const asked = await question();
    expect(visitor.root.activeElement, 'what a second press would do').to.equal(
      byRole(asked, 'button', 'Cancel'),
    );
    expect(byRole(asked, 'button', 'Delete “What is *this*?”').textContent).to.contain('Delete');
    // The second click of a double click.
    visitor.button('Cancel')!.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
    await visitor.settled();
    expect(visitor.button('Cancel')).to.not.equal(undefined);
    visitor.button('Cancel')!.click();
    await visitor.settled();
    expect(visitor.root.activeElement).to.equal(bin());
    await question();
    visitor.press('Escape');
    await visitor.settled();
    expect(visitor.root.activeElement, 'Escape answers the question, and not more').to.equal(bin());
    expect(titles()).to.deep.equal(['What is *this*?']);
  });

  it('leaves nothing focusable behind the list of earlier conversations', async () => {
    const copy = visitor.button('Copy text')!;
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    copy.focus();
    expect(visitor.root.activeElement).not.to.equal(copy);
    visitor.press('Escape');
    await until(() => visitor.root.querySelector('agent-chat-earlier') === null);
    copy.focus();
    expect(visitor.root.activeElement).to.equal(copy);
  });

  it('shows the answer to a question asked below the list of earlier conversations', async () => {
    await open();
    visitor.button('Earlier conversations')!.click();
    await until(() => visitor.root.querySelector('agent-chat-earlier li') !== null);
    visitor.field.focus();
    await visitor.type('Second question');
    visitor.press('Enter');
    await until(() => answers[1]!.asked);
    await visitor.settled();
    expect(visitor.root.querySelector('agent-chat-earlier')).to.equal(null);
    expect(visitor.root.activeElement).to.equal(visitor.field);
  });

  it('downloads the conversation as Markdown and as JSON', async () => {
    const files: { name: string; text: Promise<string> }[] = [];
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = blob => {
      const url = createObjectURL(blob);
      blobs.set(url, blob as Blob);
      return url;
    };
    const save = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      files.push({ name: this.download, text: blobs.get(this.href)!.text() });
    };
    try {
      for (const name of ['Download as Markdown', 'Download as JSON']) {
        await open();
        visitor.button(name)!.click();
        await until(() => visitor.root.querySelector('[role=menu]') === null);
      }
    } finally {
      HTMLAnchorElement.prototype.click = save;
      URL.createObjectURL = createObjectURL;
    }
    expect(files.map(({ name }) => name)).to.deep.equal(['conversation.md', 'conversation.json']);
    expect(await files[0]!.text).to.match(
      /\*\*You\*\* · .*\n\nWhat is \\\*this\\\*\?\n\n.*\n\nA \*\*shop\*\*\.\n$/,
    );
    const json = JSON.parse(await files[1]!.text) as { messages: { parts: unknown[] }[] };
    const { messages } = visitor.conversation.state;
    expect(json.messages.map(m => m.parts)).to.deep.equal(messages.map(m => m.parts));
  });

  it('prints the conversation, formatted, without the page around it', () => {
    const paper = document.implementation.createHTMLDocument();
    paperDocument(paper, visitor.conversation.state, transcriptWords('Shop', en, 'en'), en, 'ltr');
    expect([...paper.querySelectorAll('article > div')].map(text => text.textContent)).to.deep.equal([
      'What is *this*?',
      'A shop.',
    ]);
    expect(paper.querySelector('strong')!.textContent).to.equal('shop');
  });

  it('prints from right to left in such languages, and each question in its own direction', () => {
    const paper = document.implementation.createHTMLDocument();
    paperDocument(paper, visitor.conversation.state, transcriptWords('متجر', en, 'ar'), en, 'rtl');
    expect(paper.documentElement.dir).to.equal('rtl');
    expect(paper.querySelector<HTMLElement>('.as-typed')!.dir).to.equal('auto');
  });
});
