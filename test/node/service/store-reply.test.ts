import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { storeReply } from '../../../src/service/chat/store-reply.ts';

const away = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** Lets time pass until the promise settles. @returns the milliseconds that passed */
async function settled(t: TestContext, promise: Promise<unknown>): Promise<number> {
  const from = Date.now();
  let open = true;
  promise.catch(() => {}).finally(() => (open = false));
  while (open) {
    await new Promise(setImmediate);
    if (open) t.mock.timers.tick(50);
  }
  return Date.now() - from;
}

test('a reply is stored once the database is back', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const delays: unknown[] = [];
  let stored = 0;
  const store = async (): Promise<void> => {
    if (Date.now() < 20_000) throw away();
    stored++;
  };
  const storing = storeReply(
    store,
    () => false,
    error => delays.push(error),
  );
  await settled(t, storing);
  await storing;
  assert.equal(stored, 1);
  assert.equal(delays.length, 1);
});

test('after 30 seconds a reply that cannot be stored has failed', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const full = async (): Promise<void> => {
    throw Object.assign(new Error('full'), { errcode: 13 });
  };
  const storing = storeReply(full, () => false);
  const ms = await settled(t, storing);
  await assert.rejects(storing, /full/);
  assert.ok(ms > 28_000 && ms <= 30_000, `${ms} ms`);
});

test('another failure, or the end of the service, ends the tries', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let tries = 0;
  const fails = (error: Error) => async (): Promise<void> => {
    tries++;
    throw error;
  };
  await assert.rejects(storeReply(fails(new Error('a fault')), () => false));
  await assert.rejects(storeReply(fails(away()), () => true));
  assert.equal(tries, 2);
});
