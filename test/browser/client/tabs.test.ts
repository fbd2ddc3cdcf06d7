import { expect } from '@open-wc/testing';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import { formatStreamEvent } from '../../../src/protocol/stream-events.ts';
import type { ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, sse } from '../../fakes/chat-fetch.ts';
import { waitUntil } from '../wait-until.ts';
import { halfReply, texts, until } from './harness.ts';

const EVENTS = sse(['Hel', 'lo']);
let open: Conversation[] = [];

/** A tab of one visitor: its own objects, the same storage, channel and locks. */
function tab(network: ChatFetch): Conversation {
  const conversation = new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'tabs', fetch: network.fetch }),
  });
  open.push(conversation);
  return conversation;
}

/** As Vue hands out what it watches: proxies all the way down, which no browser can clone. */
function reactive<T extends object>(value: T): T {
  return new Proxy(value, {
    get: (target, name) => {
      const inner: unknown = Reflect.get(target, name);
      return typeof inner === 'object' && inner !== null ? reactive(inner) : inner;
    },
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const conversation of open) conversation.suspend();
  open = [];
});

describe('two tabs of one visitor', () => {
  it('show one conversation over one connection, and count unread replies once', async () => {
    const { network, finish } = halfReply();
    const silent = chatFetch();
    const here = tab(network);
    const there = tab(silent);
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    finish();
    await sent;
    await until(there, () => there.state.turn === undefined && there.state.messages.length === 2);
    expect(texts(there)).to.deep.equal(['Hi', 'Hello']);
    expect(silent.seen).to.have.length(0);
    // What is to be done once for a reply (a tool of the page) is done in the tab that heard it.
    expect([here.state.messages[1]?.here, there.state.messages[1]?.here]).to.deep.equal([true, undefined]);
    expect([here.state.unread, there.state.unread]).to.deep.equal([1, 1]);
    there.markRead();
    await until(here, () => here.state.unread === 0);
  });

  for (const where of ['a new conversation', 'an earlier one'] as const) {
    it(`go to ${where} together during a reply in the other one, and return to it together`, async () => {
      const { network, finish } = halfReply();
      const there = tab(chatFetch(eventStream(EVENTS)));
      await there.send('Earlier');
      there.startNew();
      const here = tab(network);
      const sent = here.send('Hi');
      await until(there, () => there.state.turn?.replyText === 'Hel');
      if (where === 'a new conversation') there.startNew();
      else there.open(there.earlier.find(({ title }) => title === 'Earlier')!.id);
      const shown = where === 'a new conversation' ? [] : ['Earlier', 'Hello'];
      await until(here, () => here.state.turn === undefined && texts(here).join() === shown.join());
      await sent;
      // Whatever one has told the other has been heard by then.
      const heard = new Promise<void>(resolve => {
        const channel = new BroadcastChannel('heard');
        channel.onmessage = () => resolve(channel.close());
        new BroadcastChannel('heard').postMessage(0);
      });
      await heard;
      finish();
      expect([texts(there), texts(here)]).to.deep.equal([shown, shown]);
      expect(texts(tab(chatFetch()))).to.deep.equal(shown);
    });
  }

  it('lose nothing of a running reply if the page of the other tab restores an earlier conversation', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const other = chatFetch();
    const there = tab(other);
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    there.restore({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'Earlier' }] }] });
    finish();
    await sent;
    expect([texts(here), texts(there)]).to.deep.equal([['Hi', 'Hello'], ['Earlier']]);
    expect(here.state.messages.at(-1)?.incomplete).to.equal(undefined);
    expect(other.seen, 'the proxy is told of no stop').to.deep.equal([]);
  });

  it('stay in the conversation they left for, when the last tokens of a reply arrive', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const there = tab(chatFetch());
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    const off = here.subscribe(({ type }) => {
      if (type !== 'token') return;
      off();
      there.startNew();
    });
    finish();
    await sent;
    await until(here, () => here.state.messages.length === 0);
    expect(texts(there)).to.deep.equal([]);
  });

  it('both have the whole reply if one stops it at the moment it ends in the other', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const there = tab(chatFetch());
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    // What ends here is told, and not heard there yet.
    const stopped = new Promise<void>(resolve => {
      here.subscribe(({ type }) => {
        if (type !== 'done') return;
        there.stop();
        resolve();
      });
    });
    finish();
    await Promise.all([sent, stopped]);
    await until(there, () => there.state.messages.at(-1)?.incomplete === undefined);
    for (const one of [here, there, tab(chatFetch())])
      expect(texts(one), 'also after a reload').to.deep.equal(['Hi', 'Hello']);
  });

  it('end a reply in the same way if one stops it at the moment it fails in the other', async () => {
    const failure = Promise.withResolvers<void>();
    const here = tab(
      chatFetch((_request, signal) => {
        const body = new ReadableStream<Uint8Array>({
          async start(line) {
            line.enqueue(new TextEncoder().encode(EVENTS[0]));
            await failure.promise;
            const event = { type: 'error', message: 'gone', code: 'upstream_unavailable' } as const;
            if (!signal.aborted) line.enqueue(new TextEncoder().encode(formatStreamEvent(event)));
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      }),
    );
    const there = tab(chatFetch());
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    // What fails here is told, and not heard there yet.
    here.subscribe(({ type }) => type === 'fail' && there.stop());
    failure.resolve();
    await sent;
    await until(here, () => here.state.turn === undefined);
    const ends = [here, there].map(({ state }) => [state.turn, state.messages.at(-1)?.incomplete]);
    expect(ends).to.deep.equal([
      [undefined, 'stopped'],
      [undefined, 'stopped'],
    ]);
    expect(texts(here)).to.deep.equal(['Hi', 'Hel']);
  });

  it('have no unread reply if one of them reads it as it arrives', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const there = tab(chatFetch());
    here.subscribe(() => here.markRead());
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    finish();
    await sent;
    await until(there, () => there.state.messages.length === 2);
    await until(there, () => there.state.unread === 0);
    expect(here.state.unread).to.equal(0);
  });

  it('never show an unread reply while the visitor sees it arrive', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const there = tab(chatFetch());
    here.inView = true;
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    const unread: number[] = [];
    for (const one of [here, there]) one.subscribe(() => unread.push(one.state.unread));
    finish();
    await sent;
    await until(there, () => there.state.messages.length === 2);
    expect(Math.max(...unread)).to.equal(0);
  });

  it('resume a running reply in a new tab without repeating a token', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const sent = here.send('Hi');
    await until(here, () => here.state.turn?.replyText === 'Hel');
    const silent = chatFetch();
    const there = tab(silent);
    const seen: string[] = [];
    there.subscribe(() => seen.push(there.state.turn?.replyText ?? ''));
    await until(there, () => there.state.turn?.replyText === 'Hel');
    finish();
    await sent;
    await until(there, () => there.state.turn === undefined);
    expect(texts(there)).to.deep.equal(['Hi', 'Hello']);
    expect(seen.every(text => 'Hello'.startsWith(text))).to.equal(true);
    expect(silent.seen).to.have.length(0);
  });

  it('keep the draft in one tab when the first question is asked in the other', async () => {
    const network = chatFetch(eventStream(EVENTS));
    const asks = tab(network);
    const types = tab(network);
    types.draft = 'Not sent yet';
    await asks.send('First');
    await until(types, () => texts(types).length === 2);
    expect(types.draft).to.equal('Not sent yet');
    types.startNew();
    expect(types.draft, 'of the next conversation').to.equal('');
  });

  it('do not turn a question that waits for the other tab’s reply back into a draft', async () => {
    const network = chatFetch(eventStream(EVENTS), eventStream(EVENTS));
    const first = tab(network);
    const second = tab(network);
    second.draft = 'Second';
    const sent = [first.send('First'), second.send('Second')];
    await until(second, () => second.state.messages.length > 0);
    expect(second.draft).to.equal('');
    await Promise.all(sent);
    expect(texts(second)).to.deep.equal(['First', 'Hello', 'Second', 'Hello']);
  });

  it('turn a waiting question into a draft again if its tab closes, and send it from none', async () => {
    const { network, finish } = halfReply();
    const first = tab(network);
    const other = chatFetch();
    const second = tab(other);
    const sent = [first.send('First'), second.send('Second')];
    await until(second, () => second.state.messages.length > 0);
    second.draft = 'Third';
    second.suspend();
    const reloaded = tab(other);
    expect(reloaded.draft).to.equal('Second\nThird');
    finish();
    await Promise.all(sent);
    await until(reloaded, () => !reloaded.busy);
    expect(texts(reloaded)).to.deep.equal(['First', 'Hello']);
    expect(other.asked()).to.have.length(0);
    // Also where the page, or the element, comes back as it was.
    second.resume();
    expect([second.busy, texts(second)]).to.deep.equal([false, ['First', 'Hello']]);
  });

  it('drop a waiting question if its visitor logs out in the other tab', async () => {
    const { network } = halfReply();
    const first = tab(network);
    const other = chatFetch(eventStream(EVENTS));
    const second = tab(other);
    const sent = [first.send('First'), second.send('Second')];
    await until(second, () => second.state.turn?.replyText === 'Hel');
    first.logout();
    await Promise.all(sent);
    expect([other.asked(), texts(second), second.busy]).to.deep.equal([[], [], false]);
  });

  it('keep no draft after a logout', async () => {
    const network = chatFetch(eventStream(EVENTS));
    const asks = tab(network);
    const types = tab(network);
    types.draft = 'Not for everybody';
    types.logout();
    await asks.send('First');
    await until(types, () => texts(types).length === 2);
    expect(types.draft).to.equal('');
  });

  it('can stop each other’s reply', async () => {
    const { network } = halfReply();
    const here = tab(network);
    const other = chatFetch();
    const there = tab(other);
    const sent = here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    there.stop();
    await sent;
    expect(network.asked()[0]?.aborted).to.equal(true);
    await waitUntil(() => other.seen.length > 0, 'the stop request');
    expect(other.seen.map(request => request.method)).to.deep.equal(['DELETE']);
    expect(other.seen[0]?.headers.get('X-Visitor-Token')).to.equal('visitor-token');
    expect(here.state.messages.at(-1)?.incomplete).to.equal('stopped');
  });

  it('show the same text of a stopped reply, even if one had received more of it', async () => {
    const more = Promise.withResolvers<void>();
    const here = tab(
      chatFetch((_request, signal) => {
        const body = new ReadableStream<Uint8Array>({
          async start(line) {
            signal.addEventListener('abort', () => line.error(signal.reason));
            line.enqueue(new TextEncoder().encode(EVENTS[0]));
            await more.promise;
            line.enqueue(new TextEncoder().encode(EVENTS[1]));
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      }),
    );
    const there = tab(chatFetch());
    const third = tab(chatFetch());
    const sent = here.send('Hi');
    for (const one of [there, third]) await until(one, () => one.state.turn?.replyText === 'Hel');
    // What is heard here is told in a moment, and not heard there yet.
    here.subscribe(({ type }) => type === 'token' && there.stop());
    more.resolve();
    await sent;
    for (const one of [here, there, third]) await until(one, () => texts(one).at(-1) === 'Hello');
    expect(texts(tab(chatFetch())), 'also after a reload').to.deep.equal(['Hi', 'Hello']);
  });

  it('take over the connection if the tab that has it closes', async () => {
    const { network } = halfReply();
    const here = tab(network);
    const rest = chatFetch(eventStream(EVENTS.slice(1)));
    const there = tab(rest);
    void here.send('Hi');
    await until(there, () => there.state.turn?.replyText === 'Hel');
    here.suspend();
    await until(there, () => there.state.turn === undefined);
    expect(texts(there)).to.deep.equal(['Hi', 'Hello']);
    expect(rest.asked()[0]?.headers.get('Last-Event-ID')).to.equal('1');
    expect(rest.asked()[0]?.headers.get('X-Visitor-Token')).to.equal('visitor-token');
    expect(rest.asked()[0]?.headers.get('Idempotency-Key')).to.equal(
      network.asked()[0]?.headers.get('Idempotency-Key'),
    );
  });

  it('are one visitor even if storage is full: the reply is taken over, not asked for by a second visitor', async () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      const { network } = halfReply();
      const here = tab(network);
      const rest = chatFetch(eventStream(EVENTS.slice(1)));
      const there = tab(rest);
      void here.send('Hi');
      await until(there, () => there.state.turn?.replyText === 'Hel');
      here.suspend();
      await until(there, () => there.state.turn === undefined);
      expect(rest.asked()[0]?.headers.get('X-Visitor-Token')).to.equal('visitor-token');
      expect(texts(there)).to.deep.equal(['Hi', 'Hello']);
    } finally {
      Storage.prototype.setItem = setItem;
    }
  });

  it('show the question after the messages that the page restored, however its framework keeps these', async () => {
    const here = tab(chatFetch(eventStream(EVENTS)));
    const there = tab(chatFetch());
    here.restore({
      messages: reactive([{ role: 'user', parts: [{ type: 'text', text: 'Earlier', given: () => {} }] }]),
    });
    await here.send('Hi');
    await until(there, () => !there.busy && there.state.messages.length > 0);
    expect([texts(here), texts(there)]).to.deep.equal([
      ['Earlier', 'Hi', 'Hello'],
      ['Earlier', 'Hi', 'Hello'],
    ]);
  });

  it('that send at the same moment ask one after the other, and show both questions', async () => {
    const first = chatFetch(eventStream(sse(['One'])));
    const second = chatFetch(eventStream(sse(['Two'])));
    const here = tab(first);
    const there = tab(second);
    await Promise.all([here.send('First'), there.send('Second')]);
    await until(here, () => here.state.messages.length === 4 && !here.state.turn);
    await until(there, () => there.state.messages.length === 4 && !there.state.turn);
    expect(texts(here)).to.deep.equal(texts(there));
    expect(here.state.messages.map(m => m.role)).to.deep.equal(['user', 'assistant', 'user', 'assistant']);
    expect([...texts(here)].sort()).to.deep.equal(['First', 'One', 'Second', 'Two']);
    const asked = [...first.asked(), ...second.asked()].map(
      r => (r.body as { conversationId?: string }).conversationId,
    );
    expect(asked.filter(id => id === 'conversation-1')).to.have.length(1);
    const later = tab(chatFetch());
    expect(texts(later)).to.deep.equal(texts(here));
  });

  it('start a new conversation together, and forget together', async () => {
    const network = chatFetch(eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'visitor-token' } }));
    const here = tab(network);
    const there = tab(network);
    await here.send('Hi');
    await until(there, () => there.state.messages.length === 2);
    there.startNew();
    await until(here, () => here.state.messages.length === 0);
    await here.send('Again');
    await until(there, () => there.state.messages.length === 2);
    there.logout();
    await until(here, () => here.state.messages.length === 0);
    expect(here.client.visitorToken).to.equal(undefined);
    expect(Object.keys(localStorage).filter(key => key.startsWith('agent-chat:'))).to.deep.equal([]);
  });

  it('show, after time off the page, what another tab asked meanwhile, and lose none of it', async () => {
    const here = tab(chatFetch(eventStream(EVENTS)));
    const there = tab(chatFetch(eventStream(EVENTS)));
    await here.send('Hi');
    await until(there, () => there.state.messages.length === 2);
    here.suspend();
    await there.send('And?');
    here.resume();
    expect(texts(here)).to.deep.equal(['Hi', 'Hello', 'And?', 'Hello']);
    await here.send('More?');
    expect(texts(tab(chatFetch()))).to.deep.equal(['Hi', 'Hello', 'And?', 'Hello', 'More?', 'Hello']);
  });

  it('show, after time off the page, nothing of a visitor who logged out in another tab', async () => {
    const network = chatFetch(eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'visitor-token' } }));
    const here = tab(network);
    const there = tab(network);
    await here.send('Hi');
    await until(there, () => there.state.messages.length === 2);
    here.suspend();
    there.logout();
    here.resume();
    expect(texts(here)).to.deep.equal([]);
    expect(here.client.visitorToken).to.equal(undefined);
    await here.send('Somebody else');
    expect(network.asked().at(-1)?.headers.get('X-Visitor-Token')).not.to.equal('visitor-token');
  });

  it('continue as the visitor who started afresh here before the logout in another tab', async () => {
    const network = chatFetch(eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'visitor-token' } }));
    const here = tab(network);
    await here.send('Hi');
    here.startNew();
    here.suspend();
    tab(network).logout();
    let forgotten = false;
    here.subscribe(action => {
      forgotten ||= action.type === 'replace' && !!action.forgotten;
    });
    here.resume();
    expect(forgotten, 'and whoever keeps more of that visitor is told').to.equal(true);
    await here.send('Somebody else');
    expect(network.asked().at(-1)?.headers.get('X-Visitor-Token')).not.to.equal('visitor-token');
  });

  it('do not change when a newer version in another tab sends unknown data', async () => {
    const { network, finish } = halfReply();
    const here = tab(network);
    const sent = here.send('Hi');
    await until(here, () => here.state.turn?.replyText === 'Hel');
    const id = Object.keys(localStorage)
      .find(key => key.includes(':state:'))!
      .split(':')
      .at(-1);
    const newer = new BroadcastChannel('agent-chat:tabs::');
    const { idempotencyKey: turn } = here.state.turn!;
    const heard = new Promise<void>(resolve => {
      newer.onmessage = ({ data }) => data.action.type === 'replace' && resolve();
    });
    newer.postMessage({ id, turn, action: { type: 'unheard-of' } });
    newer.postMessage({ id, action: { type: 'hello' } });
    await heard;
    newer.close();
    finish();
    await sent;
    expect(texts(here)).to.deep.equal(['Hi', 'Hello']);
  });

  it('work separately if the page has no locks, as over plain http', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    try {
      const here = tab(chatFetch(eventStream(EVENTS)));
      const there = tab(chatFetch(eventStream(EVENTS)));
      await here.send('Hi');
      expect(texts(here)).to.deep.equal(['Hi', 'Hello']);
      expect(texts(there)).to.deep.equal([]);
      await there.send('Hi');
      expect(texts(there)).to.deep.equal(['Hi', 'Hello']);
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });
});

describe('ids', () => {
  it('can be made without crypto.randomUUID, as over plain http, and have 128 random bits', async () => {
    const { newId } = await import('../../../src/client/transport/new-id.ts');
    Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
    try {
      const ids = new Set(Array.from({ length: 2000 }, newId));
      expect(ids.size).to.equal(2000);
      for (const id of ids) expect(id).to.match(/^\d{1,10}(-\d{1,10}){3}$/);
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });
});
