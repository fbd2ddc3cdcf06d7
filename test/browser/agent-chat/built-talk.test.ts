/** What is done in a conversation comes in files of its own in the built bundle: fetched, and at work with the others. */
import { expect } from '@open-wc/testing';
import type { Part } from '../../../src/protocol/message.ts';
import { type Answer, eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';
import { FakeRecognition } from '../../fakes/speech-recognition.ts';
import { FakeSynthesis } from '../../fakes/speech-synthesis.ts';
import { allByRole, byRole } from '../by-role.ts';
import { field, focused, happened, named, open, press, root, says, until, Visit } from './built.ts';

const FIELD = { enabled: true, label: '', required: false };
const LEAD_FORM = { title: '', required: false, consent: '', name: FIELD, email: FIELD, phone: FIELD };

const holds = (...parts: unknown[]): Answer => eventStream(sse([], { ...reply(''), parts: parts as Part[] }));
const ended = (finishReason: string): Answer => eventStream(sse(['One'], reply('One', { finishReason })));

describe('a conversation in the built script', () => {
  let visit: Visit;
  beforeEach(() => {
    visit = new Visit();
  });
  afterEach(() => visit.end());

  it('requests another answer, returns to the first, takes feedback and edits the question', async () => {
    const chat = await visit.start([
      says('It is **heavy**.'),
      says('Thick.', 'reply-2'),
      says('Slanted.', 'reply-3'),
    ]);
    const reasons: unknown[] = [];
    chat.addEventListener('agent-chat-feedback', event => reasons.push(event.detail.reason));
    await open(chat);
    await visit.ask('What is bold?');
    await visit.click('Regenerate');
    await visit.click('Previous answer');
    await until(() => visit.texts[1] === 'It is **heavy**.', 'the first answer');
    await visit.click('Next answer');
    await visit.click('Bad answer');
    const reason = (): HTMLInputElement | null => root(chat).querySelector('input[value="Incomplete"]');
    await until(reason, 'the question');
    reason()!.click();
    await visit.click('Send feedback');
    await until(() => visit.sentTo('/feedback').length === 2, 'the reason');
    const verdict = { messageId: 'reply-2', conversationId: 'conversation-1', value: 'down' };
    expect(visit.sentTo('/feedback')).to.deep.equal([verdict, { ...verdict, reason: 'Incomplete' }]);
    expect(reasons).to.deep.equal([undefined, 'Incomplete']);
    await visit.click('Edit');
    await visit.ask('What is italic?');
    await until(() => visit.texts.join() === 'What is italic?,Slanted.', 'the answer to the edited question');
  });

  it('lists earlier conversations, opens one and deletes one', async () => {
    const chat = await visit.start([says('One.')]);
    await open(chat);
    await visit.ask('First question');
    await visit.click('New conversation');
    await visit.ask('Second question');
    await visit.choose('Earlier conversations');
    await until(() => root(chat).querySelector('agent-chat-earlier li'), 'the list');
    byRole(root(chat), 'button', /^First question/).click();
    await until(() => visit.texts[0] === 'First question', 'the first conversation');
    await visit.choose('Earlier conversations');
    await visit.click('Delete “Second question”');
    await until(() => named(chat, 'Cancel'), 'the question');
    await visit.click('Delete “Second question”');
    await until(() => !named(chat, 'Delete “Second question”'), 'the end of it');
  });

  it('asks for contact details after an answer, again on request, and shows invalid fields', async () => {
    const chat = await visit.start([says('Hello.')], { leadForm: { ...LEAD_FORM, when: 'after-reply' } });
    const lead = happened(chat, 'agent-chat-lead');
    await open(chat);
    await visit.ask('Hello?');
    await visit.click('Skip');
    await visit.choose('Leave your contact details');
    await until(() => root(chat).querySelector('[part~=lead-form]'), 'the form');
    const email = root(chat).querySelector<HTMLInputElement>('[part~=lead-form] input[type=email]')!;
    email.value = 'ada@';
    await visit.click('Send');
    await visit.shows('Enter an email address');
    email.value = 'ada@shop.example';
    await visit.click('Send');
    expect((await lead).detail).to.deep.equal({ email: 'ada@shop.example' });
    await visit.shows('Thank you. Your details have been sent.');
  });

  it('shows a form first, and then sends the question that waited for it', async () => {
    const leadForm = { ...LEAD_FORM, when: 'before', required: true } as const;
    const chat = await visit.start([says('Hello.')], { leadForm });
    await chat.show();
    const sent = chat.sendMessage('Hello?');
    const form = (): Element | null => root(chat).querySelector('[part~=lead-form]');
    await until(() => form()?.querySelector('input'), 'the form');
    await visit.click('Send');
    await until(() => form()!.textContent.includes('at least one'), 'what is wrong');
    form()!.querySelector('input')!.value = 'Ada';
    await visit.click('Send');
    await sent;
    await until(() => visit.texts[1] === 'Hello.', 'the answer');
  });

  it('renders sources, custom parts and suggestions, and runs a tool after confirmation', async () => {
    const ran: unknown[] = [];
    const call = { type: 'tool-call', name: 'open_cart', state: 'running', input: { item: 7 } };
    const chat = await visit.start([
      holds(
        { type: 'text', text: 'See ~~below~~.' },
        { type: 'citation', title: 'Fees', url: 'https://shop.example/fees' },
        { type: 'stars', count: 3 },
        { ...call, id: 't1' },
        { ...call, id: 't2' },
        { type: 'suggestions', queries: ['And two?'] },
      ),
      says('Four.'),
    ]);
    await chat.registerPart('stars', part => '*'.repeat(Number(part.count)));
    await chat.registerTool('open_cart', {
      description: 'Open your cart',
      confirm: true,
      run: input => ran.push(input),
    });
    await open(chat);
    await visit.ask('How much?');
    for (const part of ['Fees', '***', 'Open your cart']) await visit.shows(part);
    await visit.click('Allow');
    await until(() => ran.length === 1, 'the tool');
    await visit.click('Don’t allow');
    await visit.shows('You didn’t allow this.');
    expect(ran).to.deep.equal([{ item: 7 }]);
    await visit.click('And two?');
    await until(() => visit.texts.at(-1) === 'Four.', 'the next answer');
    expect(visit.asked).to.contain('And two?').and.to.contain('open_cart');
  });

  it('dictates, reads aloud and prints', async () => {
    const leave = FakeRecognition.install();
    const voice = new FakeSynthesis();
    try {
      const chat = await visit.start([says('Hello there.')], {}, element => {
        element.setAttribute('dictation', '');
        element.setAttribute('read-aloud', '');
      });
      await open(chat);
      await visit.choose('Dictate');
      await until(() => FakeRecognition.all.length > 0 && FakeRecognition.last.isOn, 'the recogniser');
      FakeRecognition.last.begin();
      FakeRecognition.last.pause('good morning');
      await until(() => /good morning/i.test(field(chat)!.value), 'what was said');
      await visit.ask('Hello?');
      await visit.click('Read aloud');
      await until(() => voice.given[0]?.text === 'Hello there.', 'the voice');
      const paper = printed();
      await visit.choose('Print');
      expect(await paper).to.contain('Hello there.');
    } finally {
      leave();
      voice.leave();
    }
  });

  it('counts down a rate limit, and returns the question to the field', async () => {
    const chat = await visit.start([refusal(429, 'rate_limited', { 'Retry-After': '20' })]);
    await open(chat);
    visit.write('Where is it?');
    await until(() => /will be sent in \d+ seconds/.test(visit.log), 'the countdown');
    await visit.click('Cancel sending');
    await until(() => field(chat)!.value === 'Where is it?', 'the question');
  });

  it('says why an answer is incomplete, and continues it', async () => {
    const refused = refusal(402, 'credits_exhausted');
    await open(await visit.start([ended('length'), ended('content_filter'), refused]));
    await visit.ask('Count.');
    await visit.shows('cut off at the length limit');
    await visit.click('Continue');
    await visit.shows('A content filter stopped');
    visit.write('And?');
    await visit.shows('can’t answer more questions');
  });

  it('shows an answer that is not streamed, and says that it takes long', async () => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (done: () => void, wait: number) => setTimeout(done, wait === 10_000 ? 0 : wait),
    });
    try {
      const whole = (): Response => Response.json({ data: reply('All at once.') });
      const chat = await visit.start([whole, eventStream([], { end: 'hang' })]);
      await open(chat);
      await visit.ask('Hello?');
      expect(visit.texts[1]).to.equal('All at once.');
      visit.write('And?');
      await visit.shows('This is taking longer than usual.');
      chat.stop();
    } finally {
      Object.assign(window, { setTimeout });
    }
  });

  it('navigates many messages, and to the new answer below', async () => {
    const [first, ...rest] = sse(['The **newest**.\n\n', 'Done.']);
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
    const chat = await visit.start([inTwo([first!], goesOn, rest)]);
    const earlier = Array.from({ length: 120 }, (_, n) => ({
      role: n % 2 ? ('assistant' as const) : ('user' as const),
      parts: [{ type: 'text' as const, text: `Message ${n}.` }],
    }));
    await chat.restore({ messages: earlier });
    await open(chat);
    await visit.shows('Message 119.');
    const list = root(chat).querySelector<HTMLElement>('[role=log]')!;
    allByRole(list, 'article').at(-1)!.focus();
    press(focused()!, 'ArrowUp');
    expect(focused()!.textContent).to.contain('Message 118.');
    const sent = chat.sendMessage('And?');
    await visit.shows('newest');
    await until(async () => {
      list.scrollTop = 0;
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      return list.scrollTop === 0;
    }, 'the first message in view');
    goOn();
    await sent;
    await visit.click('New answer below');
    await until(() => list.scrollTop > 0, 'the answer in view');
  });
});

/** An answer whose end comes when it may. */
function inTwo(first: string[], goesOn: Promise<void>, rest: string[]): Answer {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(line) {
      for (const text of first) line.enqueue(encoder.encode(text));
      await goesOn;
      for (const text of rest) line.enqueue(encoder.encode(text));
      line.close();
    },
  });
  return () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** What the next frame of the page would put on paper. */
function printed(): Promise<string> {
  const { append } = document.body;
  return new Promise(resolve => {
    document.body.append = (frame: HTMLIFrameElement) => {
      append.call(document.body, frame);
      document.body.append = append;
      frame.contentWindow!.print = () => resolve(frame.contentDocument!.body.textContent);
    };
  });
}
