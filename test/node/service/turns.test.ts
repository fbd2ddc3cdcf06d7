import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Turns } from '../../../src/service/storage/turns.ts';

test('whoever does not wait for a turn is heard before all who do have had theirs, however quick each is', async () => {
  const turns = new Turns();
  let done = 0;
  const batches = Array.from({ length: 50 }, () => turns.take('agent', async () => void done++));
  await setImmediate();
  assert.ok(done < 50, `${done} of 50 came first`);
  await Promise.all(batches);
  assert.equal(done, 50);
});

test('turns of one name never overlap, one that fails ends too, and those of another name do not wait', async () => {
  const turns = new Turns();
  const events: string[] = [];
  const work = (name: string, turn: string, fails = false): Promise<void> =>
    turns.take(name, async () => {
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
