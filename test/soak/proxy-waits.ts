/**
 * The waits that only a real clock proves, with the command as it is started: a service that takes a minute for its
 * first byte, and the ten seconds that running replies get at SIGTERM. Run by `npm run soak:proxy`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { event, message, openStream, reply } from '../fakes/upstream.ts';
import { CHAT, post, refused, startProxy } from '../node/cli/proxy-process.ts';
import { eventsIn, textOf, until, visitorToken } from '../node/proxy/harness.ts';

const GRACE_SECONDS = 10;
/** What the process may take on top, to let go of everything and to end. */
const ENDING_SECONDS = 2;
const SECRET = { SESSION_SECRET: 'session-canary-0123456789' };

test('a first byte that takes 20 s or 60 s is waited for, streamed or not', {
  concurrency: true,
}, async t => {
  const { upstream, url } = await startProxy(t);
  upstream.onChat(async (request, response) => {
    await pause(Number((request.body as { message: string }).message) * 1000);
    reply(request, response, ['late']);
  });
  const ask = async (seconds: number, stream: boolean): Promise<string> => {
    const started = performance.now();
    const response = await post(url + CHAT, { message: String(seconds), stream });
    const head = performance.now() - started;
    const text = await response.text();
    const whole = performance.now() - started;
    console.log(
      `${stream ? 'streamed' : 'whole'}, ${seconds} s: head after ${inSeconds(head)}, end after ${inSeconds(whole)}`,
    );
    assert.ok(whole >= seconds * 1000);
    return stream ? textOf(eventsIn(text)) : JSON.parse(text).data.parts[0].text;
  };
  const texts = await Promise.all([ask(20, true), ask(60, true), ask(20, false), ask(60, false)]);
  assert.deepEqual(texts, ['late', 'late', 'late', 'late']);
  assert.equal(upstream.seen.length, 4);
});

test('a hundred streams at SIGTERM finish or end with an error event, and the next instance goes on', {
  concurrency: true,
}, async t => {
  const first = await startProxy(t, SECRET);
  const known = await post(first.url + CHAT, { message: 'hi' });
  const visitor = { 'X-Visitor-Token': visitorToken(known) };
  const { conversationId } = ((await known.json()) as { data: { metadata: { conversationId: string } } }).data
    .metadata;
  first.upstream.onChat(async (request, response) => {
    openStream(response);
    response.write(event({ type: 'token', content: 'half' }));
    if ((request.body as { message: string }).message === 'endless') return;
    await pause((GRACE_SECONDS - 3) * 1000);
    response.end(event({ type: 'done', data: message(request, 'half') }));
  });
  const ask = (text: string): Promise<Response> => post(first.url + CHAT, { message: text, stream: true });
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(i % 2 ? 'endless' : 'seven seconds')),
  );
  await until(() => first.upstream.seen.length === 101, 'a hundred replies run');
  const second = await startProxy(t, { ...SECRET, AGENT_BASE_URL: first.upstream.url });
  const started = performance.now();
  first.command.child.kill('SIGTERM');
  await refused(first.port);
  const ends = await Promise.all(
    streams.map(async stream => {
      const events = eventsIn(await stream.text());
      assert.equal(textOf(events), 'half');
      return events.at(-1)?.type;
    }),
  );
  assert.deepEqual(
    [ends.filter(type => type === 'done').length, ends.filter(type => type === 'error').length],
    [50, 50],
  );
  assert.equal(await first.command.ended, 0);
  const took = performance.now() - started;
  console.log(
    `a hundred streams at SIGTERM: 50 done, 50 ended with an error, the process after ${inSeconds(took)}`,
  );
  assert.ok(took <= (GRACE_SECONDS + ENDING_SECONDS) * 1000);
  first.upstream.onChat((request, response) => reply(request, response, ['welcome back']));
  const next = await post(second.url + CHAT, { message: 'hi', conversationId }, visitor);
  assert.equal(next.status, 200);
});

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
