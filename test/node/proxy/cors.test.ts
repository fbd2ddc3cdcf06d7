import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN, AGENT, setUp } from './harness.ts';

const AGENT_PATH = `/api/v2/agents/${AGENT}`;
const SITE = 'https://shop.example';

test('a preflight gets the same short list, whatever it asks for', async t => {
  const { ask, change, upstream } = await setUp(t);
  await change({ allowedDomains: ['shop.example'] });
  upstream.seen.length = 0;
  const lists = new Set<string>();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'EVIL']) {
    for (const header of ['content-type', 'authorization', 'cookie', 'x-evil, *', 'x-forwarded-for', '']) {
      const response = await ask(`${AGENT_PATH}/chat`, {
        method: 'OPTIONS',
        headers: {
          Origin: SITE,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': header,
        },
      });
      assert.equal(response.status, 204);
      const names = ['Methods', 'Headers', 'Credentials', 'Private-Network', 'Max-Age'];
      lists.add(names.map(name => response.headers.get(`Access-Control-Allow-${name}`)).join(' | '));
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), SITE);
    }
  }
  const [list = '', ...others] = lists;
  assert.deepEqual(others, []);
  assert.match(list, /^GET, POST, DELETE \| /);
  assert.doesNotMatch(list, /\*|cookie|forwarded/i);
  assert.equal(upstream.seen.length, 0);
});

test('a preflight for a private agent is allowed, because it cannot identify the owner', async t => {
  const { ask, change } = await setUp(t);
  await change({ visibility: 'private', allowedDomains: ['shop.example'] });
  const preflight = (Origin: string): Promise<Response> =>
    ask(`${AGENT_PATH}/chat`, { method: 'OPTIONS', headers: { Origin } });
  assert.equal((await preflight(SITE)).status, 204);
  assert.equal((await preflight('https://evil.example')).status, 403);
  const settings = (headers: Record<string, string>): Promise<Response> =>
    ask(`${AGENT_PATH}/settings`, { headers: { Origin: SITE, ...headers } });
  assert.equal((await settings({})).status, 403);
  assert.equal((await settings({ Authorization: `Bearer ${ADMIN}` })).status, 200);
});

test('no answer allows credentials or every site, refusals included', async t => {
  const { ask, change } = await setUp(t);
  const star = await change({ allowedDomains: ['*'] });
  assert.equal(star.status, 400, 'every site is an empty list, never a star');
  const json = { 'Content-Type': 'application/json' };
  for (const [path, init] of [
    [`${AGENT_PATH}/settings`, {}],
    [`${AGENT_PATH}/chat`, { method: 'POST', headers: json, body: '{"message":"hi","stream":true}' }],
    [`${AGENT_PATH}/chat`, { method: 'POST', headers: json, body: '{' }],
    [`/v2/chatbots/${AGENT}/settings`, { headers: { Authorization: `Bearer ${ADMIN}` } }],
    [`/v2/chatbots/${AGENT}/settings`, {}],
    ['/nowhere', {}],
  ] as [string, RequestInit][]) {
    for (const Origin of [SITE, 'null']) {
      const headers = { ...(init.headers as Record<string, string>), Origin };
      const response = await ask(path, { ...init, headers });
      await response.text();
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), Origin, path);
      assert.equal(response.headers.get('Access-Control-Allow-Credentials'), null, path);
      assert.equal(response.headers.get('Set-Cookie'), null, path);
      assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/, path);
    }
  }
});

test('a request that a plain form of another site can send is refused, from any site', async t => {
  const { ask, upstream } = await setUp(t);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    for (const origin of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      for (const path of [
        `${AGENT_PATH}/chat`,
        '/api/v2/session',
        `/v2/chatbots/${AGENT}/contacts`,
        '/v2/chatbots/settings',
      ]) {
        const response = await ask(path, {
          method: 'POST',
          headers: { 'Content-Type': type, Authorization: `Bearer ${ADMIN}`, ...origin },
          body: `{"message":"hi","chatbotId":"${AGENT}","users":[{"name":"a"}],"x":"="}`,
        });
        assert.equal(response.status, 415, `${type} ${path}`);
      }
    }
  }
  assert.equal(upstream.seen.length, 0);
});
