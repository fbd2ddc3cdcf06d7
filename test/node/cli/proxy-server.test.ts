import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { freePort } from '../../../scripts/loopback.ts';
import { event, KEY, message, openStream, refuse, startUpstream } from '../../fakes/upstream.ts';
import { AGENT, eventsIn, textOf, until } from '../proxy/harness.ts';
import { ADMIN, CHAT, post, refused, rss, sendRaw, startProxy, withoutRateLimit } from './proxy-process.ts';
import { dataFolder, runCommand } from './running.ts';

// The latter comes when its terminal is closed, or the line to it drops.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(`replies that run at ${signal} finish, new visitors are refused, and the process exits with 0`, async t => {
    const server = await startProxy(t);
    const { upstream, command, url, port } = server;
    await withoutRateLimit(server);
    const finish: (() => void)[] = [];
    upstream.onChat(async (request, response) => {
      openStream(response);
      response.write(event({ type: 'token', content: 'half ' }));
      await new Promise<void>(resolve => finish.push(resolve));
      response.write(event({ type: 'token', content: 'whole' }));
      response.end(event({ type: 'done', data: message(request, 'half whole') }));
    });
    // Fewer than one address may send at once, so that none of them waits.
    const streams = await Promise.all(
      Array.from({ length: 25 }, () => post(url + CHAT, { message: 'hi', stream: true })),
    );
    await until(() => finish.length === 25, 'the replies run');
    command.child.kill(signal);
    await refused(port);
    for (const go of finish) go();
    for (const response of streams) {
      const events = eventsIn(await response.text());
      assert.equal(textOf(events), 'half whole');
      assert.equal(events.at(-1)?.type, 'done');
    }
    assert.equal(await command.ended, 0);
  });
}

test('ambiguous and oversized requests are refused before anything reaches the service', async t => {
  const { upstream, port, url } = await startProxy(t);
  const body = JSON.stringify({ message: 'hi' });
  const head = `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  const cases: [string, string, RegExp][] = [
    [
      'a length and chunks',
      `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400/,
    ],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${body}`, /^HTTP\/1\.1 400/],
    ['a folded header', `${head}X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}`, /^HTTP\/1\.1 400/],
    ['a bare CR', `${head}X-A: b\rX-B: c\r\nContent-Length: 2\r\n\r\n{}`, /^HTTP\/1\.1 400/],
    ['a header too long', `${head}X-A: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['TRACE', `TRACE ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 40[045]/],
    ['CONNECT', 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n', /^$|^HTTP\/1\.1 4/],
    [
      'an absolute address',
      'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 404/,
    ],
    ['a body announced too long', `${head}Content-Length: 1000000000\r\n\r\n{`, /^HTTP\/1\.1 413/],
  ];
  for (const [what, bytes, expected] of cases) assert.match(await sendRaw(port, bytes), expected, what);
  const before = upstream.seen.length;
  const endless = await sendRaw(
    port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(40)}`,
  );
  assert.match(endless, /^HTTP\/1\.1 413/);
  assert.equal(upstream.seen.length, before);
  assert.equal(before, 0);
  assert.equal((await post(url + CHAT, { message: 'hi' })).status, 200);
});

test('a visitor who stops reading costs no memory, and finds the reply when they return', async t => {
  const { upstream, url, port, command } = await startProxy(t);
  const text = 'x'.repeat(1000);
  upstream.onChat(async (request, response) => {
    openStream(response);
    // Three megabytes for each of thirty readers who take nothing.
    for (let i = 0; i < 3000; i++) {
      if (!response.write(event({ type: 'token', content: text }))) {
        await new Promise<void>(resolve => response.once('drain', resolve));
      }
    }
    response.end(event({ type: 'done', data: message(request, 'end') }));
  });
  const session = await post(`${url}/api/v2/session`, {});
  const token = session.headers.get('X-Visitor-Token') ?? '';
  const body = JSON.stringify({ message: 'hi', stream: true });
  const before = rss(command);
  const sockets = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Visitor-Token: ${token}\r\n` +
          `Idempotency-Key: one\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.pause();
    });
    socket.on('error', () => {});
    return socket;
  });
  await until(() => upstream.seen.length > 0, 'the question is asked');
  await upstream.seen[0]?.closed;
  const grown = rss(command) - before;
  assert.ok(grown < 64e6, `memory grew by ${(grown / 1e6).toFixed(0)} MB`);
  for (const socket of sockets) socket.destroy();
  const headers = { 'X-Visitor-Token': token, 'Idempotency-Key': 'one' };
  const events = eventsIn(await (await post(url + CHAT, { message: 'hi', stream: true }, headers)).text());
  assert.equal(events.length, 3001);
  assert.equal(upstream.seen.length, 1);
});

test('an endless reply is cut off before it fills the memory, in many lines or in one', async t => {
  const { upstream, url, command } = await startProxy(t);
  const before = rss(command);
  const tokens = event({ type: 'token', content: 'x'.repeat(60_000) });
  for (const [start, more] of [
    ['', tokens],
    ['data: ', 'x'.repeat(60_000)],
  ] as const) {
    upstream.onChat(async (request, response) => {
      openStream(response);
      response.write(start);
      while (!response.destroyed && !request.aborted) {
        if (!response.write(more)) {
          await new Promise<void>(resolve => {
            const go = (): void => {
              response.off('drain', go).off('close', go);
              resolve();
            };
            response.on('drain', go).on('close', go);
          });
        }
      }
    });
    const ends = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const response = await post(url + CHAT, { message: 'hi', stream: true });
        return eventsIn(await response.text()).at(-1)?.code;
      }),
    );
    assert.deepEqual(new Set(ends), new Set(['stream_interrupted']));
  }
  const grown = rss(command) - before;
  assert.ok(grown < 64e6, `memory grew by ${(grown / 1e6).toFixed(0)} MB`);
});

test('the logs contain what happened and nothing of what was said', async t => {
  const { upstream, url, command } = await startProxy(t, { LOG_LEVEL: 'debug' });
  const said = 'message-canary';
  await post(url + CHAT, { message: said });
  await post(url + CHAT, { message: said, conversationId: 'conversation-canary' });
  await post(url + CHAT, { message: said, userId: 'user-canary', userHash: 'hash-canary' });
  await post(url + CHAT, `{"message": "${said}`);
  await post(`${url}/v2/chatbots/${AGENT}/contacts`, {
    users: [{ email: 'canary@example.com', name: 'canary' }],
  });
  await post(
    `${url}/v2/chatbots/settings`,
    { chatbotId: AGENT, instructions: 'canary' },
    { Authorization: `Bearer ${ADMIN}` },
  );
  await fetch(`${url}/x%0d%0aforged%1b[31m?q=canary`, {
    headers: { 'User-Agent': 'canary', Authorization: 'Bearer canary' },
  });
  upstream.onChat((_, response) => {
    response.destroy();
  });
  const failed = await post(url + CHAT, { message: said, stream: true });
  const { error } = (await failed.json()) as { error: { requestId: string } };
  await command.printed(new RegExp(`${error.requestId}.*"status":502`));
  const isLogged = (line: string): boolean =>
    !/^(?:agent-chat proxy is at|It serves every agent) /.test(line);
  const lines = command.output().trim().split('\n').filter(isLogged);
  assert.doesNotMatch(lines.join('\n'), /canary|127\.0\.0\.1:|forged/);
  for (const line of lines) {
    assert.equal(typeof JSON.parse(line), 'object');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(line, /[\x00-\x1f\x7f]/);
  }
});

test('one line puts the chat on any site: the proxy serves its scripts, without a request to the service', async t => {
  const { upstream, url } = await startProxy(t);
  for (const path of ['/agent-chat.js', '/agent-chat-admin.js']) {
    const script = await fetch(url + path, { headers: { Origin: 'https://shop.example' } });
    assert.equal(script.status, 200, path);
    assert.match(script.headers.get('Content-Type') ?? '', /^text\/javascript/);
    assert.equal(script.headers.get('Access-Control-Allow-Origin'), '*');
    const [chunk] = /\b[a-z-]+-[0-9a-f]{8}\b/.exec(await script.text())!;
    assert.equal((await fetch(`${url}/chunks/${chunk}.js`)).status, 200, chunk);
    assert.equal((await post(url + path, {})).status, 404, 'only to be read');
  }
  assert.equal((await fetch(`${url}/chunks/../../package.json`)).status, 404);
  assert.equal((await fetch(`${url}/chunks/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json`)).status, 404);
  assert.equal(upstream.seen.length, 0);
});

test('the owner is warned at the start if changed settings would not be stored', async t => {
  const warning = /settings and counters are lost when the proxy stops: set DATA_DIR or DATABASE_URL/;
  const forgetful = await startProxy(t);
  await forgetful.command.printed(warning);
  const keeping = await startProxy(t, { DATA_DIR: dataFolder() });
  assert.doesNotMatch(keeping.command.output(), warning);
  const help = runCommand(t, ['proxy', '--help']);
  assert.equal(await help.ended, 0);
  assert.match(help.output(), /DATA_DIR.*with proxy: none/);
});

test('an operator sees whether messages would get through, and the metrics', async t => {
  const { url, port } = await startProxy(t);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const ready = await fetch(`${url}/readyz`);
  assert.equal(ready.status, 200);
  assert.deepEqual(await ready.json(), {
    status: 'ok',
    service: 'ok',
    stores: 'ok',
    database: 'ok',
    redis: 'ok',
  });
  await (await post(url + CHAT, { message: 'hi', stream: true })).text();
  await post(url + CHAT, { message: '' });
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const line of [
    'agent_chat_proxy_tokens_total 3',
    'agent_chat_proxy_credits_spent_total 1',
    'agent_chat_proxy_refusals_total{code="invalid_message"} 1',
    'agent_chat_proxy_streams_open 0',
    'agent_chat_proxy_replies_total{outcome="done"} 1',
    'agent_chat_proxy_reply_seconds_count{outcome="done"} 1',
    'agent_chat_proxy_first_token_seconds_count 1',
    'agent_chat_proxy_upstream_requests_remaining 59',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    assert.match(text, new RegExp(`^${name} `, 'm'));
  }
  const outside = await fetch(`${url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
  assert.equal(outside.status, 401);
  const otherSite = await fetch(`${url}/metrics`, { headers: { Origin: 'https://other.example' } });
  assert.equal(otherSite.status, 401, 'a page that the operator has open');
  const rebound = `GET /metrics HTTP/1.1\r\nHost: other.example:${port}\r\nConnection: close\r\n\r\n`;
  assert.match(
    await sendRaw(port, rebound),
    /^HTTP\/1\.1 401/,
    'a name of another that leads to this machine',
  );
  const named = rebound.replace('other.example', 'monitor');
  assert.match(await sendRaw(port, named), /^HTTP\/1\.1 200/, 'the name of this machine');
});

test('proxy warns at its start of a refused key, and of a service that is away, and serves all the same', async t => {
  const upstream = await startUpstream();
  t.after(() => upstream.close());
  upstream.onService((_, response) => refuse(response, 401));
  const start = (AGENT_BASE_URL: string) =>
    runCommand(t, ['proxy'], { AGENT_BASE_URL, AGENT_API_KEY: KEY, PORT: '0', HOST: '127.0.0.1' });
  const refusing = start(upstream.url);
  await refusing.printed(/Warning: the agent service refuses AGENT_API_KEY \(401\)/);
  assert.equal(upstream.seen.length, 1);
  const away = start(`http://127.0.0.1:${await freePort()}`);
  await away.printed(/Warning: the agent service cannot be reached at the moment/);
  for (const { printed, output } of [refusing, away]) {
    const [, port] = await printed(/proxy is at \S+:(\d+)/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    assert.ok(!output().includes(KEY));
  }
});
