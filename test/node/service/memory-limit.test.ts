import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryLimit } from '../../../src/service/limits/memory-limit.ts';
import { takenOf } from '../../../src/service/limits/request-limit.ts';

test('remaining falls by one a request, never rises inside a window and never goes below zero', async () => {
  const limit = new MemoryLimit();
  let before = 60;
  let reset: number | undefined;
  for (let i = 0; i < 100; i++) {
    const taken = await limit.take('key', 60);
    assert.equal(taken.accepted, i < 60);
    assert.equal(taken.remaining, Math.max(0, 59 - i));
    assert.ok(taken.remaining <= before);
    // The window's end is a moment, told in whole seconds.
    assert.ok(Math.abs(taken.reset - (reset ?? taken.reset)) <= 1);
    before = taken.remaining;
    reset ??= taken.reset;
  }
});

test('a window begins with the first request, and whoever comes when it says that it ends is let in', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_400 });
  const limit = new MemoryLimit();
  for (let i = 0; i < 55; i++) assert.ok((await limit.take('key', 60)).accepted);
  t.mock.timers.setTime(1_000_400 + 59_999);
  for (let i = 0; i < 55; i++) assert.equal((await limit.take('key', 60)).accepted, i < 5);
  assert.equal((await limit.look('key', 60)).remaining, 0);
  assert.deepEqual(await limit.take('key', 60), {
    limit: 60,
    remaining: 0,
    reset: 1_061,
    accepted: false,
    retryAfter: 1,
  });
  t.mock.timers.setTime(1_000_400 + 60_000);
  assert.deepEqual(await limit.take('key', 60), {
    limit: 60,
    remaining: 59,
    // Within the second after 1,120.
    reset: 1_121,
    accepted: true,
    retryAfter: 60,
  });
});

test('nobody who is held back is told to come back at once, also at the very end of a window', () => {
  assert.equal(takenOf(1, 2, 0).retryAfter, 1);
});

test('thousands of callers are each counted for themselves', async () => {
  const limit = new MemoryLimit();
  const names = Array.from({ length: 20_000 }, (_, i) => `caller ${i}`);
  for (const name of names) await limit.take(name, 1);
  for (const name of names) assert.equal((await limit.take(name, 1)).accepted, false, name);
});

test('a caller held back when the clock is set back an hour is let in again, and no more often than his limit', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const limit = new MemoryLimit();
  for (let i = 0; i < 61; i++) await limit.take('key', 60);
  t.mock.timers.setTime(10_000_000 - 3_600_000);
  assert.equal((await limit.look('key', 60)).remaining, 60);
  for (let i = 0; i < 61; i++) assert.equal((await limit.take('key', 60)).accepted, i < 60);
});

test('whoever was held back is let in again once the limit is raised, however often he has tried', async () => {
  const limit = new MemoryLimit();
  for (let i = 0; i < 100; i++) await limit.take('key', 2);
  assert.equal((await limit.take('key', 60)).accepted, true);
});

test('callers by the hundred thousand take no more memory, and the newest are still held back', async () => {
  const limit = new MemoryLimit();
  await limit.take('caller 0', 1);
  const before = process.memoryUsage().rss;
  for (let i = 1; i <= 500_000; i++) await limit.take(`caller ${i}`, 1);
  const grown = process.memoryUsage().rss - before;
  assert.ok(grown < 150e6, `${Math.round(grown / 1e6)} MB more`);
  assert.equal((await limit.take('caller 500000', 1)).accepted, false);
  assert.equal((await limit.take('caller 0', 1)).accepted, true, 'the oldest gave its place away');
});
