import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '../../../src/service/storage/contacts.ts';

test('other work runs between queued tasks, however short each is', async () => {
  const queue = new SerialQueue();
  let done = 0;
  const batches = Array.from({ length: 50 }, () => queue.run('agent', async () => void done++));
  await setImmediate();
  assert.ok(done < 50, `${done} of 50 came first`);
  await Promise.all(batches);
  assert.equal(done, 50);
});

test('tasks of one key never overlap, a failed one releases the queue, and other keys do not wait', async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const work = (name: string, turn: string, fails = false): Promise<void> =>
    queue.run(name, async () => {
      events.push(`${turn} begins`);
      await setImmediate();
      events.push(`${turn} ends`);
      if (fails) throw new Error('no room');
    });
  const failing = assert.rejects(work('agent', 'first', true), /no room/);
  await Promise.all([failing, work('agent', 'second'), work('other', 'another')]);
  assert.deepEqual(
    events.filter(event => !event.startsWith('another')),
    ['first begins', 'first ends', 'second begins', 'second ends'],
  );
  assert.ok(events.indexOf('another begins') < events.indexOf('first ends'));
});
