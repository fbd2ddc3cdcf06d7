import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, type TestContext, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { request } from 'undici';
import { listenLocally } from '../../../scripts/loopback.ts';
import { createDispatcher } from '../../../src/network/dispatcher.ts';
import { connectDirectly, outgoingFetch } from '../../../src/network/outgoing.ts';
import { createProxy, type ProxyOptions } from '../../../src/proxy/index.ts';
import { fetchRobots } from '../../../src/service/knowledge/sources/robots.ts';
import { SiteReader } from '../../../src/service/knowledge/sources/site-reader.ts';
import { ModelClient } from '../../../src/service/model/model-client.ts';
import { KEY, startUpstream } from '../../fakes/upstream.ts';
import { selfSigned, WITHOUT_OPENSSL } from '../proxy/certificate.ts';
import { AGENT, around, eventsIn, type Setup } from '../proxy/harness.ts';
import { startForwardProxy } from './forward-proxy.ts';

for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'])
  delete process.env[name];
const forward = await startForwardProxy();
// Set before the first request, because the shared `fetch` reads the addresses of the proxies only once.
process.env.HTTP_PROXY = forward.url;
process.env.HTTPS_PROXY = forward.url;
after(() => forward.close());
beforeEach(() => {
  forward.seen.length = 0;
  process.env.NO_PROXY = '';
});

async function serve(
  t: TestContext,
  listener: RequestListener,
  tls?: { key: Buffer; cert: Buffer },
): Promise<number> {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const port = await listenLocally(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** A host that only the forward proxy can resolve. */
async function serveAt(t: TestContext, host: string, listener: RequestListener): Promise<void> {
  forward.ports.set(`${host}:80`, await serve(t, listener));
}

async function proxyTo(t: TestContext, baseUrl: string, options: Partial<ProxyOptions> = {}): Promise<Setup> {
  const upstream = await startUpstream();
  forward.ports.set('agents.example:80', Number(new URL(upstream.url).port));
  const proxy = createProxy({
    baseUrl: baseUrl || upstream.url,
    apiKey: KEY,
    allowInsecureUpstream: true,
    ...options,
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await upstream.close();
  });
  return around(upstream, proxy);
}

for (const stream of [true, false]) {
  test(`a chat of the proxy goes through HTTP_PROXY, ${stream ? 'as a stream' : 'as JSON'}`, async t => {
    const { chat, upstream } = await proxyTo(t, 'http://agents.example');
    for (let i = 0; i < 2; i++) {
      const answer = await chat({ message: 'hi', stream });
      assert.equal(answer.status, 200);
      const text = await answer.text();
      if (stream) assert.equal(eventsIn(text).at(-1)?.type, 'done');
      assert.match(text, /Hello/);
    }
    assert.deepEqual(forward.seen, Array(2).fill(`POST http://agents.example/api/v2/agents/${AGENT}/chat`));
    assert.equal(upstream.seen[0]?.headers.authorization, `Bearer ${KEY}`);
    assert.equal(upstream.seen[0]?.headers.host, 'agents.example');
  });
}

test('https goes through HTTPS_PROXY in a tunnel, so that the forward proxy sees no key', {
  skip: WITHOUT_OPENSSL,
}, async t => {
  const pair = selfSigned();
  setDefaultCACertificates([pair.cert.toString()]);
  const port = await serve(
    t,
    (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ data: [], authorization: request.headers.authorization }));
    },
    pair,
  );
  forward.ports.set('localhost:443', port);
  const { ask } = await proxyTo(t, 'https://localhost', { adminToken: 'admin-token-0123456789' });
  const answer = await ask(`/v2/chatbots/${AGENT}/contacts`, {
    headers: { Authorization: 'Bearer admin-token-0123456789' },
  });
  // The key reached the service: the proxy refuses to pass on an answer that contains it.
  assert.equal(answer.status, 502);
  assert.deepEqual(forward.seen, ['CONNECT localhost:443']);
});

test('a host in NO_PROXY is connected to directly', async t => {
  const { chat, upstream } = await proxyTo(t, '');
  process.env.NO_PROXY = 'other.example, 127.0.0.1';
  assert.equal((await chat({ message: 'hi' })).status, 200);
  assert.deepEqual(forward.seen, []);
  assert.equal(upstream.seen.length, 1);
});

for (const [entry, host] of [
  ['::1', '[::1]'],
  ['other.example, 0:0:0:0:0:0:0:1', '[::1]'],
  ['[::1]', '[::1]'],
  ['::/64', '[::1]'],
  ['127.0.0.0/8', '127.0.0.1'],
  ['10.0.0.0/8 127.0.0.1/32', '127.0.0.1'],
  ['other.example, *', '127.0.0.1'],
] as const) {
  test(`NO_PROXY may be ${entry}`, async t => {
    const server = createServer((_, response) => void response.end('direct'));
    await new Promise<void>(listening => server.listen(0, host.replace(/[[\]]/g, ''), listening));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    process.env.NO_PROXY = entry;
    assert.equal(await (await outgoingFetch(`http://${host}:${port}/`)).text(), 'direct');
    assert.deepEqual(forward.seen, []);
  });
}

for (const entry of ['10.0.0.0/8', '127.0.0.0/99', '127.0.0.0/x', '::1', 'fc00::/7', '/', '27.0.0.1']) {
  test(`NO_PROXY of ${entry} does not exclude 127.0.0.1`, async () => {
    process.env.NO_PROXY = entry;
    assert.equal((await outgoingFetch('http://127.0.0.1:81/')).status, 502);
    assert.deepEqual(forward.seen, ['GET http://127.0.0.1:81/']);
  });
}

test('a proxy may be named without a scheme', async t => {
  await serveAt(t, 'bare.example', (_, response) => void response.end('proxied'));
  process.env.http_proxy = new URL(forward.url).host;
  t.after(() => {
    delete process.env.http_proxy;
  });
  const { body } = await request('http://bare.example/', { dispatcher: createDispatcher() });
  assert.equal(await body.text(), 'proxied');
  assert.deepEqual(forward.seen, ['GET http://bare.example/']);
});

test('a host that the program excludes keeps what NO_PROXY names', async t => {
  process.env.NO_PROXY = 'other.example';
  const port = await serve(t, (_, response) => void response.end('direct'));
  connectDirectly(`127.0.0.1:${port}`);
  t.after(() => {
    delete process.env.no_proxy;
  });
  assert.equal(await (await outgoingFetch(`http://127.0.0.1:${port}/`)).text(), 'direct');
  assert.deepEqual(forward.seen, []);
  assert.equal(process.env.no_proxy, `other.example,127.0.0.1:${port}`);
});

test('requests for the list of models and to the model go through it', async t => {
  await serveAt(t, 'models.example', (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }];
    response.end(JSON.stringify(request.url === '/v1/models' ? { data: [{ id: 'm' }] } : { choices }));
  });
  const client = new ModelClient({ baseUrl: 'http://models.example/v1' });
  assert.equal(await client.modelOr(''), 'm');
  const sdk = await client.sdk();
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const completion = await sdk.chat.completions.create({ model: 'm', messages });
  assert.equal(completion.choices[0]?.message.content, 'hi');
  assert.deepEqual(forward.seen, [
    'GET http://models.example/v1/models',
    'POST http://models.example/v1/chat/completions',
  ]);
});

test('a site and its robots.txt are read through it, even if this machine cannot resolve the name', async t => {
  await serveAt(t, 'docs.example', (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /private' : '<p>Kayaks</p>');
  });
  const home = new URL('http://docs.example/');
  const reader = new SiteReader(home, {
    lookUp: () => Promise.reject(new Error('must not be resolved here')),
  });
  await fetchRobots(reader, home);
  const { bytes } = await reader.fetch(new URL('/kayaks', home));
  assert.equal(new TextDecoder().decode(bytes), '<p>Kayaks</p>');
  assert.deepEqual(forward.seen, ['GET http://docs.example/robots.txt', 'GET http://docs.example/kayaks']);
});

test('a bot check gets a fetch that goes through it', async t => {
  await serveAt(t, 'captcha.example', (_, response) => void response.end('{"success":true}'));
  const { chat } = await proxyTo(t, 'http://agents.example', {
    async botCheck({ token, fetch }) {
      const answer = await fetch(`http://captcha.example/verify?token=${token}`, { method: 'POST' });
      return ((await answer.json()) as { success: boolean }).success;
    },
  });
  assert.equal((await chat({ message: 'hi' }, { 'X-Bot-Token': 'proof' })).status, 200);
  assert.equal(forward.seen[0], 'POST http://captcha.example/verify?token=proof');
});

test('a forward proxy that refuses or is unreachable is a failure of the service, and nobody sees its text', async t => {
  const { chat } = await proxyTo(t, 'https://unknown.example', { limits: { attempts: 1 } });
  const answer = await chat({ message: 'hi' });
  assert.equal(answer.status, 502);
  assert.doesNotMatch(await answer.text(), /Gateway|tunnel|unknown/i);
  assert.deepEqual(forward.seen, ['CONNECT unknown.example:443']);
});
