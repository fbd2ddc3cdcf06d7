import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamEvent } from '../../../src/protocol/stream-events.ts';
import { eventStream } from '../../../src/service/chat/event-stream.ts';

test('a reader who leaves just as the next token arrives causes no error in the log', async () => {
  const asked = Promise.withResolvers<void>();
  const spoken = Promise.withResolvers<void>();
  async function* rest(): AsyncGenerator<StreamEvent, void> {
    asked.resolve();
    await spoken.promise;
    yield { type: 'token', content: 'two' };
  }
  let isLeft = false;
  const ends: unknown[] = [];
  const reader = eventStream({ type: 'token', content: 'one' }, rest(), {
    onLeave: () => {
      isLeft = true;
    },
    onEnd: error => ends.push(error),
  }).getReader();
  await reader.read();
  const next = reader.read();
  await asked.promise;
  const leaving = reader.cancel();
  spoken.resolve();
  await Promise.all([next, leaving]);
  assert.equal(isLeft, true);
  assert.deepEqual(ends, [undefined]);
});
