import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, KEY, message } from '../../fakes/upstream.ts';
import { AGENT } from '../proxy/harness.ts';
import { ADMIN, CHAT, sendRaw, startProxy } from './proxy-process.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

interface Answer {
  status: number;
  head: string;
  body: string;
}

function read(raw: string): Answer {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: raw.slice(at + 4) };
}

/** One request over a line of its own, its path written as it is. */
async function send(port: number, method: string, path: string, more = ''): Promise<Answer> {
  const body = method === 'GET' || method === 'HEAD' ? '' : '{"message":"hi"}';
  const length = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${length}${more}\r\n`;
  return read(await sendRaw(port, head + body));
}

test('no method on any unknown path reaches the service', async t => {
  const { upstream, port, command } = await startProxy(t);
  const paths = [
    ...['/', '/v1/anything', '/../', '//', '/.env', '/admin', '/api/v2/agents', `/api/v2/agents/${AGENT}`],
    ...['/%2e%2e/', '/..%2f', '/./', '/v2/chatbots', '/api/v2/agents/../chatbots/settings', '/favicon.ico'],
    ...['http://169.254.169.254/', 'http://169.254.169.254/latest/meta-data', `${upstream.url}/`],
    ...[`/${upstream.url}${CHAT}`, `//127.0.0.1${CHAT}`, `${CHAT}/`, `${CHAT}.json`, `/x${CHAT}`],
  ];
  for (const path of paths) {
    for (const method of METHODS) {
      const { status, head, body } = await send(port, method, path);
      const what = `${method} ${path}: ${status}`;
      assert.ok(status === 404 || status === 405, what);
      assert.match(head, /^content-type: application\/json\r?$/im, what);
      assert.match(head, /^x-content-type-options: nosniff\r?$/im, what);
      assert.doesNotMatch(head, /^(?:server|x-powered-by|location):/im, what);
      if (method === 'HEAD') continue;
      const { error } = JSON.parse(body) as { error: Record<string, string> };
      assert.deepEqual(Object.keys(error), ['code', 'message', 'requestId'], what);
      assert.doesNotMatch(body, /127\.0\.0\.1|node|\bat \S+[:(]|\.ts|\.js/, what);
    }
  }
  assert.equal(await sendRaw(port, 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: x\r\n\r\n'), '');
  assert.equal(upstream.seen.length, 0);
  assert.equal(command.child.exitCode, null);
});

test('a request that is not HTTP gets the usual form of refusal, without details of the server', async t => {
  const { upstream, port } = await startProxy(t);
  const head = `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
  for (const [bytes, expected] of [
    ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    [`${head}X-A: b\rc\r\n\r\n`, 400],
    [`${head}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [`${head}Expect: a miracle\r\n\r\n`, 417],
  ] as const) {
    const answer = read(await sendRaw(port, bytes));
    assert.equal(answer.status, expected);
    assert.match(
      answer.body,
      /^\{"error":\{"code":"invalid_request","message":"[\w :.-]+","requestId":"[\da-f-]{36}"\}\}$/,
    );
    assert.doesNotMatch(answer.head, /^(?:server|x-powered-by):/im);
  }
  assert.equal(upstream.seen.length, 0);
});

test('no address of the proxy redirects to another site', async t => {
  const { port } = await startProxy(t);
  const elsewhere = encodeURIComponent('https://evil.example/');
  const query = ['next', 'url', 'redirect', 'return_to', 'continue', 'callback', 'jsonp']
    .map(name => `${name}=${elsewhere}`)
    .join('&');
  const agent = `/api/v2/agents/${AGENT}`;
  const chatbot = `/v2/chatbots/${AGENT}`;
  for (const path of [
    ...['/', '/healthz', '/readyz', '/metrics', '/api/v2/session', '/v2/chatbots/settings'],
    ...[`${agent}/chat`, `${agent}/chat/k`, `${agent}/settings`, `${agent}/feedback`],
    ...[`${chatbot}/contacts`, `${chatbot}/settings`, `${chatbot}/settings/history`, `${chatbot}/usage`],
    ...[`${chatbot}/conversations`, `${chatbot}/conversations/export`, `${chatbot}/extensions`],
    ...[`${chatbot}/answers`, `${chatbot}/answers/unanswered`, `${chatbot}/answers/check`],
    ...[`${chatbot}/draft-chat`, `/${elsewhere}`, '//evil.example/%2f..', '/\\evil.example'],
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, head, body } = await send(
        port,
        method,
        `${path}?${query}`,
        `Authorization: Bearer ${ADMIN}\r\n`,
      );
      assert.ok(status < 300 || status >= 400, `${method} ${path}: ${status}`);
      assert.doesNotMatch(
        head + body,
        /^(?:location|refresh|content-location|link):|evil\.example/im,
        `${method} ${path}`,
      );
    }
  }
});

test('trailers of the service, and answers it does not finish, are not passed on', async t => {
  const { upstream, port } = await startProxy(t);
  for (const type of ['application/json', 'text/event-stream']) {
    for (const cut of [false, true]) {
      upstream.onChat((request, response) => {
        const data = message(request, 'fine');
        response.writeHead(200, { 'Content-Type': type, Trailer: 'X-Debug' });
        response.addTrailers({ 'X-Debug': KEY, 'Set-Cookie': `k=${KEY}` });
        if (cut) {
          response.write(
            type.endsWith('json') ? `{"data":{"id":"${KEY}"` : `data: {"type":"token","content":"${KEY}`,
          );
          setImmediate(() => response.destroy());
        } else response.end(type.endsWith('json') ? JSON.stringify({ data }) : event({ type: 'done', data }));
      });
      const raw = await sendRaw(
        port,
        `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTE: trailers\r\n` +
          'Content-Type: application/json\r\nContent-Length: 30\r\n\r\n{"message":"hi","stream":true}',
      );
      assert.match(raw, /^HTTP\/1\.1 (?:200|502)/);
      assert.doesNotMatch(raw, /canary|x-debug|set-cookie|^trailer:/im);
      assert.match(raw, cut ? /stream_interrupted|upstream_unavailable/ : /"type":"done"/);
    }
  }
});
