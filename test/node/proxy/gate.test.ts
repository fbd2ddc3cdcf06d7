import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { ProtocolError } from '../../../src/protocol/errors.ts';
import { consoleLogger } from '../../../src/proxy/operations/logger.ts';
import { noMetrics } from '../../../src/proxy/operations/metrics.ts';
import { Gate } from '../../../src/proxy/upstream/gate.ts';
import { type OutgoingMessage, sendWithRetry } from '../../../src/proxy/upstream/send.ts';
import type { UpstreamAnswer } from '../../../src/proxy/upstream/upstream.ts';
import { event, message, openStream, RATE_HEADERS, refuse, reply } from '../../fakes/upstream.ts';
import { setUp, until } from './harness.ts';

const START = 1_800_000_000_000;

function clock(t: TestContext): (ms: number) => Promise<void> {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });
  return async ms => {
    t.mock.timers.tick(ms);
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
}

function rate(remaining: number, resetInSeconds: number, limit = 60): Headers {
  return new Headers({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START / 1000 + resetInSeconds),
  });
}

function enter(gate: Gate, visitor: string, log: string[], patience = 120_000): Promise<number> {
  const signal = new AbortController().signal;
  return gate.enter({ visitor, signal, patience }).then(turn => {
    log.push(visitor);
    return turn;
  });
}

test('with nothing left, a message waits for the reset and no longer', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
  const log: string[] = [];
  const turn = await enter(gate, 'a', log);
  gate.release(turn, rate(0, 20));
  const waiting = enter(gate, 'b', log);
  await pass(19_900);
  assert.deepEqual(log, ['a']);
  await pass(100);
  await waiting;
  assert.deepEqual(log, ['a', 'b']);
});

for (const [much, back] of [
  ['an hour', 3_600_000],
  ['a minute', 61_000],
] as const) {
  test(`a clock set back ${much} while nothing is left delays nobody by ${much}`, async t => {
    clock(t);
    const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
    const log: string[] = [];
    const turn = await enter(gate, 'a', log);
    gate.release(turn, rate(0, 20));
    gate.block(20_000);
    t.mock.timers.setTime(START - back);
    assert.ok(gate.rate!.reset <= (START - back) / 1000 + 60);
    const next = await enter(gate, 'b', log);
    assert.deepEqual(log, ['a', 'b']);
    gate.release(next, rate(59, 60 - back / 1000));
    await enter(gate, 'c', log);
    assert.deepEqual(log, ['a', 'b', 'c']);
  });
}

test('a reset is awaited even if the answer has no limit, or a negative remainder', async t => {
  const pass = clock(t);
  for (const spoil of [
    (headers: Headers) => headers.delete('X-RateLimit-Limit'),
    (headers: Headers) => headers.set('X-RateLimit-Remaining', '-1'),
  ]) {
    const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
    const log: string[] = [];
    const turn = await enter(gate, 'a', log);
    const headers = rate(0, (Date.now() - START) / 1000 + 20);
    spoil(headers);
    gate.release(turn, headers);
    const waiting = enter(gate, 'b', log);
    await pass(19_900);
    assert.deepEqual(log, ['a']);
    await pass(100);
    await waiting;
  }
});

test('of the running requests, only those sent after the answered one reduce its remainder', async t => {
  clock(t);
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
  const turns: number[] = [];
  for (const visitor of 'abcdefghij') turns.push(await enter(gate, visitor, []));
  gate.release(turns[4]!, rate(55, 20));
  assert.equal(gate.rate?.remaining, 50);
  gate.release(turns[9]!, rate(50, 20));
  assert.equal(gate.rate?.remaining, 50);
  gate.release(turns[0]!, rate(59, 20));
  assert.equal(gate.rate?.remaining, 50);
});

test('a refusal for the rest of the day does not change the window of a minute', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
  const log: string[] = [];
  const turn = await enter(gate, 'capped', log);
  const headers = rate(1, 20);
  headers.set('Retry-After', '36000');
  gate.release(turn, headers);
  await enter(gate, 'last', log);
  const waiting = enter(gate, 'next', log);
  await pass(20_000);
  await waiting;
});

test('one visitor’s flood does not hold up another', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 100, waitingPerVisitor: 50 });
  const log: string[] = [];
  const turn = await enter(gate, 'first', log);
  gate.release(turn, rate(0, 10, 4));
  const waiting = [...Array.from({ length: 20 }, () => enter(gate, 'flood', log)), enter(gate, 'calm', log)];
  for (const promise of waiting) promise.catch(() => {});
  await pass(10_000);
  assert.deepEqual(log, ['first', 'flood', 'calm', 'flood', 'flood']);
});

test('a visitor who would wait too long, or has too many waiting messages, learns when to return', async t => {
  clock(t);
  const gate = new Gate({ waiting: 3, waitingPerVisitor: 2 });
  const log: string[] = [];
  const turn = await enter(gate, 'a', log);
  gate.release(turn, rate(0, 50));
  const refused = async (visitor: string, patience?: number): Promise<ProtocolError> => {
    const error = await enter(gate, visitor, log, patience).catch((reason: unknown) => reason);
    assert.ok(error instanceof ProtocolError);
    return error;
  };
  assert.equal((await refused('b', 49_000)).retryAfter, 50);
  for (const visitor of ['b', 'b', 'c']) enter(gate, visitor, log).catch(() => {});
  assert.equal((await refused('b')).code, 'rate_limited');
  assert.equal((await refused('d')).code, 'rate_limited');
  assert.equal(gate.waiting, 3);
});

test('a visitor who leaves the queue makes room in it', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 1, waitingPerVisitor: 1 });
  const log: string[] = [];
  const turn = await enter(gate, 'a', log);
  gate.release(turn, rate(0, 10));
  const leaving = new AbortController();
  const left = gate.enter({ visitor: 'b', signal: leaving.signal, patience: 60_000 });
  leaving.abort();
  await assert.rejects(left, { name: 'AbortError' });
  const next = enter(gate, 'c', log);
  await pass(10_000);
  await next;
  assert.deepEqual(log, ['a', 'c']);
});

test('after a 429 the message is sent again at the reset, once, and the visitor sees the reason', async t => {
  const { chat, upstream } = await setUp(t);
  const times: number[] = [];
  upstream.onChat((request, response) => {
    times.push(Date.now());
    if (times.length > 1) {
      reply(request, response, ['hello']);
      return;
    }
    refuse(response, 429, {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 1),
    });
  });
  const response = await chat({ message: 'hi', stream: true });
  const text = await response.text();
  assert.match(text, /^: waiting [123]\n\n/);
  assert.match(text, /"content":"hello"/);
  assert.equal(times.length, 2);
  assert.ok(times[1]! - times[0]! >= 1000);
});

/** One visitor's question to a service that answers like this. */
async function askOnce(send: OutgoingMessage['send'], signal: AbortSignal): Promise<UpstreamAnswer> {
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
  return sendWithRetry(
    { gate, metrics: noMetrics, logger: consoleLogger, attempts: 3, waitSeconds: 60, silenceSeconds: 120 },
    { send, visitor: 'a', trace: { requestId: 'request' }, signal, onWait() {} },
  );
}

/** Asks a service that always says 429, with these headers. Returns the seconds of its tries, and how it ended. */
async function askRefused(
  t: TestContext,
  headers: (attempt: number) => Record<string, string>,
  statusOf: (attempt: number) => number = () => 429,
): Promise<{ tries: number[]; error: ProtocolError }> {
  const pass = clock(t);
  const tries: number[] = [];
  const stopping = new AbortController();
  let error: unknown;
  const send = async () => {
    const given = new Headers({ Date: new Date().toUTCString(), ...headers(tries.length) });
    const status = statusOf(tries.length);
    if (tries.push((Date.now() - START) / 1000) > 20) stopping.abort(new Error('asked without end'));
    return { ok: false, status, headers: given, body: { each: async () => {}, cancel() {} } };
  };
  const asked = askOnce(send, stopping.signal).catch((reason: unknown) => {
    error = reason;
  });
  await pass(0);
  while (error === undefined) await pass(250);
  await asked;
  if (!(error instanceof ProtocolError)) throw error;
  return { tries, error };
}

test('a visitor who presses Stop while a failure of the service is read waits for nothing', async t => {
  const pass = clock(t);
  const stopping = new AbortController();
  let outcome: unknown;
  const body = { each: async () => stopping.abort(), cancel() {} };
  const send = async () => ({ ok: false, status: 500, headers: new Headers(), body });
  void askOnce(send, stopping.signal).catch((reason: unknown) => {
    outcome = reason;
  });
  await pass(0);
  assert.equal(outcome, stopping.signal.reason);
});

function untilReset(seconds: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + seconds),
  };
}

test('a service that keeps refusing is asked again after 1 s and 2 s, however near its reset is', async t => {
  for (const headers of [
    () => untilReset(0),
    () => untilReset(-3600),
    () => ({ 'Retry-After': '0' }),
    () => ({}),
  ]) {
    const { tries, error } = await askRefused(t, headers);
    assert.deepEqual(tries, [0, 1, 3]);
    assert.deepEqual([error.code, error.status, error.retryAfter], ['rate_limited', 429, 4]);
    assert.equal(error.retriable, false, 'the widget must not ask again');
    t.mock.timers.reset();
  }
});

test('a clock set back while the service refuses does not make the question wait longer than allowed', async t => {
  for (const back of [3_600_000, 365 * 86_400_000]) {
    const { tries, error } = await askRefused(
      t,
      () => untilReset(10),
      attempt => {
        if (attempt === 0) t.mock.timers.setTime(START - back);
        return 429;
      },
    );
    const seconds = tries.map(second => (second < 0 ? second + back / 1000 : second));
    assert.deepEqual(seconds, [0, 10, 20]);
    assert.equal(error.code, 'rate_limited');
    t.mock.timers.reset();
  }
});

test('a reset that is further away is awaited each time', async t => {
  const { tries } = await askRefused(t, () => untilReset(10));
  assert.deepEqual(tries, [0, 10, 20]);
});

test('a shorter Retry-After does not move the reset closer, and a longer one applies', async t => {
  const shorter = await askRefused(t, () => ({ ...untilReset(20), 'Retry-After': '1' }));
  assert.deepEqual(shorter.tries, [0, 20, 40]);
  t.mock.timers.reset();
  const longer = await askRefused(t, () => ({ ...untilReset(1), 'Retry-After': '25' }));
  assert.deepEqual(longer.tries, [0, 25, 50]);
});

test('a message reaches a service three times at most, in whatever order it refuses and fails', async t => {
  t.mock.method(Math, 'random', () => 0);
  for (const [statuses, code] of [
    [[429, 429, 503], 'upstream_unavailable'],
    [[429, 503, 429], 'rate_limited'],
    [[503, 429, 429], 'rate_limited'],
    [[503, 503, 429], 'rate_limited'],
  ] as const) {
    const { tries, error } = await askRefused(
      t,
      () => ({}),
      attempt => statuses[attempt] ?? 200,
    );
    assert.deepEqual(tries, [0, 1, 3], statuses.join());
    assert.deepEqual([error.code, error.retriable], [code, false]);
    t.mock.timers.reset();
  }
});

test('once the service was asked, a wait that is too long is the end, for the widget too', async t => {
  const { tries, error } = await askRefused(t, attempt => untilReset(attempt === 0 ? 40 : 50));
  assert.deepEqual(tries, [0, 40]);
  assert.deepEqual([error.code, error.retryAfter, error.retriable], ['rate_limited', 50, false]);
});

test('a failing service is not asked before the time it names, in seconds or as a date', async t => {
  t.mock.method(Math, 'random', () => 0);
  const date = (): string => new Date(Date.now() + 20_000).toUTCString();
  for (const [told, expected] of [
    [() => '20', [0, 20, 40]],
    [date, [0, 20, 40]],
    [() => '0', [0, 1, 3]],
    [() => 'soon', [0, 1, 3]],
  ] as const) {
    // The reset of a limit that is not reached says nothing of when the service is well again.
    const { tries, error } = await askRefused(
      t,
      () => ({ ...untilReset(30), 'X-RateLimit-Remaining': '50', 'Retry-After': told() }),
      () => 503,
    );
    assert.deepEqual(tries, expected);
    assert.equal(error.code, 'upstream_unavailable');
    t.mock.timers.reset();
  }
});

test('a service that is away longer than a message may wait is not asked again, and the visitor learns when to return', async t => {
  t.mock.method(Math, 'random', () => 0.9);
  const { tries, error } = await askRefused(
    t,
    () => ({ 'Retry-After': '900' }),
    () => 503,
  );
  assert.deepEqual(tries, [0]);
  assert.deepEqual([error.code, error.status, error.retryAfter], ['upstream_unavailable', 502, 900]);
});

test('while the proxy waits for a service that names a time, the visitor sees how long', async t => {
  const { chat, upstream } = await setUp(t);
  upstream.onChat((request, response) => {
    if (upstream.seen.length > 1) reply(request, response, ['hello']);
    else refuse(response, 503, { 'Retry-After': '2' });
  });
  const text = await (await chat({ message: 'hi', stream: true })).text();
  assert.match(text, /^: waiting 2\n\n/);
  assert.match(text, /"content":"hello"/);
});

test('an answer that was running when the service refused does not open the gate earlier', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 5 });
  const log: string[] = [];
  const refused = await enter(gate, 'refused', log);
  const underWay = await enter(gate, 'under way', log);
  gate.release(refused, rate(0, 20));
  gate.block(20_000);
  gate.release(underWay, rate(5, 20));
  const waiting = enter(gate, 'next', log);
  await pass(19_900);
  assert.equal(log.length, 2);
  await pass(100);
  await waiting;
});

test('a late report of the remainder does not open a gate that a newer one has closed', async t => {
  const { chat, upstream } = await setUp(t);
  const left = (remaining: string) => ({
    'Content-Type': 'text/event-stream',
    ...RATE_HEADERS,
    'X-RateLimit-Remaining': remaining,
  });
  const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>();
  upstream.onChat(async (request, response) => {
    const slow = upstream.seen.length === 1;
    if (slow) await answered;
    // Each says what was left when its question came, as one does who counts first and then thinks.
    response.writeHead(200, left(slow ? '1' : '0'));
    response.end(event({ type: 'done', data: message(request, 'x') }));
  });
  const question = { message: 'hi', stream: true };
  const first = chat(question);
  await until(() => upstream.seen.length === 1, 'the first question');
  await (await chat(question)).text();
  hasAnswered();
  await (await first).text();
  const third = await chat(question);
  const { value } = await third.body!.getReader().read();
  assert.match(new TextDecoder().decode(value), /^: waiting \d+\n\n$/);
  assert.equal(upstream.seen.length, 2);
});

test('a reset that is too far away is reported at once, with the time', async t => {
  const { chat, upstream } = await setUp(t);
  upstream.onChat((_, response) => refuse(response, 429, { 'Retry-After': '36000' }));
  for (const stream of [true, false]) {
    const response = await chat({ message: 'hi', stream });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('Retry-After'), '36000');
  }
  assert.equal(upstream.seen.length, 2);
});

test('a failure of the service before the first event is retried after 1 s, then 2 s, and then reported', async t => {
  const { chat, upstream } = await setUp(t);
  const times: number[] = [];
  upstream.onChat((_, response) => {
    times.push(Date.now());
    refuse(response, 503);
  });
  const response = await chat({ message: 'hi', stream: true });
  assert.equal(response.status, 502);
  assert.match(response.headers.get('Retry-After') ?? '', /^\d+$/);
  assert.equal(times.length, 3);
  const [first, second, third] = times as [number, number, number];
  assert.ok(second - first >= 1000, `${second - first} ms`);
  assert.ok(third - second >= 2000, `${third - second} ms`);
});

test('a reply that has begun is never asked for again', async t => {
  const { chat, upstream } = await setUp(t);
  upstream.onChat((request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: message(request, 'x').id as string }));
    setImmediate(() => response.destroy());
  });
  const response = await chat({ message: 'hi', stream: true });
  assert.match(await response.text(), /stream_interrupted/);
  await until(() => upstream.seen.length === 1, 'one request');
});

test.after(() => mock.timers.reset());

/** A service that accepts so many requests a minute, and the gate in front of it. */
function limitedService(limit: number): { gate: Gate; ask: (network: string) => Promise<number> } {
  const gate = new Gate({ waiting: 1000, waitingPerNetwork: 50, waitingPerVisitor: 5 });
  let taken = 0;
  let windowEnd = START + 60_000;
  let visitors = 0;
  return {
    gate,
    /** Resolves with the milliseconds until the message was sent. */
    async ask(network) {
      const from = Date.now();
      const { signal } = new AbortController();
      const visitor = `made up ${visitors++}`;
      const turn = await gate.enter({ networks: [network], visitor, signal, patience: 61_000 });
      if (Date.now() >= windowEnd) [taken, windowEnd] = [0, windowEnd + 60_000];
      assert.ok(++taken <= limit, 'the service never refuses');
      gate.release(turn, rate(limit - taken, (windowEnd - START) / 1000, limit));
      return Date.now() - from;
    },
  };
}

test('a flood of made-up visitors from one address delays nobody else, and wastes no request', async t => {
  const pass = clock(t);
  const { ask } = limitedService(60);
  const waits: number[] = [];
  let flood = 0;
  let refused = 0;
  // The flood begins after half a minute.
  for (let tick = 0; tick < 1800; tick++) {
    if (tick > 900)
      ask('192.0.2.66').then(
        () => flood++,
        () => refused++,
      );
    // Nine others, each with two messages a minute.
    if (tick % 100 === 50) void ask(`198.51.100.${((tick / 100) % 9) | 0}`).then(wait => waits.push(wait));
    await pass(33);
  }
  await pass(1000);
  assert.equal(waits.length, 18, 'everybody else is answered');
  assert.ok(Math.max(...waits) <= 2000, `they waited ${Math.max(...waits)} ms`);
  assert.ok(flood >= 40, `what is left goes to the flood: ${flood}`);
  assert.ok(refused > 500);
});

test('the only network there is may use all that the service accepts', async t => {
  const pass = clock(t);
  const { ask } = limitedService(60);
  let answered = 0;
  for (let i = 0; i < 60; i++) {
    void ask('192.0.2.66').then(
      () => answered++,
      () => {},
    );
    await pass(0);
  }
  assert.equal(answered, 60);
});

test('addresses of one IPv6 network share its turns', async t => {
  const pass = clock(t);
  const gate = new Gate({ waiting: 100, waitingPerNetwork: 50, waitingPerVisitor: 5 });
  gate.release(await enter(gate, 'first', []), rate(0, 30));
  const order: string[] = [];
  const wait = (networks: string[], visitor: string): void => {
    const { signal } = new AbortController();
    void gate.enter({ networks, visitor, signal, patience: 120_000 }).then(() => order.push(visitor));
  };
  for (let i = 0; i < 8; i++) wait(['2001:db8:1::/48', `2001:db8:1:${i}::/64`], `flood ${i}`);
  wait(['198.51.100.7'], 'kim');
  await pass(30_000);
  assert.equal(order.indexOf('kim'), 1);
});
