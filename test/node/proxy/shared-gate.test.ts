import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Gate } from '../../../src/proxy/upstream/gate.ts';
import { randomFrom } from '../../fakes/random.ts';

const LIMIT = 200;
const WINDOW_MS = 60_000;
/** Milliseconds between two requests of the flood, and how many it sends: more than a window. */
const TICK_MS = 33;
const FLOOD = 2200;
/** One of nine others asks at every so many of them. */
const OTHER_EVERY = 27;
const FLOODER = '203.0.113.66';

for (const answerMs of [100, 3000]) {
  test(`a flood at two instances of one key delays nobody else if answers begin after ${answerMs} ms`, async t => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
    const pass = async (ms: number): Promise<void> => {
      t.mock.timers.tick(ms);
      for (let i = 0; i < 40; i++) await Promise.resolve();
    };
    const ask = instances(answerMs);
    const waits: number[] = [];
    let flooded = 0;
    for (let tick = 0; tick < FLOOD; tick++) {
      ask(FLOODER).then(
        () => flooded++,
        () => {},
      );
      const isOther = tick % OTHER_EVERY === 0;
      if (isOther) void ask(`198.51.100.${(tick / OTHER_EVERY) % 9}`).then(wait => waits.push(wait));
      await pass(TICK_MS);
    }
    await pass(answerMs);
    waits.sort((a, b) => a - b);
    assert.equal(waits.length, Math.ceil(FLOOD / OTHER_EVERY), 'everybody else is answered');
    const p95 = waits[Math.floor(waits.length * 0.95)]!;
    assert.ok(p95 <= 2000, `95 of 100 waited ${p95} ms at most`);
    assert.ok(flooded >= LIMIT, `what is left goes to the flood: ${flooded}`);
  });
}

test('requests whose outcome is never reported hold a network back until the window ends at most', async t => {
  const { enter, pass } = await uncertainGate(t);
  const waiting = enter(WINDOW_MS * 2);
  await pass(WINDOW_MS);
  assert.equal(typeof (await settled(waiting)), 'number', 'the flood goes on in the next window');
});

test('a request that fails is not waited for', async t => {
  const { gate, enter, pass, turns } = await uncertainGate(t);
  const waiting = enter(WINDOW_MS * 2);
  for (const turn of turns) gate.release(turn, new Headers());
  await pass(0);
  assert.equal(typeof (await settled(waiting)), 'number');
});

/**
 * Two instances behind a load balancer that chooses by chance, in front of a service that counts their requests together.
 * @param answerMs milliseconds until an answer begins, which says what is left
 * @returns resolves with the milliseconds that a request had to wait
 */
function instances(answerMs: number): (network: string) => Promise<number> {
  const gates = [0, 1].map(() => new Gate({ waiting: 1000, waitingPerNetwork: 50, waitingPerVisitor: 5 }));
  const random = randomFrom(7);
  const later = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
  let taken = 0;
  let windowEnd = 0;
  let visitors = 0;
  return async network => {
    const gate = gates[Math.floor(random() * gates.length)]!;
    const from = Date.now();
    const visitor = `made up ${visitors++}`;
    const { signal } = new AbortController();
    for (;;) {
      const patience = from + WINDOW_MS - Date.now();
      const turn = await gate.enter({ networks: [network], visitor, signal, patience });
      if (Date.now() >= windowEnd) [taken, windowEnd] = [0, Date.now() + WINDOW_MS];
      const isAccepted = ++taken <= LIMIT;
      const headers = new Headers({
        'X-RateLimit-Limit': String(LIMIT),
        'X-RateLimit-Remaining': String(Math.max(0, LIMIT - taken)),
        'X-RateLimit-Reset': String(Math.ceil(windowEnd / 1000)),
      });
      const waited = Date.now() - from;
      // A refusal comes at once.
      await later(isAccepted ? answerMs : TICK_MS);
      gate.release(turn, headers);
      if (isAccepted) return waited;
      gate.block(windowEnd - Date.now());
    }
  };
}

/** A gate with a network that has sent so many requests beyond its share, without an answer, that the next one waits. */
async function uncertainGate(t: TestContext): Promise<{
  gate: Gate;
  turns: number[];
  enter: (patience: number) => Promise<number>;
  pass: (ms: number) => Promise<void>;
}> {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 });
  const gate = new Gate({ waiting: 10, waitingPerVisitor: 10 });
  const { signal } = new AbortController();
  const enter = (patience: number, network = FLOODER): Promise<number> =>
    gate.enter({ networks: [network], visitor: 'one', signal, patience });
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  const first = await enter(0, '198.51.100.1');
  gate.release(first, report(59));
  for (let i = 1; i <= 12; i++) gate.release(await enter(0), report(59 - i));
  // Half a window later more than the reserve is left.
  await pass(WINDOW_MS / 2);
  const turns = [await enter(0), await enter(0), await enter(0)];
  return { gate, turns, enter, pass };
}

function report(remaining: number): Headers {
  return new Headers({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': '1800000060',
  });
}

/** What a promise resolved with; undefined if it is pending. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return await Promise.race([promise, Promise.resolve().then(() => undefined)]);
}
