import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MemoryWindows } from '../../../src/limits/memory-windows.ts';
import { RateLimiter } from '../../../src/limits/rate-limiter.ts';

/** `npm run soak:proxy` takes a million. */
const FLOOD = Number(process.env.FLOOD ?? 160_000);

function inMemory(): RateLimiter {
  return new RateLimiter(new MemoryWindows());
}

test('the remaining number decreases by one for each request, never increases within a window, and never goes below zero', async () => {
  const limiter = inMemory();
  let before = 60;
  let reset: number | undefined;
  for (let i = 0; i < 100; i++) {
    const taken = await limiter.take('key', 60);
    assert.equal(taken.accepted, i < 60);
    assert.equal(taken.remaining, Math.max(0, 59 - i));
    assert.ok(taken.remaining <= before);
    // The end of the window is a moment, reported in whole seconds.
    assert.ok(Math.abs(taken.reset - (reset ?? taken.reset)) <= 1);
    before = taken.remaining;
    reset ??= taken.reset;
  }
});

test('a window begins with the first request, and a caller who returns at its end is accepted', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_400 });
  const limiter = inMemory();
  for (let i = 0; i < 55; i++) assert.ok((await limiter.take('key', 60)).accepted);
  t.mock.timers.setTime(1_000_400 + 59_999);
  for (let i = 0; i < 55; i++) assert.equal((await limiter.take('key', 60)).accepted, i < 5);
  assert.equal((await limiter.look('key', 60)).remaining, 0);
  assert.deepEqual(await limiter.take('key', 60), {
    limit: 60,
    remaining: 0,
    reset: 1_061,
    accepted: false,
    retryAfter: 1,
  });
  t.mock.timers.setTime(1_000_400 + 60_000);
  assert.deepEqual(await limiter.take('key', 60), {
    limit: 60,
    remaining: 59,
    // Within the second after 1,120.
    reset: 1_121,
    accepted: true,
    retryAfter: 60,
  });
});

test('a refused caller is never told to return at once, not even at the very end of a window', async () => {
  const ending = {
    count: () => ({ taken: 2, endsIn: 0 }),
    look: () => ({ taken: 2, endsIn: 0 }),
    close() {},
  };
  assert.equal((await new RateLimiter(ending).take('key', 1)).retryAfter, 1);
});

test('windows of different sizes count separately', async () => {
  const limiter = inMemory();
  assert.equal((await limiter.take('key', 1, 10)).accepted, true);
  assert.equal((await limiter.take('key', 1, 60)).accepted, true);
  assert.equal((await limiter.take('key', 1, 10)).accepted, false);
});

test('thousands of callers are counted separately', async () => {
  const limiter = inMemory();
  const names = Array.from({ length: 20_000 }, (_, i) => `caller ${i}`);
  for (const name of names) await limiter.take(name, 1);
  for (const name of names) assert.equal((await limiter.take(name, 1)).accepted, false, name);
});

test('a caller refused when the clock is set back an hour is accepted again, within the limit', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const limiter = inMemory();
  for (let i = 0; i < 61; i++) await limiter.take('key', 60);
  t.mock.timers.setTime(10_000_000 - 3_600_000);
  assert.equal((await limiter.look('key', 60)).remaining, 60);
  for (let i = 0; i < 61; i++) assert.equal((await limiter.take('key', 60)).accepted, i < 60);
});

test('a refused caller is accepted again once the limit is raised, however often they tried', async () => {
  const limiter = inMemory();
  for (let i = 0; i < 100; i++) await limiter.take('key', 2);
  assert.equal((await limiter.take('key', 60)).accepted, true);
});

test('a flood of addresses takes bounded memory, and an active caller is counted throughout', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const windows = new MemoryWindows();
  const hour = { count: 60, seconds: 3600 };
  collect();
  const before = process.memoryUsage().heapUsed;
  let taken = 0;
  for (let i = 0; i < FLOOD; i++) {
    windows.count(`address ${i}`, hour);
    if (i % 20_000 === 0) taken = windows.count('constant', hour).taken;
  }
  collect();
  const used = process.memoryUsage().heapUsed - before;
  assert.equal(taken, FLOOD / 20_000);
  // After the look at the memory, so that the windows are not collected before it.
  assert.equal(windows.count('constant', hour).taken, taken + 1);
  assert.ok(used < 20e6, `${used} bytes`);
});

test('the newest callers of a flood are still refused', async () => {
  const limiter = inMemory();
  for (let i = 0; i < FLOOD; i++) await limiter.take(`caller ${i}`, 1);
  assert.equal((await limiter.take(`caller ${FLOOD - 1}`, 1)).accepted, false);
  assert.equal((await limiter.take('caller 0', 1)).accepted, true, 'the oldest is dropped');
});

test('a limit by address does not count unknown addresses', async () => {
  const limiter = inMemory();
  const one = { count: 1, seconds: 60 };
  for (let i = 0; i < 3; i++) await limiter.guard('leads', undefined, one, 'Enough.');
  await limiter.guard('leads', '2001:db8::1', one, 'Enough.');
  await assert.rejects(limiter.guard('leads', '2001:db8::2', one, 'Enough.'), {
    code: 'rate_limited',
    message: 'Enough.',
    retryAfter: 60,
  });
  await limiter.guard('leads', '2001:db8:0:1::1', one, 'Enough.');
});
