import { expect } from '@open-wc/testing';
import type { ConversationOptions } from '../../../src/client/index.ts';
import { AgentClient, Conversation } from '../../../src/client/index.ts';
import type { Answer, ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, reply, sse } from '../../fakes/chat-fetch.ts';
import { texts, until } from './harness.ts';

const EVENTS = sse(['Hel', 'lo']);

/** A visit of a page: the same visitor, a fresh page. */
function visit(
  network: ChatFetch,
  options: Partial<ConversationOptions> & { userId?: string; agentId?: string } = {},
): Conversation {
  const { userId, agentId = 'agent', ...rest } = options;
  const conversation = new Conversation({
    client: new AgentClient({
      endpoint: 'http://proxy.test',
      agentId,
      fetch: network.fetch,
      ...(userId !== undefined && { userId, userHash: 'canary-hash' }),
    }),
    ...rest,
  });
  open.push(conversation);
  return conversation;
}

/** What leaving the page does. */
function leave(conversation: Conversation): void {
  conversation.suspend();
}

function storedKeys(): string[] {
  return Object.keys(localStorage).filter(key => key.startsWith('agent-chat:'));
}

const withToken: Answer = eventStream(EVENTS, { headers: { 'X-Visitor-Token': 'visitor-token' } });
let open: Conversation[] = [];

// The test runner itself ends at a `pagehide`, so the two events go to the conversation's own listeners only.
const transitions = new EventTarget();
const { addEventListener, removeEventListener } = window;
const divert =
  (method: 'addEventListener' | 'removeEventListener') =>
  (type: string, listener: EventListener): void =>
    (type.startsWith('page') ? transitions : EventTarget.prototype)[method].call(
      type.startsWith('page') ? transitions : window,
      type,
      listener,
    );
before(() =>
  Object.assign(window, {
    addEventListener: divert('addEventListener'),
    removeEventListener: divert('removeEventListener'),
  }),
);
after(() => Object.assign(window, { addEventListener, removeEventListener }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  for (const conversation of open) conversation.suspend();
  open = [];
});

describe('a conversation over several visits', () => {
  it('stores nothing before the visitor acts', () => {
    const conversation = visit(chatFetch());
    conversation.markRead();
    conversation.restore({
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'Hello again' }] }],
    });
    conversation.startNew();
    leave(conversation);
    expect(storedKeys()).to.deep.equal([]);
  });

  it('returns after a reload, with the same visitor', async () => {
    const first = visit(chatFetch(withToken));
    await first.send('Hi');
    leave(first);
    const network = chatFetch(withToken);
    const second = visit(network);
    expect(texts(second)).to.deep.equal(['Hi', 'Hello']);
    expect(second.state.unread).to.equal(1);
    await second.send('And?');
    expect(network.asked()[0]?.headers.get('X-Visitor-Token')).to.equal('visitor-token');
    expect(network.asked()[0]?.body).to.include({ conversationId: 'conversation-1' });
  });

  it('keeps the same visitor if a script of the page clears the storage', async () => {
    const first = visit(chatFetch(withToken));
    await first.send('Hi');
    localStorage.clear();
    await first.send('And?');
    leave(first);
    const network = chatFetch(withToken);
    await visit(network).send('So?');
    expect(network.asked()[0]?.headers.get('X-Visitor-Token')).to.equal('visitor-token');
    expect(network.asked()[0]?.body).to.include({ conversationId: 'conversation-1' });
  });

  it('resumes a reply that was running when the page was left, after its last event', async () => {
    const firstNetwork = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }));
    const first = visit(firstNetwork);
    void first.send('Hi');
    await until(first, () => first.state.turn?.replyText === 'Hel');
    transitions.dispatchEvent(new Event('pagehide'));
    expect(firstNetwork.asked()[0]?.aborted).to.equal(true);
    expect(firstNetwork.seen.some(request => request.method === 'DELETE')).to.equal(false);
    const network = chatFetch(eventStream(EVENTS.slice(1)));
    const second = visit(network);
    await until(second, () => second.state.turn === undefined);
    expect(texts(second)).to.deep.equal(['Hi', 'Hello']);
    expect(network.asked()[0]?.headers.get('Last-Event-ID')).to.equal('1');
    expect(network.asked()[0]?.headers.get('Idempotency-Key')).to.equal(
      firstNetwork.asked()[0]?.headers.get('Idempotency-Key'),
    );
  });

  it('resumes automatically when the page comes back from the browser’s cache', async () => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }), eventStream(EVENTS.slice(1)));
    const conversation = visit(network);
    void conversation.send('Hi');
    await until(conversation, () => conversation.state.turn?.replyText === 'Hel');
    transitions.dispatchEvent(new Event('pagehide'));
    expect(conversation.state.turn?.status).to.equal('interrupted');
    transitions.dispatchEvent(new Event('pageshow'));
    await until(conversation, () => conversation.state.turn === undefined);
    expect(texts(conversation)).to.deep.equal(['Hi', 'Hello']);
  });

  it('closes the connection when the element leaves the page, and opens it again when it returns', async () => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }), eventStream(EVENTS.slice(1)));
    const conversation = visit(network);
    void conversation.send('Hi');
    await until(conversation, () => conversation.state.turn?.replyText === 'Hel');
    conversation.suspend();
    expect(network.asked()[0]?.aborted).to.equal(true);
    conversation.resume();
    await until(conversation, () => conversation.state.turn === undefined);
    expect(network.asked()).to.have.length(2);
    expect(texts(conversation)).to.deep.equal(['Hi', 'Hello']);
  });

  it('keeps the text as failed if the page was away too long to resume', async () => {
    const first = visit(chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' })));
    void first.send('Hi');
    await until(first, () => first.state.turn?.replyText === 'Hel');
    leave(first);
    const key = storedKeys().find(name => name.includes(':turn:'))!;
    const stored = JSON.parse(localStorage.getItem(key)!) as { at: number };
    localStorage.setItem(key, JSON.stringify({ ...stored, at: stored.at - 200_000 }));
    const network = chatFetch(eventStream(EVENTS));
    const second = visit(network);
    expect(second.state.turn?.status).to.equal('failed');
    expect(second.state.turn?.replyText).to.equal('Hel');
    expect(network.seen).to.have.length(0);
    await second.retry();
    expect(texts(second)).to.deep.equal(['Hi', 'Hello']);
  });

  it('keeps a draft for each conversation', async () => {
    const first = visit(chatFetch(withToken));
    first.draft = 'Before I begin';
    leave(first);
    const second = visit(chatFetch(withToken));
    expect(second.draft).to.equal('Before I begin');
    await second.send('Hi');
    expect(second.draft).to.equal('');
    second.draft = 'And then';
    const { id } = second.earlier[0]!;
    second.startNew();
    expect(second.draft).to.equal('');
    second.open(id);
    expect(second.draft).to.equal('And then');
  });

  it('lists earlier conversations, opens and deletes them', async () => {
    const network = chatFetch(
      eventStream(sse(['A'], reply('A', { conversationId: 'a' }))),
      eventStream(sse(['B'], reply('B', { conversationId: 'b' }))),
      eventStream(sse(['C'], reply('C', { conversationId: 'a' }))),
    );
    const conversation = visit(network);
    await conversation.send('First question');
    conversation.startNew();
    expect(conversation.state.messages).to.have.length(0);
    await conversation.send('Second question');
    expect(conversation.earlier.map(entry => entry.title)).to.deep.equal([
      'Second question',
      'First question',
    ]);
    const first = conversation.earlier[1]!.id;
    expect(conversation.open(first)).to.equal(true);
    expect(texts(conversation)).to.deep.equal(['First question', 'A']);
    await conversation.send('More');
    expect(network.asked()[2]?.body).to.include({ conversationId: 'a' });
    conversation.forget(first);
    expect(conversation.state.messages).to.have.length(0);
    expect(conversation.earlier.map(entry => entry.title)).to.deep.equal(['Second question']);
    expect(conversation.open(first)).to.equal(false);
  });

  it('is deleted after its time to live', async () => {
    const first = visit(chatFetch(withToken));
    await first.send('Hi');
    leave(first);
    const second = visit(chatFetch(), { timeToLive: -1 });
    expect(second.state.messages).to.have.length(0);
    expect(storedKeys().filter(key => key.includes(':state:'))).to.deep.equal([]);
  });

  it('keeps nothing of a visitor after the time to live, neither their first message nor their id', async () => {
    const first = visit(chatFetch(withToken));
    await first.send('My number is 4711');
    leave(first);
    leave(visit(chatFetch(), { timeToLive: -1 }));
    expect(storedKeys()).to.deep.equal([]);
  });
});

describe('an element that is moved a thousand times', () => {
  it('leaves no listener and no connection behind', async () => {
    let listeners = 0;
    const { addEventListener: add, removeEventListener: remove } = window;
    const counted = new Set<unknown>();
    window.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += counted.has(args[1]) ? 0 : 1;
      counted.add(args[1]);
      add.apply(window, args);
    };
    window.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= counted.delete(args[1]) ? 1 : 0;
      remove.apply(window, args);
    };
    const network = chatFetch(
      ...Array.from({ length: 1001 }, () => eventStream(EVENTS.slice(0, 1), { end: 'hang' as const })),
    );
    const conversation = visit(network);
    void conversation.send('Hi');
    await until(conversation, () => conversation.state.turn?.replyText === 'Hel');
    for (let i = 0; i < 1000; i++) {
      conversation.suspend();
      conversation.resume();
    }
    await until(conversation, () => conversation.state.turn?.status === 'streaming');
    conversation.suspend();
    Object.assign(window, { addEventListener: add, removeEventListener: remove });
    expect(listeners).to.equal(0);
    expect(network.asked().every(request => request.aborted)).to.equal(true);
    expect(conversation.state.turn?.replyText).to.equal('Hel');
    expect(conversation.state.messages).to.have.length(1);
  });
});

describe('where a conversation is kept', () => {
  it('is what the site chooses: this tab, this page, or nowhere', async () => {
    const session = visit(chatFetch(withToken), { persist: 'session' });
    await session.send('Hi');
    expect(texts(visit(chatFetch(), { persist: 'session' }))).to.deep.equal(['Hi', 'Hello']);
    const memory = visit(chatFetch(withToken), { persist: 'memory', agentId: 'memory-agent' });
    await memory.send('Hi');
    expect(texts(visit(chatFetch(), { persist: 'memory', agentId: 'memory-agent' }))).to.deep.equal([
      'Hi',
      'Hello',
    ]);
    const none = visit(chatFetch(withToken), { persist: 'none' });
    await none.send('Hi');
    expect(texts(visit(chatFetch(), { persist: 'none' }))).to.deep.equal([]);
    expect(storedKeys()).to.deep.equal([]);
  });

  it('contains neither the user’s hash nor messages of another agent or user', async () => {
    const alice = visit(chatFetch(withToken), { userId: 'alice' });
    await alice.send('Hi');
    leave(alice);
    expect(JSON.stringify({ ...localStorage })).not.to.contain('canary-hash');
    expect(texts(visit(chatFetch(), { userId: 'alice', agentId: 'other' }))).to.deep.equal([]);
    expect(texts(visit(chatFetch()))).to.deep.equal([]);
    expect(texts(visit(chatFetch(), { userId: 'alice' }))).to.deep.equal([]);
  });

  it('deletes what the previous user of the page stored', async () => {
    const nobody = visit(chatFetch(withToken), { agentId: 'changing' });
    await nobody.send('Hi');
    nobody.suspend();
    const carol = visit(chatFetch(), { userId: 'carol', agentId: 'changing' });
    expect(carol.state.messages).to.have.length(0);
    expect(storedKeys()).to.deep.equal([]);
  });

  it('shows a second user nothing of the first, and leaves nothing of the first behind', async () => {
    const alice = visit(chatFetch(withToken), { userId: 'alice', agentId: 'shop' });
    await alice.send('Hi');
    leave(alice);
    const bob = visit(chatFetch(), { userId: 'bob', agentId: 'shop' });
    expect(bob.state.messages).to.have.length(0);
    expect(storedKeys().some(key => key.includes('alice'))).to.equal(false);
  });

  it('is empty after a logout, and a late answer restores nobody', async () => {
    const conversation = visit(
      chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang', headers: { 'X-Visitor-Token': 't' } })),
    );
    void conversation.send('Hi');
    await until(conversation, () => conversation.state.turn?.replyText === 'Hel');
    conversation.draft = 'x';
    conversation.logout();
    expect(conversation.state.messages).to.have.length(0);
    expect(conversation.client.visitorToken).to.equal(undefined);
    expect(storedKeys()).to.deep.equal([]);
  });

  for (const persist of ['session', 'memory', 'none'] as const)
    it(`leaves nothing at a logout of what was stored before the page chose ${persist}`, async () => {
      const earlier = visit(chatFetch(withToken));
      await earlier.send('Hi');
      leave(earlier);
      expect(storedKeys()).not.to.deep.equal([]);
      visit(chatFetch(), { persist }).logout();
      expect(storedKeys()).to.deep.equal([]);
    });
});

describe('storage that does not work', () => {
  const proto = Storage.prototype;
  const { setItem, getItem } = proto;
  afterEach(() => {
    proto.setItem = setItem;
    proto.getItem = getItem;
  });

  const throwing = (): never => {
    throw new DOMException('no', 'QuotaExceededError');
  };

  it('is full: the conversation continues in memory', async () => {
    proto.setItem = throwing;
    const conversation = visit(chatFetch(withToken));
    await conversation.send('Hi');
    conversation.draft = 'x';
    expect(conversation.draft).to.equal('x');
    expect(texts(conversation)).to.deep.equal(['Hi', 'Hello']);
    await conversation.send('Again');
    expect(conversation.state.messages).to.have.length(4);
  });

  it('fills up: what was stored until then returns on the next visit', async () => {
    const conversation = visit(chatFetch(withToken));
    await conversation.send('Hi');
    proto.setItem = throwing;
    await conversation.send('Again');
    expect(conversation.state.messages).to.have.length(4);
    leave(conversation);
    expect(texts(visit(chatFetch()))).to.deep.equal(['Hi', 'Hello']);
  });

  it('is forbidden: the conversation continues in memory', async () => {
    proto.setItem = throwing;
    proto.getItem = throwing;
    const conversation = visit(chatFetch(withToken));
    await conversation.send('Hi');
    expect(texts(conversation)).to.deep.equal(['Hi', 'Hello']);
  });

  it('is sandboxed, without storage and locks: the conversation continues in memory', async () => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const { request } = LockManager.prototype;
    const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
    LockManager.prototype.request = async () => denied();
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: denied });
    try {
      const conversation = visit(chatFetch(withToken));
      await conversation.send('Hi');
      await conversation.send('Again');
      expect(texts(conversation)).to.deep.equal(['Hi', 'Hello', 'Again', 'Hello']);
    } finally {
      LockManager.prototype.request = request;
      Object.defineProperty(globalThis, 'localStorage', real);
    }
  });

  it('is full of old conversations: the oldest are deleted', async () => {
    const conversation = visit(chatFetch(withToken));
    await conversation.send('Old');
    conversation.startNew();
    proto.setItem = function (this: Storage, key: string, value: string): void {
      if (
        Object.keys(this).filter(k => k.includes(':state:') && k !== key).length > 0 &&
        key.includes(':state:')
      ) {
        throwing();
      }
      setItem.call(this, key, value);
    };
    await conversation.send('New');
    proto.setItem = setItem;
    leave(conversation);
    const next = visit(chatFetch());
    expect(texts(next)).to.deep.equal(['New', 'Hello']);
    expect(next.earlier.map(entry => entry.title)).to.deep.equal(['New']);
  });

  const spoiled: [string, (text: string) => string][] = [
    ['cut off', text => text.slice(0, text.length / 2)],
    ['of an old version', text => text.replace('"v":1', '"v":0')],
    ['null', () => 'null'],
    ['a number', () => '7'],
    ['an array', () => '[]'],
    ['empty', () => ''],
    ['of other types', () => '{"v":1,"messages":{"length":5},"list":5,"current":{},"turn":[]}'],
    [
      'of messages that are none',
      () => '{"v":1,"messages":[1,null,{},{"role":"user","parts":[null]}],"list":[null],"turn":{}}',
    ],
    ['of times that no calendar has', text => text.replace(/At":\d+/g, 'At":1e20')],
    ['a prototype', () => '{"v":1,"__proto__":{"polluted":true},"messages":[]}'],
  ];
  for (const [name, spoil] of spoiled) {
    it(`is corrupt (${name}): the chat starts afresh without an error`, async () => {
      const first = visit(chatFetch(withToken));
      await first.send('Hi');
      leave(first);
      for (const key of storedKeys()) {
        if (!key.endsWith(':token')) localStorage.setItem(key, spoil(localStorage.getItem(key)!));
      }
      const second = visit(chatFetch(withToken));
      expect(second.state.messages).to.have.length(0);
      await second.send('Hi');
      expect(texts(second)).to.deep.equal(['Hi', 'Hello']);
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    });
  }
});
