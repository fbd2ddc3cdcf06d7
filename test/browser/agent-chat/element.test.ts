import { expect } from '@open-wc/testing';
import type { AgentChat } from '../../../src/agent-chat.ts';
import { eventStream, refusal, sse } from '../../fakes/chat-fetch.ts';
import {
  field,
  focused,
  happened,
  isShown,
  launcher,
  named,
  open,
  press,
  root,
  Site,
  type,
  until,
  windowOf,
} from './site.ts';

describe('<agent-chat>', () => {
  let site: Site;
  beforeEach(() => {
    site = new Site();
  });
  afterEach(() => site.leave());

  it('keeps properties that were set before it was defined', async () => {
    const early = document.createElement('agent-chat-early') as AgentChat;
    Object.assign(early, {
      agentId: site.agentId,
      heading: 'Early bird',
      settings: { styles: { buttonColor: '#123456' } },
    });
    site.box.append(early);
    class Early extends (customElements.get('agent-chat') as typeof AgentChat) {}
    customElements.define('agent-chat-early', Early);
    await happened(early, 'agent-chat-ready');
    await early.show();
    expect(root(early).querySelector('[part=heading]')!.textContent).to.equal('Early bird');
    expect(getComputedStyle(launcher(early)).backgroundColor).to.equal('rgb(18, 52, 86)');
  });

  it('can be loaded twice', async () => {
    const before = customElements.get('agent-chat');
    await import(`${new URL('../../../src/agent-chat.ts', import.meta.url).href}?again`);
    expect(customElements.get('agent-chat')).to.equal(before);
  });

  it('renders without the methods of the top layer, as in a DOM for unit tests', async () => {
    const { showPopover } = HTMLElement.prototype;
    Object.assign(HTMLElement.prototype, { showPopover: undefined });
    try {
      const chat = await site.place();
      await chat.updateComplete;
      expect(launcher(chat)).not.to.equal(null);
    } finally {
      Object.assign(HTMLElement.prototype, { showPopover });
    }
  });

  it('does not take the focus from a field in which the visitor is typing', async () => {
    const chat = await site.place();
    const form = document.createElement('input');
    site.box.append(form);
    // As soon as it is on its way: the code of the window takes longer than that.
    chat.addEventListener('agent-chat-open', () => queueMicrotask(() => form.focus()), { once: true });
    await chat.show();
    await until(() => field(chat) !== null, 'the message field');
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).to.equal(form);
  });

  it('renders nothing without an agent', async () => {
    const chat = document.createElement('agent-chat');
    site.box.append(chat);
    await chat.updateComplete;
    expect(launcher(chat)).to.equal(null);
  });

  it('sends, receives and reports by methods and events', async () => {
    const chat = await site.place();
    const reply = happened(chat, 'agent-chat-reply');
    await chat.sendMessage('Hello?');
    const { detail } = await reply;
    expect(detail.message.parts[0].text).to.equal('Hello there.');
    expect(detail.conversationId).to.equal('conversation-1');
    expect(chat.messages.map(message => message.role)).to.deep.equal(['user', 'assistant']);
    expect(chat.conversationId).to.equal('conversation-1');
  });

  it('lets the page change or refuse a message before it is sent', async () => {
    const chat = await site.place();
    await open(chat);
    chat.addEventListener('agent-chat-send', event => event.preventDefault(), { once: true });
    type(chat, 'my card is 4111');
    press(field(chat)!, 'Enter');
    await chat.updateComplete;
    expect(site.network.asked()).to.have.length(0);
    expect(field(chat)!.value).to.equal('my card is 4111');
    chat.addEventListener('agent-chat-send', event => {
      event.detail.text = event.detail.text.replace('4111', '****');
    });
    press(field(chat)!, 'Enter');
    await until(() => site.network.asked().length === 1);
    expect((site.network.asked()[0]!.body as { message: string }).message).to.equal('my card is ****');
  });

  it('dispatches one event if the page sends several messages at once', async () => {
    const chat = await site.place();
    const told: string[] = [];
    chat.addEventListener('agent-chat-send', event => told.push(event.detail.text));
    const ends = await Promise.allSettled(['One?', 'Two?', 'Three?'].map(text => chat.sendMessage(text)));
    expect(ends.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    expect(told).to.deep.equal(['One?']);
  });

  it('dispatches no event for an empty or too long message, and asks no consent for it', async () => {
    const chat = await site.place(element => {
      element.consent = 'required';
    });
    const told: unknown[] = [];
    for (const name of ['agent-chat-send', 'agent-chat-open'])
      chat.addEventListener(name, event => told.push(event.type));
    for (const text of ['', ' \n', 'x'.repeat(2001), undefined as unknown as string])
      expect(await chat.sendMessage(text).catch(({ code }) => code)).to.equal('invalid_message');
    expect(told).to.deep.equal([]);
  });

  it('restores the draft if a listener of the page makes the message too long', async () => {
    const chat = await site.place();
    await open(chat);
    chat.addEventListener('agent-chat-send', event => {
      event.detail.text += ' x'.repeat(1000);
    });
    const error = happened(chat, 'agent-chat-error');
    type(chat, 'my order is late');
    press(field(chat)!, 'Enter');
    expect(Object.keys((await error).detail)).to.have.members(['code', 'message']);
    expect((await error).detail.code).to.equal('invalid_message');
    await until(() => field(chat)!.value === 'my order is late', 'the text where it was');
    expect(site.network.asked()).to.have.length(0);
  });

  it('resumes a reply that was running when the last page was left, if the agent is set late', async () => {
    site.leave();
    site = new Site({}, [
      eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' }),
      eventStream(sse(['Hello'])),
    ]);
    const before = await site.place();
    void before.sendMessage('Hello?');
    await until(() => Object.keys(localStorage).some(key => key.includes(':turn:')), 'the reply noted down');
    before.remove();
    // As a framework does that first makes its elements and then says what they are.
    const chat = document.createElement('agent-chat');
    const replied = happened(chat, 'agent-chat-reply');
    site.box.append(chat);
    chat.agentId = site.agentId;
    await replied;
    expect(chat.unread).to.equal(1);
  });

  it('reports a refusal by its code', async () => {
    site.leave();
    site = new Site({}, [refusal(402, 'credits_exhausted')]);
    const chat = await site.place();
    const error = happened(chat, 'agent-chat-error');
    await chat.sendMessage('Hello?');
    const { detail } = await error;
    expect(detail.code).to.equal('credits_exhausted');
    // As pages write it down, or hand it to another window.
    expect(Object.keys(structuredClone(detail))).to.have.members(['code', 'message']);
  });

  it('counts replies that arrive while it is closed, also in the launcher’s name', async () => {
    const chat = await site.place();
    const unread = happened(chat, 'agent-chat-unread');
    await chat.sendMessage('Hello?');
    expect((await unread).detail.count).to.equal(1);
    await until(() => launcher(chat).getAttribute('aria-label') === 'Open chat, 1 unread message');
    expect(root(chat).querySelector('[part=launcher-badge]')!.textContent).to.equal('1');
    await open(chat);
    await until(() => chat.unread === 0);
    press(field(chat)!, 'Escape');
    await until(() => launcher(chat).getAttribute('aria-label') === 'Open chat');
  });

  it('restores an earlier conversation and sends nothing', async () => {
    const chat = await site.place();
    await chat.restore({
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Where is it?' }] },
        { role: 'assistant', parts: [{ type: 'text', text: 'On its way.' }] },
      ],
      conversationId: 'from-before',
    });
    await chat.show();
    await until(() => root(chat).textContent.includes('On its way.'));
    expect(chat.messages).to.have.length(2);
    expect(chat.conversationId).to.equal('from-before');
    expect(site.network.asked()).to.have.length(0);
  });

  it('keeps the conversation if a framework sets the id that it has just read', async () => {
    const chat = await site.place();
    chat.addEventListener('agent-chat-reply', ({ detail }) => {
      chat.conversationId = detail.conversationId;
    });
    await chat.sendMessage('Hi');
    await chat.newConversation();
    expect(chat.messages, 'of a new one').to.deep.equal([]);
    await chat.sendMessage('Hi');
    await chat.sendMessage('And then?');
    expect(chat.messages).to.have.length(4);
  });

  it('returns a copy of its messages, which the page may change', async () => {
    const chat = await site.place();
    await chat.sendMessage('Hi');
    (chat.messages as unknown[]).reverse();
    (chat.messages as unknown[]).length = 0;
    expect(chat.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant']);
  });

  it('sends a suggestion once if it is pressed twice, and keeps the draft', async () => {
    const chat = await site.place(element => {
      element.settings = { suggestedQueries: ['Where are you?'] };
    });
    const errors: unknown[] = [];
    chat.addEventListener('agent-chat-error', ({ detail }) => errors.push(detail));
    await open(chat);
    await until(() => named(chat, 'Where are you?'));
    type(chat, 'And when do');
    const suggestion = named(chat, 'Where are you?')!;
    for (const detail of [1, 2]) suggestion.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await happened(chat, 'agent-chat-reply');
    await chat.updateComplete;
    expect(field(chat)!.value).to.equal('And when do');
    expect(errors).to.deep.equal([]);
  });

  it('starts a new conversation from the header', async () => {
    const chat = await site.place();
    await open(chat);
    expect(named(chat, 'New conversation')).to.equal(undefined);
    await chat.sendMessage('Hello?');
    await until(() => named(chat, 'New conversation'));
    named(chat, 'New conversation')!.click();
    await until(() => chat.messages.length === 0);
    expect(root(chat).activeElement).to.equal(field(chat));
  });

  it('keeps its conversation and an open window when it is moved', async () => {
    const chat = await site.place();
    await open(chat);
    await chat.sendMessage('Hello?');
    const elsewhere = document.createElement('div');
    site.box.append(elsewhere);
    elsewhere.append(chat);
    await until(() => isShown(chat));
    await until(() => root(chat).textContent.includes('Hello there.'));
    expect(chat.messages).to.have.length(2);
  });

  it('closes the connection when it is removed, but not when it is moved', async () => {
    site.leave();
    site = new Site({}, [eventStream(sse(['Hel']).slice(0, 1), { end: 'hang' })]);
    const chat = await site.place();
    void chat.sendMessage('Hello?');
    await until(() => site.network.asked().length === 1);
    const elsewhere = document.createElement('div');
    site.box.append(elsewhere);
    elsewhere.append(chat);
    await chat.updateComplete;
    expect(site.network.asked()[0]!.aborted).to.equal(false);
    chat.remove();
    await until(() => site.network.asked()[0]!.aborted);
  });

  it('talks to another agent when the page changes it', async () => {
    const chat = await site.place();
    await chat.sendMessage('Hello?');
    chat.agentId = `${site.agentId}-b`;
    await chat.updateComplete;
    await until(() => site.settingsAsked === 2);
    expect(chat.messages).to.have.length(0);
    await chat.sendMessage('And you?');
    expect(site.network.asked()[1]!.url).to.contain(`/${site.agentId}-b/chat`);
  });

  it('is a part of the page in inline mode: no launcher, no dialog, no focus', async () => {
    const chat = await site.place(element => {
      element.mode = 'inline';
    });
    await until(() => field(chat));
    expect(launcher(chat)).to.equal(null);
    expect(windowOf(chat)!.localName).to.equal('section');
    expect(document.activeElement).to.equal(document.body);
    expect(chat.getBoundingClientRect().height).to.be.greaterThan(300);
  });

  it('keeps the focus when the mode changes to inline and back', async () => {
    const chat = await site.place();
    await open(chat);
    type(chat, 'Half a question');
    for (const mode of ['inline', 'floating'] as const) {
      const before = windowOf(chat);
      chat.mode = mode;
      await until(() => windowOf(chat) !== before && field(chat), 'its other form');
      await until(() => focused() === field(chat), `the cursor, ${mode}`);
      expect(field(chat)!.value).to.equal('Half a question');
    }
  });

  it('renders nothing for a private agent and reports the reason', async () => {
    site.settings = () => Response.json({ error: { code: 'forbidden', message: 'no' } }, { status: 403 });
    const chat = document.createElement('agent-chat');
    chat.agentId = site.agentId;
    const error = happened(chat, 'agent-chat-error');
    site.box.append(chat);
    expect((await error).detail.code).to.equal('forbidden');
    await chat.updateComplete;
    expect(launcher(chat)).to.equal(null);
  });

  it('works with its defaults if the settings cannot be loaded', async () => {
    site.settings = () => {
      throw new TypeError('network down');
    };
    const chat = await site.place();
    await open(chat);
    expect(root(chat).querySelector('[part=heading]')!.textContent).to.equal('Assistant');
  });

  for (const [what, answer] of Object.entries({
    'a page in the place of its settings, as sites answer any address': () => new Response('<h1>Shop</h1>'),
    'nothing in the place of its settings': () => Response.json(null),
    'a 404 that no proxy wrote': () => new Response('<h1>Lost</h1>', { status: 404 }),
  })) {
    it(`reports that no proxy is at its endpoint: ${what}`, async () => {
      site.settings = answer;
      const told: string[] = [];
      const chat = await site.place(chat =>
        chat.addEventListener('agent-chat-error', event => told.push(event.detail.code)),
      );
      await until(() => told.length > 0, 'the fault');
      expect(told).to.deep.equal(['unreadable']);
      expect(launcher(chat)).not.to.equal(null);
    });
  }

  it('uses the settings of the current agent, whatever the requests before returned', async () => {
    const answers: ((response: Response) => void)[] = [];
    const realTimeout = window.setTimeout;
    const afterAMoment: (() => void)[] = [];
    window.setTimeout = ((then: () => void, wait?: number) =>
      wait === 1000 ? afterAMoment.push(then) : realTimeout(then, wait)) as typeof setTimeout;
    site.settings = () => new Response(null, { status: 502 });
    const chat = await site.place().finally(() => {
      window.setTimeout = realTimeout;
    });
    site.settings = () => new Promise<Response>(resolve => answers.push(resolve)) as never;
    chat.agentId = `${site.agentId}-next`;
    await until(() => answers.length === 1, 'the settings of the next one asked for');
    for (const then of afterAMoment) then();
    answers[0]!(Response.json({ data: { styles: { buttonColor: 'rgb(200, 100, 0)' } } }));
    await until(() => getComputedStyle(launcher(chat)).backgroundColor === 'rgb(200, 100, 0)', 'its colour');
  });
});
