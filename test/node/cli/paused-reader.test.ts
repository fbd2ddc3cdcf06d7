import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { event, openStream } from '../../fakes/upstream.ts';
import { until } from '../proxy/harness.ts';
import { CHAT, post, rss, startProxy } from './proxy-process.ts';

/** What the service tries to say. `npm run soak:proxy` takes a gigabyte. */
const SAID = Number(process.env.SAID_BYTES ?? 64e6);
const GROWTH = 64e6;
/** What may be on its way in the buffers of the machine, beside the reply that is kept. */
const ON_THE_WAY = 16e6;

for (const [what, header] of [
  ['can be joined again', 'Idempotency-Key: one\r\n'],
  ['cannot', ''],
] as const) {
  test(`a reader who stops reading an endless reply that ${what} costs bounded memory`, async t => {
    const { upstream, port, url, command } = await startProxy(t);
    let said = 0;
    upstream.onChat(async (_, response) => {
      openStream(response);
      const line = event({ type: 'token', content: 'x'.repeat(30_000) });
      const closed = once(response, 'close');
      while (said < SAID && !response.destroyed) {
        said += line.length;
        if (!response.write(line)) await Promise.race([once(response, 'drain'), closed]);
      }
      response.end();
    });
    // The first question makes the process as large as any does.
    await (await post(url + CHAT, { message: 'hi' })).body?.cancel();
    await upstream.seen[0]?.closed;
    said = 0;
    const before = rss(command);
    let most = before;
    const body = JSON.stringify({ message: 'hi', stream: true });
    const reader = connect(port, '127.0.0.1', () => {
      reader.pause();
      reader.write(
        `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    reader.on('error', () => {});
    t.after(() => reader.destroy());
    await until(() => upstream.seen.length === 2, 'the question is asked');
    let over = false;
    void upstream.seen[1]?.closed.then(() => {
      over = true;
    });
    await until(() => {
      most = Math.max(most, rss(command));
      return over;
    }, 'the service is cut');
    assert.ok(said < ON_THE_WAY, `${(said / 1e6).toFixed(0)} MB were taken from the service`);
    assert.ok(most - before < GROWTH, `memory grew by ${((most - before) / 1e6).toFixed(0)} MB`);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });
}
