import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageCounter } from '../../../src/proxy/usage/usage-counter.ts';
import { MemoryUsage } from '../../../src/proxy/usage/usage-store.ts';
import { AGENT } from './harness.ts';

/** Cannot be reached until it is back. */
class AwayStore extends MemoryUsage {
  away = true;
  tries = 0;

  override async add(...counts: Parameters<MemoryUsage['add']>): Promise<void> {
    this.tries++;
    if (this.away) throw new Error('away');
    await super.add(...counts);
  }
}

function counterOver(store: MemoryUsage): UsageCounter {
  const none = (): void => {};
  return new UsageCounter(store, { info: none, warn: none, error: none });
}

test('what was counted before midnight stays on its day, although the store was away until after it', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2027, 1, 28, 23, 59, 59) });
  const store = new AwayStore();
  const usage = counterOver(store);
  usage.count(AGENT, { requests: 1, replies: 1, credits: 2 });
  await usage.flush();
  t.mock.timers.setTime(Date.UTC(2027, 2, 1));
  usage.count(AGENT, { requests: 1, replies: 1, credits: 3 });
  await usage.flush();
  store.away = false;
  await usage.flush();
  const { days } = await store.report(AGENT, '2027-01-01');
  assert.deepEqual(
    days.map(({ day, requests, credits }) => [day, requests, credits]),
    [
      ['2027-02-28', 1, 2],
      ['2027-03-01', 1, 3],
    ],
  );
  assert.equal(await usage.creditsThisMonth(), 3);
});

test('counts that no report needs any more are not kept in memory', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2027, 0, 1) });
  const store = new MemoryUsage();
  const none = (): void => {};
  const usage = new UsageCounter(store, { info: none, warn: none, error: none });
  for (let day = 0; day < 90; day++) {
    usage.count(AGENT, { requests: 1, replies: 1, credits: 1 });
    await usage.flush();
    t.mock.timers.tick(86_400_000);
  }
  const { days } = await store.report(AGENT, '2027-01-01');
  assert.deepEqual([days.length, days.at(-1)?.day], [31, '2027-03-31']);
});

test('a store that is away is asked once for all pending counts, and has all of them when it is back', async () => {
  const store = new AwayStore();
  const usage = counterOver(store);
  const agents = ['first', 'second', 'third'];
  for (const agent of agents) usage.count(agent, { requests: 1, replies: 1 });
  await assert.rejects(usage.save(), /away/, 'who reads it next is told as soon');
  assert.equal(store.tries, 1);
  await usage.flush();
  assert.equal(store.tries, 2);
  store.away = false;
  await usage.flush();
  for (const agent of agents) {
    const { days } = await store.report(agent, '2000-01-01');
    assert.deepEqual(
      days.map(({ requests }) => requests),
      [1],
      agent,
    );
  }
});

test('a proxy that is closed while its store is away writes no more to it', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = new AwayStore();
  const usage = counterOver(store);
  usage.count(AGENT, { requests: 1 });
  await usage.close();
  t.mock.timers.tick(60_000);
  assert.equal(store.tries, 1);
});
