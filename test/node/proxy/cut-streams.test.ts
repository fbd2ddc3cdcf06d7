import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, message, openStream } from '../../fakes/upstream.ts';
import { eventsIn, setUp, textOf } from './harness.ts';

const WORDS = ['One ', 'zwölf ', '日本 ', '😀.'];
const AT_ONCE = 20;

for (const end of ['closed', 'reset'] as const) {
  test(`a service whose line is ${end} at any byte leaves a prefix of its text and an end`, async t => {
    const { chat, upstream } = await setUp(t);
    const whole = (request: Parameters<typeof message>[0]): Buffer =>
      Buffer.from(
        WORDS.map(content => event({ type: 'token', content })).join('') +
          event({ type: 'done', data: message(request, WORDS.join('')) }),
      );
    upstream.onChat((request, response) => {
      openStream(response);
      const { message: cut } = request.body as { message: string };
      response.write(whole(request).subarray(0, Number(cut)), () => {
        if (end === 'closed') response.socket?.end();
        else response.socket?.resetAndDestroy();
      });
    });
    const length = WORDS.map(content => event({ type: 'token', content })).join('').length + 100;
    const cuts = Array.from({ length }, (_, cut) => cut);
    for (let i = 0; i < cuts.length; i += AT_ONCE) {
      await Promise.all(
        cuts.slice(i, i + AT_ONCE).map(async cut => {
          const response = await chat({ message: String(cut), stream: true });
          const events = eventsIn(await response.text());
          assert.ok(WORDS.join('').startsWith(textOf(events)), `cut at ${cut}: ${textOf(events)}`);
          assert.deepEqual(
            events.filter(({ type }) => type !== 'token').map(({ type, code }) => `${type} ${code}`),
            ['error stream_interrupted'],
            `cut at ${cut}`,
          );
        }),
      );
    }
    assert.equal(upstream.seen.length, length);
  });
}
