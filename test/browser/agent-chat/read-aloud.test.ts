import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { utterances } from '../../../src/elements/conversation/message/read-aloud.ts';
import { eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { replaceGlobal } from '../../fakes/replace-global.ts';
import { FakeRecognition } from '../../fakes/speech-recognition.ts';
import { FakeSynthesis } from '../../fakes/speech-synthesis.ts';
import { named, open, root, Site, until } from './site.ts';

const ANSWER = `# Returns

You can send **anything** back. Is it a [lamp](https://shop.example)? Then pack it well, please.

| Parcel | Fee |
|---|---|
| up to 2 kg | free |

\`\`\`js
await shop.find(42);
\`\`\`

***

- Print the label`;
const AS_SAID = [
  'Returns',
  'You can send anything back.',
  'Is it a lamp?',
  'Then pack it well, please.',
  'Parcel Fee',
  'up to 2 kg free',
  'Code, js',
  'Print the label',
];

describe('reading aloud', () => {
  let site: Site;
  let chat: AgentChat;
  let voice: FakeSynthesis;
  /** The test runner itself ends at a `pagehide`: it goes to the chat's own listeners only. */
  let transitions: EventTarget;
  let putBack: () => void;

  const place = async (attribute: string | null = '', lang = 'en-GB'): Promise<void> => {
    chat = await site.place(element => {
      if (attribute !== null) element.setAttribute('read-aloud', attribute);
      element.lang = lang;
    });
    await open(chat);
    await chat.sendMessage('May I return it?');
    await until(() => buttons('answer-again').length === 1, 'the row of buttons');
    await until(() => root(chat).querySelectorAll('pre').length > 0, 'the end of the answer');
  };
  const buttons = (action = 'read-aloud'): HTMLButtonElement[] => [
    ...root(chat).querySelectorAll<HTMLButtonElement>(`button[data-action=${action}]`),
  ];
  const button = async (): Promise<HTMLButtonElement> => {
    await until(() => buttons().length > 0, 'the button');
    return buttons().at(-1)!;
  };
  const pressed = (): (string | null)[] => buttons().map(one => one.ariaPressed);
  const start = async (): Promise<void> => {
    (await button()).click();
    await until(() => pressed().at(-1) === 'true', 'the pressed button');
  };
  const stopped = (): Promise<void> => until(() => !pressed().includes('true'), 'the end of the reading');

  beforeEach(() => {
    site = new Site({}, [eventStream(sse([ANSWER], reply(ANSWER)))]);
    voice = new FakeSynthesis();
    transitions = new EventTarget();
    const { addEventListener } = window;
    putBack = replaceGlobal(
      'addEventListener',
      (type: string, ...listener: [EventListener, AddEventListenerOptions?]) =>
        addEventListener.call(type === 'pagehide' ? transitions : window, type, ...listener),
    );
  });
  afterEach(() => {
    site.leave();
    voice.leave();
    putBack();
  });

  it('is offered for answers only, if the page enables it and the browser supports it', async () => {
    await place(null);
    chat.setAttribute('read-aloud', 'false');
    await chat.sendMessage('And now?');
    expect(buttons()).to.deep.equal([]);
    chat.setAttribute('read-aloud', '');
    const back = replaceGlobal('speechSynthesis', undefined);
    await chat.sendMessage('And now?');
    expect(buttons()).to.deep.equal([]);
    back();
    await chat.sendMessage('And now?');
    await until(() => buttons().length > 0);
    for (const one of buttons())
      expect(one.closest('[part~=user-message]'), 'the visitor’s own words').to.equal(null);
  });

  it('speaks the visible text sentence by sentence, and of code only its name', async () => {
    await place();
    await start();
    expect(voice.given.map(({ text }) => text)).to.deep.equal(AS_SAID);
    expect(new Set(voice.given.map(({ lang }) => lang))).to.deep.equal(new Set(['en-GB']));
    expect((await button()).ariaLabel, 'a toggle keeps its name').to.equal('Read aloud');
    expect((await button()).title).to.equal('Stop reading');
    for (const _ of AS_SAID) {
      expect(pressed()).to.deep.equal(['true']);
      voice.sayOne();
    }
    await stopped();
    expect((await button()).title).to.equal('Read aloud');
  });

  it('never starts on its own', async () => {
    await place();
    await button();
    expect(voice.given).to.deep.equal([]);
  });

  const VOICES = {
    'US English': { name: 'US English', lang: 'en_US', localService: true },
    'From afar': { name: 'From afar', lang: 'en-GB', localService: false },
    German: { name: 'German', lang: 'de-DE', localService: true },
    British: { name: 'British', lang: 'en-GB', localService: true },
  };
  const CHOICES: [(keyof typeof VOICES)[], string | undefined][] = [
    [['US English', 'From afar', 'German', 'British'], 'British'],
    [['From afar', 'German', 'US English'], 'US English'],
    [['From afar', 'German'], undefined],
  ];
  for (const [have, chosen] of CHOICES)
    it(`uses ${chosen ?? 'the browser’s choice'} if there are ${have.join(', ')}`, async () => {
      voice.voices = have.map(name => VOICES[name]);
      await place();
      await start();
      expect(voice.given[0]!.voice?.name).to.equal(chosen);
    });

  it('stops at the next press, and starts again at another', async () => {
    await place();
    await start();
    voice.sayOne();
    (await button()).click();
    await stopped();
    expect(voice.queue).to.deep.equal([]);
    await start();
    expect(voice.given.slice(AS_SAID.length).map(({ text }) => text)).to.deep.equal(AS_SAID);
    await until(() => voice.queue.length === AS_SAID.length);
    expect(pressed(), 'what is told of the first reading ends no second').to.deep.equal(['true']);
  });

  it('reads one answer at a time, across widgets', async () => {
    await place();
    await chat.sendMessage('And again?');
    await until(() => buttons().length === 2);
    const [first, second] = buttons();
    first!.click();
    await until(() => pressed()[0] === 'true');
    second!.click();
    await until(() => pressed()[1] === 'true');
    expect(pressed()).to.deep.equal(['false', 'true']);
    expect(voice.queue).to.have.length(AS_SAID.length);
  });

  const ENDS: Record<string, () => unknown> = {
    'the window closes': () => chat.hide(),
    'a new conversation begins': () => chat.newConversation(),
    'the visitor is forgotten': () => chat.logout(),
    'the chat leaves the page': () => chat.remove(),
    'the page is left': () => transitions.dispatchEvent(new Event('pagehide')),
    'another answer takes its place': () => named(chat, 'Regenerate')!.click(),
  };
  for (const [when, happen] of Object.entries(ENDS))
    it(`stops when ${when}`, async () => {
      await place();
      await start();
      await happen();
      await until(() => voice.queue.length === 0, 'silence');
      await stopped();
    });

  it('stops when another version of the answer is shown', async () => {
    await place();
    named(chat, 'Regenerate')!.click();
    await until(() => named(chat, 'Previous answer') !== undefined);
    await start();
    named(chat, 'Previous answer')!.click();
    await until(() => voice.queue.length === 0, 'silence');
    await stopped();
  });

  it('shows an error, and can be tried again', async () => {
    await place();
    await start();
    voice.fail('synthesis-failed');
    await until(
      () => root(chat).querySelector('[part~=notice]')?.textContent === 'This couldn’t be read aloud.',
    );
    expect(root(chat).querySelector('[role=status]')!.textContent).to.equal('This couldn’t be read aloud.');
    expect(pressed()).to.deep.equal(['false']);
    expect(voice.queue).to.deep.equal([]);
    await start();
    await until(() => root(chat).querySelector('[part~=notice]') === null);
  });

  it('stops when the page itself speaks', async () => {
    await place();
    await start();
    voice.cancel();
    const own = new SpeechSynthesisUtterance('Platform 9');
    speechSynthesis.speak(own);
    await stopped();
    expect(voice.queue.map(({ text }) => text)).to.deep.equal(['Platform 9']);
    expect(root(chat).querySelector('[part~=notice]')).to.equal(null);
  });

  it('does not stop the page’s own speech', async () => {
    await place();
    await start();
    speechSynthesis.speak(new SpeechSynthesisUtterance('Platform 9'));
    for (const _ of AS_SAID) voice.sayOne();
    await stopped();
    expect(voice.queue.map(({ text }) => text)).to.deep.equal(['Platform 9']);
  });

  it('stops when the visitor starts to dictate', async () => {
    const leave = FakeRecognition.install();
    try {
      await place();
      chat.setAttribute('dictation', '');
      await start();
      named(chat, 'More options')!.click();
      await until(() => named(chat, 'Dictate') !== undefined);
      named(chat, 'Dictate')!.click();
      await until(() => FakeRecognition.all.length === 1);
      expect(voice.queue).to.deep.equal([]);
      await stopped();
    } finally {
      leave();
    }
  });

  it('splits a long sentence into utterances, and omits nothing', () => {
    const words = Array.from({ length: 300 }, (_, n) =>
      n % 9 === 0 ? `1,000,${n}` : `word${n}${n % 7 === 0 ? ',' : ''}`,
    );
    const long = words.join(' ');
    const said = utterances(long, 'en');
    expect(said.join(' ')).to.equal(long);
    expect(Math.max(...said.map(part => part.length))).to.be.at.most(201);
    const chinese = '退货很简单，'.repeat(60);
    const parts = utterances(chinese, 'zh');
    expect(parts.join('')).to.equal(chinese);
    expect(Math.max(...parts.map(part => part.length))).to.be.at.most(51);
    expect(utterances('😀'.repeat(300), 'en'), 'what can’t be said').to.deep.equal([]);
    expect(utterances(`a${'😀'.repeat(300)}`, 'en').join('')).not.to.match(
      /[\ud800-\udbff](?![\udc00-\udfff])/,
    );
    expect(utterances('', 'en')).to.deep.equal([]);
  });

  it('works without Intl.Segmenter', () => {
    const { Segmenter } = Intl;
    Object.assign(Intl, { Segmenter: undefined });
    try {
      expect(utterances('We deliver. Always.\nOn Mondays, too.', 'en')).to.deep.equal([
        'We deliver. Always.',
        'On Mondays, too.',
      ]);
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });
});
