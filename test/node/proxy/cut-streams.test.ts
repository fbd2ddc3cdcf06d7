import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, message, openStream } from '../../fakes/upstream.ts';
import { eventsIn, setUp, textOf } from './harness.ts';

const WORDS = ['One ', 'zwölf ', '日本 ', '😀.'];
/** Bytes of the whole answer. It is cut after each of them, and before the first. */
const LENGTH = 600;
const AT_ONCE = 20;

for (const end of ['closed', 'reset'] as const) {
  test(`a service whose connection is ${end} at any byte leaves a prefix of its text and an end`, async t => {
    const { chat, upstream } = await setUp(t);
    const whole = (request: Parameters<typeof message>[0]): Buffer => {
      const tokens = WORDS.map(content => event({ type: 'token', content })).join('');
      const done = event({ type: 'done', data: message(request, WORDS.join('')) });
      const missing = LENGTH - Buffer.byteLength(tokens + done);
      assert.ok(missing > 2);
      return Buffer.from(`${tokens}:${'-'.repeat(missing - 2)}\n${done}`);
    };
    upstream.onChat((request, response) => {
      openStream(response);
      const { message: cut } = request.body as { message: string };
      response.write(whole(request).subarray(0, Number(cut)), () => {
        if (end === 'closed') response.socket?.end();
        else response.socket?.resetAndDestroy();
      });
    });
    const cuts = Array.from({ length: LENGTH + 1 }, (_, cut) => cut);
    for (let i = 0; i < cuts.length; i += AT_ONCE) {
      await Promise.all(
        cuts.slice(i, i + AT_ONCE).map(async cut => {
          const response = await chat({ message: String(cut), stream: true });
          const events = eventsIn(await response.text());
          assert.ok(WORDS.join('').startsWith(textOf(events)), `cut at ${cut}: ${textOf(events)}`);
          const [last, ...more] = events.filter(({ type }) => type !== 'token');
          assert.deepEqual(more, [], `cut at ${cut}`);
          // A reset may overtake what was sent just before it.
          if (cut < LENGTH || (end === 'reset' && last?.type !== 'done')) {
            assert.equal(last?.code, 'stream_interrupted', `cut at ${cut}`);
          } else assert.equal(last?.type, 'done');
        }),
      );
    }
    assert.equal(upstream.seen.length, cuts.length);
  });
}

test('a reply is complete even if no blank line follows its last event', async t => {
  const { chat, upstream } = await setUp(t);
  for (const end of ['', '\n', '\r', '\r\n', '\n\n']) {
    upstream.onChat((request, response) => {
      openStream(response);
      const done = event({ type: 'done', data: message(request, 'By hand.') }).trimEnd();
      response.end(event({ type: 'token', content: 'By hand.' }) + done + end);
    });
    const events = eventsIn(await (await chat({ message: 'How?', stream: true })).text());
    assert.equal(events.at(-1)?.type, 'done', JSON.stringify(end));
    assert.equal(textOf(events), 'By hand.');
  }
});
