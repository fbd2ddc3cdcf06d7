/** What a page has of the chat comes in files of its own in the built bundle: fetched, and at work with the others. */
import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { LANGUAGES, loadStrings } from '../../../src/locales/languages.ts';
import { refusal } from '../../fakes/chat-fetch.ts';
import { allByRole, nameOf } from '../by-role.ts';
import { pointAt } from '../pointer.ts';
import {
  field,
  focused,
  happened,
  isShown,
  named,
  open,
  press,
  root,
  says,
  until,
  Visit,
  windowOf,
} from './built.ts';

const RESIZE = 'Resize: arrow keys. Move: Shift + arrow keys.';

describe('a page with the built script', () => {
  let visit: Visit;
  beforeEach(() => {
    visit = new Visit();
  });
  afterEach(() => visit.end());

  const box = (chat: AgentChat): { x: number; width: number } => {
    const { x, width } = windowOf(chat)!.getBoundingClientRect();
    return { x: Math.round(x), width: Math.round(width) };
  };

  it('calls the widget’s methods', async () => {
    const chat = await visit.start([says('One.'), refusal(400, 'invalid_message'), says('Three.')]);
    const opened = happened(chat, 'agent-chat-open');
    chat.toggle();
    expect((await opened).detail.reason).to.equal('page');
    await chat.sendMessage('First');
    await chat.sendMessage('Second').catch(() => {});
    await chat.retry();
    await until(() => visit.texts.includes('Three.'), 'the second try');
    await chat.newConversation();
    expect(chat.messages).to.deep.equal([]);
    await chat.focusComposer();
    expect(focused()).to.equal(field(chat));
  });

  it('has buttons that open and close the chat, or send a question', async () => {
    const chat = await visit.start([says('One.')]);
    chat.id = 'support';
    const button = (attributes: Record<string, string>): HTMLElement => {
      const added = document.createElement('button');
      for (const [name, value] of Object.entries(attributes)) added.setAttribute(name, value);
      visit.site.box.append(added);
      return added;
    };
    for (const toggle of [
      button({ 'data-agent-chat': 'toggle' }),
      button({ command: '--toggle', commandfor: 'support' }),
    ]) {
      toggle.click();
      await until(() => isShown(chat), 'the window open');
      toggle.click();
      await until(() => !isShown(chat), 'the window closed');
    }
    button({ 'data-agent-chat': 'open', 'data-agent-chat-text': 'How much?' }).click();
    await until(() => visit.texts[0] === 'How much?', 'the question');
  });

  it('runs calls that were made before the script was loaded', async () => {
    let replies = 0;
    const q: [string, ...unknown[]][] = [
      ['on', 'agent-chat-reply', () => replies++],
      ['set', { heading: 'Ask the gardener' }],
      ['sendMessage', 'Hello?'],
    ];
    Object.assign(window, { agentChat: Object.assign(() => {}, { q }) });
    try {
      const chat = await visit.start([says('One.')]);
      await until(() => replies === 1, 'the answer');
      expect([chat.heading, ...visit.texts]).to.deep.equal(['Ask the gardener', 'Hello?', 'One.']);
    } finally {
      Reflect.deleteProperty(window, 'agentChat');
    }
  });

  it('asks for consent, and shares its address and the selected text', async () => {
    const chat = await visit.start([says('Free.')], {}, element => {
      element.consent = 'required';
      element.pageContext = 'selection';
    });
    const words = document.createElement('p');
    words.textContent = 'A lamp of brass';
    visit.site.box.append(words);
    await chat.show();
    expect(localStorage.length).to.equal(0);
    await visit.click('Agree and start');
    await until(() => root(chat).querySelector('[part=page-context]'), 'the page');
    await until(() => field(chat) && focused() === field(chat), 'the cursor in the message field');
    field(chat)!.blur();
    getSelection()!.selectAllChildren(words);
    await until(() => root(chat).textContent.includes('A lamp of brass'), 'the passage');
    await chat.sendMessage('How much?');
    getSelection()!.removeAllRanges();
    for (const part of ['How much?', '> A lamp of brass', location.pathname])
      expect(visit.asked).to.contain(part);
    await chat.logout();
    await until(() => named(chat, 'Agree and start'), 'the question anew');
    expect(Object.keys(localStorage)).to.deep.equal([]);
  });

  it('shows greetings and the number of unread answers', async () => {
    const chat = await visit.start([says('Hello.')], {
      initialMessages: ['Need **a** hand?'],
      autoOpen: { delay: 0, floating: true },
    });
    await until(() => root(chat).querySelector('[part=greeting]')?.textContent.includes('Need a hand?'));
    expect(allByRole(root(chat), 'region', 'Messages from the chat')).to.have.length(1);
    await visit.click('Dismiss');
    await chat.sendMessage('Hello?');
    await until(() => chat.unread === 1, 'the number');
    await open(chat);
    expect(chat.unread).to.equal(0);
  });

  it('keeps the size and place of the window that the visitor chose', async () => {
    const chat = await visit.start();
    await open(chat);
    // Its box is still growing.
    const { offsetWidth } = windowOf(chat)!;
    await until(() => named(chat, RESIZE), 'the handle');
    press(named(chat, RESIZE)!, 'ArrowLeft');
    await until(() => box(chat).width === offsetWidth + 32, 'the new size');
    const heading = root(chat).querySelector('[part=heading]')!;
    const [left, top] = await pointAt(heading, ({ height }) => [20, height / 2]);
    const { x } = box(chat);
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [left - 40, top] });
    await sendMouse({ type: 'up' });
    await until(() => box(chat).x === x - 40, 'the new place');
    const after = box(chat);
    chat.remove();
    const again = await visit.place();
    await again.show();
    await until(
      () => String(Object.values(box(again))) === String(Object.values(after)),
      'the window as it was',
    );
  });

  it('signs a user in, moves the widget, and switches between inline and floating', async () => {
    const user = { userId: 'ada', userHash: 'f'.repeat(64) };
    const chat = await visit.start([says('Hello.')], {}, element => Object.assign(element, user));
    await open(chat);
    await visit.ask('Hello?');
    expect(visit.sentTo('/session')).to.deep.equal([user]);
    const section = document.createElement('section');
    visit.site.box.append(section);
    chat.mode = 'inline';
    await until(() => named(chat, 'Close chat') === undefined, 'the part of the page');
    section.append(chat);
    await visit.shows('Hello.');
    chat.mode = 'floating';
    await until(() => isShown(chat), 'the window');
    await visit.shows('Hello.');
  });

  it('has the chat in every language, and can override its texts', async function () {
    this.timeout(LANGUAGES.length * 5_000);
    await visit.start();
    visit.chat.remove();
    for (const lang of LANGUAGES) {
      const strings = await loadStrings(lang);
      const chat = await visit.place(element => Object.assign(element, { lang }));
      await chat.show();
      await until(() => field(chat) && nameOf(field(chat)!) === strings.message, lang);
      await until(() => named(chat, strings.moreOptions), lang);
      chat.strings = { moreOptions: 'Even more' };
      await until(() => named(chat, 'Even more'), lang);
      chat.remove();
    }
  });
});
