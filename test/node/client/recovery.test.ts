import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { ConversationState, TurnStatus } from '../../../src/client/index.ts';
import { AgentClient, Conversation, secondsLeft } from '../../../src/client/index.ts';
import type { Answer, ChatFetch } from '../../fakes/chat-fetch.ts';
import { chatFetch, eventStream, refusal, reply, sse } from '../../fakes/chat-fetch.ts';

const down: Answer = () => {
  throw new TypeError('fetch failed');
};

/** A conversation in a time that passes only while it waits. */
function inStoppedTime(t: TestContext, network: ChatFetch, now: number = Date.now()) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
  const conversation = new Conversation({
    client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
  });
  const statuses: TurnStatus[] = [];
  conversation.subscribe(() => {
    const status = conversation.state.turn?.status;
    if (status && status !== statuses.at(-1)) statuses.push(status);
  });
  return {
    conversation,
    statuses,
    /** Lets time pass until the promise has settled; returns the milliseconds it took. */
    async pass(settled: Promise<unknown>): Promise<number> {
      let over = false;
      const start = Date.now();
      void settled.then(() => {
        over = true;
      });
      while (!over) {
        for (let i = 0; i < 40 && !over; i++) await new Promise(setImmediate);
        if (!over) t.mock.timers.tick(250);
        assert.ok(Date.now() - start < 600_000, 'never ends');
      }
      return Date.now() - start;
    },
  };
}

function lastText({ messages }: ConversationState): unknown {
  return messages.at(-1)?.parts;
}

const EVENTS = sse(['Hel', 'lo', '!']);
const HELLO = [{ type: 'text', text: 'Hello!' }];

describe('a connection lost in the middle of a reply', () => {
  it('is resumed after the last event, with the same key, and no token is lost or doubled', async t => {
    const network = chatFetch(
      eventStream(EVENTS.slice(0, 1), { end: 'break' }),
      down,
      eventStream(EVENTS.slice(1)),
    );
    const { conversation, statuses, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    assert.deepEqual(lastText(conversation.state), HELLO);
    const [first, second, third] = network.asked();
    assert.equal(network.asked().length, 3);
    assert.equal(first?.headers.get('Last-Event-ID'), null);
    assert.equal(second?.headers.get('Last-Event-ID'), '1');
    assert.equal(third?.headers.get('Idempotency-Key'), first?.headers.get('Idempotency-Key'));
    assert.deepEqual(statuses, ['sending', 'streaming', 'interrupted', 'streaming']);
    assert.equal(conversation.state.messages.length, 2);
  });

  it('delivers the whole reply if it breaks after each token', async t => {
    const words = ['One ', 'two ', 'three ', 'four ', 'five.'];
    const events = sse(words);
    const breaks = words.map((_, n) => eventStream(events.slice(n, n + 1), { end: 'break' }));
    const network = chatFetch(...breaks, eventStream(events.slice(-1)));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Count'));
    assert.equal(conversation.state.turn, undefined);
    assert.deepEqual(lastText(conversation.state), [{ type: 'text', text: words.join('') }]);
    assert.equal(new Set(network.asked().map(({ headers }) => headers.get('Idempotency-Key'))).size, 1);
  });

  it('shows each token once if the proxy sends events again', async t => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 2)), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    const texts: string[] = [];
    conversation.subscribe(() => texts.push(conversation.state.turn?.replyText ?? ''));
    await pass(conversation.send('Hi'));
    assert.ok(texts.includes('Hello!') && !texts.some(text => text.includes('HelloHel')));
  });

  it('keeps the text and says so if the reply cannot be resumed within 35 seconds', async t => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'break' }), down);
    const { conversation, pass } = inStoppedTime(t, network);
    assert.ok((await pass(conversation.send('Hi'))) < 35_000);
    assert.equal(network.asked().length, 3);
    const { turn, messages } = conversation.state;
    assert.equal(turn?.status, 'failed');
    assert.equal(turn?.error?.code, 'offline');
    assert.equal(turn?.replyText, 'Hel');
    assert.equal(messages.length, 1);
    await pass(conversation.send('Next'));
    assert.deepEqual(
      conversation.state.messages.map(m => m.incomplete ?? m.role),
      ['user', 'failed', 'user'],
    );
  });

  it('is resumed automatically after minutes without a network, during the reply or before it', async t => {
    let onLine = true;
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
    t.after(() => Reflect.deleteProperty(navigator, 'onLine'));
    for (const before of [0, 1]) {
      const lines = [
        eventStream(EVENTS.slice(0, before), { end: 'break' }),
        eventStream(EVENTS.slice(before)),
      ];
      let back = 0;
      const network = chatFetch((request, signal) => {
        if (!onLine && Date.now() < back) return down(request, signal);
        onLine = back > 0;
        if (onLine) return lines[1]!(request, signal);
        back = Date.now() + 180_000;
        return lines[0]!(request, signal);
      });
      const { conversation, pass } = inStoppedTime(t, network);
      await pass(conversation.send('Hi'));
      t.mock.timers.reset();
      assert.equal(conversation.state.turn, undefined);
      assert.deepEqual(lastText(conversation.state), HELLO);
      assert.equal(new Set(network.asked().map(({ headers }) => headers.get('Idempotency-Key'))).size, 1);
      assert.ok(network.asked().length < 12, 'and the device is not kept busy with it');
    }
  });

  it('is not retried automatically if its events have no ids, because the missing part is unknown', async t => {
    const network = chatFetch(
      eventStream(sse(['Hel', 'lo', '!'], undefined, false).slice(0, 1)),
      eventStream(sse(['Hel', 'lo', '!'], undefined, false)),
    );
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    assert.equal(network.asked().length, 1);
    assert.equal(conversation.state.turn?.error?.code, 'stream_interrupted');
    // The visitor asks for it: the reply comes from its beginning, under the same key, and is not doubled.
    const texts: string[] = [];
    conversation.subscribe(() => texts.push(conversation.state.turn?.replyText ?? ''));
    await pass(conversation.retry());
    assert.equal(
      network.asked()[1]?.headers.get('Idempotency-Key'),
      network.asked()[0]?.headers.get('Idempotency-Key'),
    );
    assert.deepEqual(lastText(conversation.state), HELLO);
    assert.ok(!texts.some(text => text.startsWith('HelHel')));
  });

  it('keeps the text and its conversation if the proxy no longer has the reply, and asks again only for the visitor', async t => {
    const network = chatFetch(
      eventStream(EVENTS),
      eventStream(EVENTS.slice(0, 1), { end: 'break' }),
      refusal(404, 'not_found'),
      eventStream(EVENTS),
    );
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('One'));
    await pass(conversation.send('Two'));
    assert.equal(conversation.state.turn?.error?.code, 'stream_interrupted');
    assert.equal(conversation.state.turn?.replyText, 'Hel');
    assert.equal(network.asked().length, 3);
    await pass(conversation.retry());
    const keys = network.asked().map(r => r.headers.get('Idempotency-Key'));
    assert.equal(keys[1], keys[2]);
    assert.notEqual(keys[2], keys[3]);
    assert.deepEqual(network.asked()[3]?.body, {
      message: 'Two',
      stream: true,
      conversationId: 'conversation-1',
    });
  });

  it('leads to a new request at the first press if the proxy no longer has the reply', async t => {
    const network = chatFetch(
      eventStream(EVENTS.slice(0, 1), { end: 'break' }),
      down,
      down,
      refusal(404, 'not_found'),
      eventStream(EVENTS),
    );
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    assert.equal(conversation.state.turn?.error?.code, 'offline');
    await pass(conversation.retry());
    assert.deepEqual(lastText(conversation.state), HELLO);
    assert.deepEqual(
      network.asked().map(({ headers }) => headers.get('Last-Event-ID')),
      [null, '1', '1', '1', null],
    );
  });

  it('is given up when silent: after 25 seconds and one more attempt', async t => {
    const network = chatFetch(
      eventStream(EVENTS.slice(0, 1), { end: 'hang' }),
      () => new Promise<Response>(() => {}),
    );
    const { conversation, pass } = inStoppedTime(t, network);
    const took = await pass(conversation.send('Hi'));
    assert.ok(took > 25_000 && took <= 35_000, `took ${took} ms`);
    assert.equal(network.asked().length, 2);
    assert.equal(conversation.state.turn?.error?.code, 'timeout');
    assert.equal(conversation.state.turn?.replyText, 'Hel');
  });

  it('waits half a minute for a first byte, and can be stopped at once meanwhile', async t => {
    const network = chatFetch(() => new Promise<Response>(() => {}));
    const { conversation, pass } = inStoppedTime(t, network);
    const took = await pass(conversation.send('Hi'));
    assert.ok(took >= 30_000 && took < 35_000, `took ${took} ms`);
    assert.equal(conversation.state.turn?.error?.code, 'timeout');
    const again = conversation.retry();
    await new Promise(setImmediate);
    conversation.stop();
    await again;
    assert.equal(conversation.state.turn, undefined);
    assert.equal(conversation.state.messages.at(-1)?.incomplete, 'stopped');
  });
});

describe('a stop that the network loses', () => {
  /** A reply that was running when the network went. */
  async function cutOff(t: TestContext) {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }));
    let gone = false;
    const flaky: ChatFetch = {
      ...network,
      fetch: async (input, init) => {
        const response = await network.fetch(input, init);
        if (gone) throw new TypeError('fetch failed');
        return response;
      },
    };
    const { conversation, pass } = inStoppedTime(t, flaky);
    conversation.client.visitorToken = 'visitor';
    const sent = conversation.send('Hi');
    await new Promise(setImmediate);
    gone = true;
    return {
      conversation,
      sent,
      stops: () => network.seen.filter(({ method }) => method === 'DELETE').map(({ url }) => url),
      seconds: (count: number) => pass(new Promise(over => setTimeout(over, count * 1000))),
      networkIsBack: () => {
        gone = false;
      },
    };
  }

  it('is sent once the network is back: a stopped reply costs nothing more', async t => {
    const { conversation, sent, stops, seconds, networkIsBack } = await cutOff(t);
    conversation.stop();
    await sent;
    await seconds(45);
    networkIsBack();
    const before = stops().length;
    await seconds(60);
    assert.equal(stops().length, before + 1, 'told again, and once');
    assert.equal(new Set(stops()).size, 1);
  });

  it('is sent again if a dead connection lost it', async t => {
    let told = 0;
    const dead: typeof fetch = (_, init) =>
      new Promise((answer, reject) => {
        if (++told > 1) answer(new Response(null, { status: 204 }));
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const client = new AgentClient({
      endpoint: 'http://proxy.test',
      agentId: 'agent',
      fetch: dead,
      firstByteTimeout: 10,
    });
    client.visitorToken = 'visitor';
    const stopped = client.stopWhenReachable('key').then(() => true);
    const turn = async (): Promise<void> => {
      await new Promise(setImmediate);
      t.mock.timers.tick(30_000);
    };
    while (!(await Promise.race([stopped, turn()])));
    assert.equal(told, 2);
  });

  it('is not sent for a visitor who has logged out', async t => {
    const { conversation, sent, stops, seconds, networkIsBack } = await cutOff(t);
    conversation.logout();
    await sent;
    networkIsBack();
    await seconds(120);
    assert.equal(stops().length, 1);
  });

  it('is not repeated forever', async t => {
    const { conversation, sent, stops, seconds } = await cutOff(t);
    conversation.stop();
    await sent;
    await seconds(590);
    const all = stops().length;
    await seconds(300);
    assert.ok(stops().length - all <= 1);
  });
});

describe('a service that fails', () => {
  for (const status of [500, 502, 503, 504]) {
    it(`is asked again with the same key after ${status}, with growing pauses, at most three times`, async t => {
      const network = chatFetch(refusal(status, 'upstream_unavailable'));
      const { conversation, statuses, pass } = inStoppedTime(t, network);
      const took = await pass(conversation.send('Hi'));
      assert.equal(network.asked().length, 3);
      assert.equal(new Set(network.asked().map(r => r.headers.get('Idempotency-Key'))).size, 1);
      assert.ok(took >= 3000 && took < 6000, `took ${took} ms`);
      assert.deepEqual(statuses, ['sending', 'waiting', 'sending', 'waiting', 'sending', 'failed']);
    });
  }

  it('answers on the second attempt without the visitor', async t => {
    const network = chatFetch(refusal(503, 'upstream_unavailable'), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    assert.deepEqual(lastText(conversation.state), HELLO);
  });

  for (const [status, code] of [
    [400, 'invalid_request'],
    [401, 'unauthorized'],
    [402, 'credits_exhausted'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'payload_too_large'],
    [415, 'invalid_request'],
    [422, 'invalid_request'],
  ] as const) {
    it(`is not asked again after ${status}, and a new attempt has a new key`, async t => {
      const network = chatFetch(refusal(status, code), eventStream(EVENTS));
      const { conversation, pass } = inStoppedTime(t, network);
      await pass(conversation.send('Hi'));
      assert.equal(network.asked().length, 1);
      assert.equal(conversation.state.turn?.error?.code, code);
      await pass(conversation.retry());
      assert.deepEqual(lastText(conversation.state), HELLO);
      assert.equal(conversation.state.messages.length, 2);
      assert.notEqual(
        network.asked()[0]?.headers.get('Idempotency-Key'),
        network.asked()[1]?.headers.get('Idempotency-Key'),
      );
    });
  }

  it('gets a new conversation on the next attempt if it does not know this one', async t => {
    const network = chatFetch(eventStream(EVENTS), refusal(404, 'not_found'), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('One'));
    await pass(conversation.send('Two'));
    await pass(conversation.retry());
    assert.deepEqual(
      network.asked().map(r => (r.body as { conversationId?: string }).conversationId),
      [undefined, 'conversation-1', undefined],
    );
    assert.equal(conversation.state.messages.length, 4);
  });

  it('ends a reply with an error: the text stays, and a new attempt asks again', async t => {
    const failure = 'data: {"type":"error","code":"stream_interrupted","message":"x"}\n\n';
    const network = chatFetch(eventStream([EVENTS[0]!, failure]), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    assert.equal(conversation.state.turn?.status, 'failed');
    assert.equal(conversation.state.turn?.replyText, 'Hel');
    await pass(conversation.retry());
    assert.deepEqual(lastText(conversation.state), HELLO);
    assert.notEqual(
      network.asked()[0]?.headers.get('Idempotency-Key'),
      network.asked()[1]?.headers.get('Idempotency-Key'),
    );
  });
});

describe('a limit on questions', () => {
  const now = Date.now();
  const seconds = Math.floor(now / 1000);
  const cases: [string, Record<string, string>, { wait: [number, number] } | 'fails'][] = [
    ['whole seconds', { 'Retry-After': '7' }, { wait: [7000, 8000] }],
    ['an HTTP date', { 'Retry-After': new Date(now + 20_000).toUTCString() }, { wait: [18_000, 21_000] }],
    ['Unix seconds', { 'X-RateLimit-Reset': String(seconds + 30) }, { wait: [28_000, 31_000] }],
    ['Unix milliseconds', { 'X-RateLimit-Reset': String(now + 30_000) }, { wait: [29_000, 31_000] }],
    ['nothing', {}, { wait: [1000, 2000] }],
    ['a negative number', { 'Retry-After': '-5' }, { wait: [1000, 2000] }],
    ['a time in the past', { 'X-RateLimit-Reset': String(seconds - 1000) }, { wait: [1000, 2000] }],
    ['ten years', { 'X-RateLimit-Reset': String(seconds + 315_360_000) }, 'fails'],
  ];
  for (const [name, headers, expected] of cases) {
    it(`delays the next attempt as long as ${name} ask${name.endsWith('s') ? '' : 's'}`, async t => {
      const network = chatFetch(refusal(429, 'rate_limited', headers), eventStream(EVENTS));
      const { conversation, pass } = inStoppedTime(t, network, now);
      const counts: number[] = [];
      conversation.subscribe(() => {
        const { turn } = conversation.state;
        if (turn?.status === 'waiting') counts.push(secondsLeft(turn));
      });
      const took = await pass(conversation.send('Hi'));
      if (expected === 'fails') {
        assert.equal(network.asked().length, 1);
        assert.equal(conversation.state.turn?.error?.code, 'rate_limited');
        assert.ok(conversation.state.turn!.error!.retryAfter! <= 300);
        return;
      }
      const [least, most] = expected.wait;
      assert.ok(took >= least && took <= most, `took ${took} ms`);
      assert.ok(counts.length > 0 && counts.every(count => count >= 0 && count <= 31), String(counts));
      assert.equal(network.asked().length, 2);
      assert.deepEqual(lastText(conversation.state), HELLO);
    });
  }

  it('does not delay a question until the reset if the service has failed', async t => {
    const headers = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(seconds + 50),
    };
    const network = chatFetch(refusal(502, 'upstream_unavailable', headers), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network, now);
    const took = await pass(conversation.send('Hi'));
    assert.ok(took >= 1000 && took <= 2000, `took ${took} ms`);
    assert.deepEqual(lastText(conversation.state), HELLO);
  });

  it('delays the next question if the last answer said that none is left', async t => {
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'Retry-After': '9' };
    const last = { ...headers, 'X-RateLimit-Reset': String(seconds + 9) };
    const network = chatFetch(eventStream(EVENTS, { headers: last }), eventStream(EVENTS));
    const { conversation, statuses, pass } = inStoppedTime(t, network, now);
    await pass(conversation.send('One'));
    statuses.length = 0;
    const took = await pass(conversation.send('Two'));
    assert.ok(took >= 8000 && took <= 10_000, `took ${took} ms`);
    assert.deepEqual(statuses.slice(0, 2), ['sending', 'waiting']);
    assert.equal(network.asked().length, 2);
  });

  it('is reported with its time if that is too far away, and again for the next question', async t => {
    const limit = { 'X-RateLimit-Limit': '5', 'X-RateLimit-Remaining': '0' };
    const last = { ...limit, 'X-RateLimit-Reset': String(seconds + 900) };
    const until = (wait: number) => refusal(429, 'rate_limited', { ...last, 'Retry-After': `${wait}` });
    const network = chatFetch(eventStream(EVENTS, { headers: last }), until(900), until(890));
    const { conversation, pass } = inStoppedTime(t, network, now);
    await pass(conversation.send('One'));
    assert.ok((await pass(conversation.send('Two'))) < 1000);
    assert.equal(conversation.state.turn?.error?.retryAfter, 900);
    assert.ok((await pass(conversation.retry())) < 1000);
    assert.equal(conversation.state.turn?.error?.retryAfter, 890);
  });

  it('causes one automatic retry at most', async t => {
    const network = chatFetch(refusal(429, 'rate_limited', { 'Retry-After': '2' }));
    const { conversation, pass } = inStoppedTime(t, network, now);
    await pass(conversation.send('Hi'));
    assert.equal(network.asked().length, 2);
    assert.equal(conversation.state.turn?.error?.retryAfter, 2);
  });

  it('shows what the proxy waits for before the first token', async t => {
    const network = chatFetch(eventStream([': waiting 12\n\n', ...EVENTS]));
    const { conversation, statuses, pass } = inStoppedTime(t, network, now);
    let left = 0;
    conversation.subscribe(() => {
      const { turn } = conversation.state;
      if (turn?.status === 'waiting') left = secondsLeft(turn);
    });
    await pass(conversation.send('Hi'));
    assert.equal(left, 12);
    assert.deepEqual(statuses, ['sending', 'waiting', 'streaming']);
  });
});

describe('a clock that is wrong', () => {
  const year = 365 * 24 * 3600_000;
  for (const [name, skew] of [
    ['a year behind', -year],
    ['a year ahead', year],
  ] as const) {
    it(`${name}: the wait is as long as the service means it`, async t => {
      const real = Date.now();
      const headers = {
        Date: new Date(real).toUTCString(),
        'X-RateLimit-Reset': String(Math.floor(real / 1000) + 20),
      };
      const network = chatFetch(refusal(429, 'rate_limited', headers), eventStream(EVENTS));
      const { conversation, pass } = inStoppedTime(t, network, real + skew);
      let left = 0;
      conversation.subscribe(() => {
        const { turn } = conversation.state;
        if (turn?.status === 'waiting') left = secondsLeft(turn);
      });
      const took = await pass(conversation.send('Hi'));
      assert.ok(took > 18_000 && took < 22_000, `took ${took} ms`);
      assert.ok(left > 18 && left < 22, `counted from ${left}`);
    });
  }
});

describe('the visitor’s actions on replies', () => {
  it('asking the last question again replaces its reply', async t => {
    const network = chatFetch(eventStream(sse(['One'])), eventStream(sse(['Two'])));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    await pass(conversation.retry());
    assert.deepEqual(
      conversation.state.messages.map(m => m.parts),
      [[{ type: 'text', text: 'Hi' }], [{ type: 'text', text: 'Two' }]],
    );
    assert.notEqual(
      network.asked()[0]?.headers.get('Idempotency-Key'),
      network.asked()[1]?.headers.get('Idempotency-Key'),
    );
  });

  it('editing the last question replaces it', async t => {
    const network = chatFetch(eventStream(sse(['One'])), eventStream(sse(['Two'])));
    const { conversation, pass } = inStoppedTime(t, network);
    await pass(conversation.send('Hi'));
    await pass(conversation.editLast('Hello there'));
    assert.deepEqual(
      conversation.state.messages.map(m => m.parts),
      [[{ type: 'text', text: 'Hello there' }], [{ type: 'text', text: 'Two' }]],
    );
    await assert.rejects(conversation.editLast('  '), { code: 'invalid_message' });
    assert.equal(conversation.state.messages.length, 2);
  });

  it('the reason of an incomplete reply is kept', async t => {
    const cut = reply('Half', { finishReason: 'length' });
    const { conversation, pass } = inStoppedTime(t, chatFetch(eventStream(sse(['Half'], cut))));
    await pass(conversation.send('Hi'));
    assert.equal(conversation.state.messages.at(-1)?.finishReason, 'length');
  });

  it('one request is open at most, however often it is sent, and none after stop', async t => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    const sends = Array.from({ length: 20 }, (_, i) => conversation.send(`Hi ${i}`).catch((e: unknown) => e));
    await new Promise(setImmediate);
    assert.equal(network.asked().length, 1);
    conversation.stop();
    conversation.stop();
    await Promise.all(sends);
    assert.equal(network.seen.filter(r => r.method === 'DELETE').length, 1);
    assert.equal(conversation.state.messages.filter(m => m.role === 'user').length, 1);
    await pass(conversation.send('Next'));
    assert.deepEqual(lastText(conversation.state), HELLO);
  });

  it('a question can be sent at once after stop', async t => {
    const network = chatFetch(eventStream(EVENTS.slice(0, 1), { end: 'hang' }), eventStream(EVENTS));
    const { conversation, pass } = inStoppedTime(t, network);
    void conversation.send('One');
    await new Promise(setImmediate);
    conversation.stop();
    await pass(conversation.send('Two'));
    assert.deepEqual(lastText(conversation.state), HELLO);
    assert.equal(conversation.state.messages.filter(m => m.role === 'user').length, 2);
  });

  it('an empty message, or one of more than 2000 characters, is not sent', async () => {
    const network = chatFetch();
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
    });
    for (const text of ['', ' \n', '\u3000\u200b', 'x'.repeat(2001), '😀'.repeat(2001)]) {
      await assert.rejects(conversation.send(text), { code: 'invalid_message' });
    }
    for (const other of [null, undefined, 5, {}]) {
      await assert.rejects(conversation.send(other as never), { code: 'invalid_message' });
    }
    assert.equal(network.seen.length, 0);
    assert.equal(conversation.state.messages.length, 0);
  });

  it('an invalid message is not restored, and the conversation stays', () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: chatFetch().fetch }),
    });
    conversation.restore({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] });
    const odd = [
      { role: 'user', parts: [] },
      { role: 'assistant', text: 'Hello' },
    ] as never;
    assert.throws(() => conversation.restore({ messages: odd }), /messages\[1\]\.parts/);
    for (const part of [null, 'Hello', {}]) {
      const messages = [{ role: 'assistant', parts: [part] }] as never;
      assert.throws(() => conversation.restore({ messages }), /messages\[0\]\.parts/);
    }
    const round: { type: string; self?: unknown } = { type: 'page' };
    round.self = round;
    const disguised = Object.assign([{ type: 'page' }], { toJSON: () => 'Hi' });
    for (const parts of [[round], [{ type: 'page', count: 1n }], disguised]) {
      const messages = [{ role: 'assistant' as const, parts }];
      assert.throws(() => conversation.restore({ messages }), /messages\[0\]\.parts: is not valid/);
    }
    for (const createdAt of ['yesterday', Number.NaN, 1e300]) {
      const messages = [{ role: 'user' as const, parts: [], createdAt }];
      assert.throws(() => conversation.restore({ messages }), /messages\[0\]\.createdAt/);
    }
    assert.equal(conversation.state.messages.length, 1);
  });

  it('the error names the field of a restored message that can be neither rendered nor stored', () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: chatFetch().fetch }),
    });
    const parts = [{ type: 'text', text: 'Hi' }];
    for (const odd of [
      { role: 'bot', parts },
      { role: 'user', parts: ['Hi'] },
      { role: 'user', parts, createdAt: 'last week' },
    ]) {
      const [field] = Object.entries(odd).findLast(([name]) => name !== 'parts' || odd.parts !== parts)!;
      assert.throws(
        () => conversation.restore({ messages: [odd as never] }),
        ({ code, message }) => code === 'invalid_request' && message.startsWith(`messages[0].${field}:`),
      );
    }
    assert.deepEqual(conversation.state.messages, []);
  });

  it('the error names a missing list of messages, or an empty entry in it', () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: chatFetch().fetch }),
    });
    for (const odd of [undefined, null, {}, { messages: 'Hi' }, { messages: { 0: 'Hi', length: 1 } }]) {
      assert.throws(() => conversation.restore(odd as never), {
        code: 'invalid_request',
        message: 'messages: must be an array',
      });
    }
    assert.throws(() => conversation.restore({ messages: [null as never] }), /messages\[0\]\.parts/);
  });

  it('a rating that no service can receive gets no thanks', async () => {
    const network = chatFetch();
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: network.fetch }),
    });
    conversation.restore({
      messages: [{ id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    await assert.rejects(conversation.rate('a', 'up'), { code: 'not_found' });
    assert.equal(conversation.state.messages[0]?.feedback, undefined);
    assert.equal(network.seen.length, 0);
  });

  it('an earlier conversation is accepted as a database returns it: dates as text, duplicate ids or numbers', () => {
    const conversation = new Conversation({
      client: new AgentClient({ endpoint: 'http://proxy.test', agentId: 'agent', fetch: chatFetch().fetch }),
    });
    const messages = ['2026-01-02T03:04:05Z', new Date(5), 5, null].map(createdAt => ({
      ...{ id: 7, role: 'user', parts: [{ type: 'text', text: 'Hi' }], createdAt },
    }));
    conversation.restore({ messages: messages as never });
    const { messages: shown } = conversation.state;
    assert.equal(new Set(shown.map(message => message.key)).size, 4);
    for (const { id, createdAt } of shown) {
      assert.equal(id, '7');
      assert.ok(Number.isSafeInteger(createdAt), `${createdAt}`);
    }
    assert.equal(shown[0]!.createdAt, Date.UTC(2026, 0, 2, 3, 4, 5));
  });
});
