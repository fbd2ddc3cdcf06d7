import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type AssistantMessage, textOf } from '../../../src/protocol/message.ts';
import {
  ANSWER_CONFLICTS,
  type AnswerCheck,
  type TaughtAnswer,
  type UnansweredGroup,
} from '../../../src/protocol/taught-answers.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY as CANARY } from '../../fakes/upstream.ts';
import { KEY, startService } from '../service/harness.ts';
import { ADMIN, AGENT, errorCode, setUp } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}`, 'Content-Type': 'application/json' };
const KAYAKS = { question: 'Do you sell kayaks?', answer: 'From **May** on.', url: '/kayaks' };

type Ask = (path: string, body?: object, method?: string) => Promise<Response>;

/** The proxy before our own service: requests of the owner, and messages of a visitor. */
async function openDesk(t: TestContext): Promise<{ ask: Ask; say: (message: string) => Promise<string> }> {
  const service = await startService();
  t.after(() => service.end());
  const proxy = createProxy({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    adminToken: ADMIN,
    fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
    initialSettings: { [service.agentId]: { rateLimit: null } },
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const send = (path: string, init: RequestInit): Promise<Response> =>
    proxy(new Request(`https://chat.example${path}`, init), { remoteAddress: '192.0.2.1' });
  return {
    ask: (path, body, method = body ? 'POST' : 'GET') =>
      send(`/v2/chatbots/${service.agentId}/answers${path}`, {
        method,
        headers: AS_ADMIN,
        ...(body && { body: JSON.stringify(body) }),
      }),
    async say(message) {
      const response = await send(`/api/v2/agents/${service.agentId}/chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ message }),
      });
      assert.equal(response.status, 200);
      return textOf(((await response.json()) as { data: AssistantMessage }).data.parts);
    },
  };
}

async function dataOf<T>(response: Response, status = 200): Promise<T> {
  assert.equal(response.status, status, await response.clone().text());
  return ((await response.json()) as { data: T }).data;
}

test('the owner teaches, changes, deletes and restores an answer, and the next visitor gets it', async t => {
  const { ask, say } = await openDesk(t);
  assert.notEqual(await say('Do you sell kayaks?'), KAYAKS.answer);
  const [group] = await dataOf<UnansweredGroup[]>(await ask('/unanswered'));
  assert.equal(group?.question, KAYAKS.question);
  const check = await dataOf<AnswerCheck>(await ask('/check', { question: KAYAKS.question }));
  assert.deepEqual(
    check.changed.map(({ text }) => text),
    [KAYAKS.question],
  );

  const { id } = await dataOf<TaughtAnswer>(await ask('', KAYAKS), 201);
  assert.equal(await say('do you sell any kayaks?'), KAYAKS.answer);
  await dataOf(await ask(`/${id}`, { answer: 'In June.' }));
  assert.equal(await say('do you sell any kayaks?'), 'In June.');
  await dataOf(await ask(`/${id}`, { paused: true }));
  assert.notEqual(await say('do you sell any kayaks?'), 'In June.');
  await dataOf(await ask(`/${id}`, { paused: false }));
  await dataOf(await ask(`/${id}`, undefined, 'DELETE'));
  assert.deepEqual(await dataOf(await ask('')), []);
  await dataOf(await ask(`/${id}/restore`, undefined, 'POST'));
  assert.equal(await say('do you sell any kayaks?'), 'In June.');
  const refused = await ask('', KAYAKS);
  assert.equal(refused.status, 409);
  const { error } = (await refused.json()) as { error: { message: string } };
  assert.equal(error.message, ANSWER_CONFLICTS.repeated);
});

test('a wrong field is named, and nothing is sent to the service', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/answers`;
  const refused = async (route: string, body: object): Promise<string> => {
    const response = await ask(route, { method: 'POST', headers: AS_ADMIN, body: JSON.stringify(body) });
    assert.equal(response.status, 400);
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  assert.equal(await refused(path, { question: 'How?' }), 'answer: is missing');
  assert.match(await refused(path, { ...KAYAKS, url: 'javascript:alert(1)' }), /^url: must be an http/);
  assert.match(await refused(`${path}/check`, { question: ' ' }), /^question: must not be blank/);
  assert.match(await refused(`${path}/${AGENT}`, {}), /^body: must have one of/);
  assert.equal(upstream.seen.length, 0);
});

test("without the owner's token, nothing reaches the service", async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/answers`;
  const body = JSON.stringify(KAYAKS);
  for (const [method, route] of [
    ['GET', path],
    ['POST', path],
    ['GET', `${path}/unanswered`],
    ['POST', `${path}/check`],
    ['POST', `${path}/${AGENT}`],
    ['DELETE', `${path}/${AGENT}`],
    ['POST', `${path}/${AGENT}/restore`],
  ] as const) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await ask(route, { method, headers, ...(method === 'POST' && { body }) });
    assert.equal(response.status, 401, `${method} ${route}`);
  }
  assert.equal(upstream.seen.length, 0);
});

test('only known reasons of a conflict are passed on', async t => {
  const { ask, upstream } = await setUp(t);
  for (const [message, passedOn] of [
    [ANSWER_CONFLICTS.full, ANSWER_CONFLICTS.full],
    [`${ANSWER_CONFLICTS.full} ${CANARY}`, 'This exists already.'],
    [CANARY, 'This exists already.'],
  ]) {
    upstream.onService((_, response) => {
      response.writeHead(409).end(JSON.stringify({ error: { code: 'conflict', message } }));
    });
    const response = await ask(`/v2/chatbots/${AGENT}/answers`, {
      method: 'POST',
      headers: AS_ADMIN,
      body: JSON.stringify(KAYAKS),
    });
    assert.equal(response.status, 409);
    assert.equal(((await response.json()) as { error: { message: string } }).error.message, passedOn);
  }
});

test('a hosted service has no answers, and a response with the key goes to nobody', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/answers`;
  upstream.onService((_, response) => {
    response.writeHead(404).end();
  });
  const missing = await ask(path, { headers: AS_ADMIN });
  assert.deepEqual([missing.status, await errorCode(missing)], [404, 'not_found']);
  for (const body of [JSON.stringify({ data: [{ question: CANARY }] }), '{', '[]', '{"data":1}']) {
    upstream.onService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    for (const route of [path, `${path}/unanswered`]) {
      const response = await ask(route, { headers: AS_ADMIN });
      assert.equal(response.status, 502, `${route} ${body}`);
      assert.doesNotMatch(await response.text(), new RegExp(CANARY));
    }
  }
});
