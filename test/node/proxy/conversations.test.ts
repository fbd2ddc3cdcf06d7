import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ConversationDetail, ConversationList } from '../../../src/protocol/conversations.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { KEY as CANARY } from '../../fakes/upstream.ts';
import { type Harness, KEY, startService } from '../service/harness.ts';
import { ADMIN, AGENT, errorCode, setUp, visitorToken } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}` };
const documents = { 'tents.md': '# Tents\n\n## Washing a tent\n\nA tent is washed by hand.' };

interface Desk {
  service: Harness;
  /** Asks the proxy; as the owner unless headers are given. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a message as a visitor; returns the token and the reply. */
  say(message: string, token?: string): Promise<{ token: string; id: string; conversationId: string }>;
  list(query?: string): Promise<ConversationList>;
}

/** The proxy before our own service. */
async function openDesk(t: TestContext): Promise<Desk> {
  const service = await startService({ documents, conversationDays: 90 });
  t.after(() => service.end());
  const proxy = createProxy({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    adminToken: ADMIN,
    fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
    initialSettings: { [service.agentId]: { rateLimit: null } },
  });
  t.after(() => proxy.close({ graceMs: 0 }));
  const base = `/v2/chatbots/${service.agentId}`;
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    proxy(new Request(`https://chat.example${path}`, init), { remoteAddress: '192.0.2.1' });
  const ask: Desk['ask'] = (path, init = {}) => send(base + path, { headers: AS_ADMIN, ...init });
  return {
    service,
    ask,
    async say(message, token = '') {
      const response = await send(`/api/v2/agents/${service.agentId}/chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { 'X-Visitor-Token': token }) },
        body: JSON.stringify({ message }),
      });
      assert.equal(response.status, 200);
      const { data } = (await response.json()) as {
        data: { id: string; metadata: { conversationId: string } };
      };
      return {
        token: token || visitorToken(response),
        id: data.id,
        conversationId: data.metadata.conversationId,
      };
    },
    async list(query = '') {
      const response = await ask(`/conversations?${query}`);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as ConversationList;
    },
  };
}

test('the owner finds, reads and deletes what visitors asked, with their ratings beside the replies', async t => {
  const desk = await openDesk(t);
  const first = await desk.say('How do I wash a tent?');
  await desk.say('Do you sell kayaks?', first.token);
  await desk.say('How do I wash a tent by machine?');

  const { data } = await desk.list();
  assert.deepEqual(
    data.map(({ question }) => question),
    ['How do I wash a tent by machine?', 'Do you sell kayaks?', 'How do I wash a tent?'],
  );
  assert.equal(data[1]!.visitor, data[2]!.visitor, 'two of one visitor');
  assert.notEqual(data[0]!.visitor, data[1]!.visitor);
  assert.equal((await desk.list('q=kayak')).data.length, 1);

  const id = data[2]!.id;
  const read = await desk.ask(`/conversations/${id}`);
  const conversation = ((await read.json()) as { data: ConversationDetail }).data;
  assert.equal(conversation.messages[1]!.passages[0]!.title, 'Tents › Washing a tent');
  assert.deepEqual(conversation.messages[1]!.verdicts, []);

  const removed = await desk.ask(`/conversations?visitor=${data[1]!.visitor}`, { method: 'DELETE' });
  assert.deepEqual(await removed.json(), { data: { deleted: 2 } });
  const { data: left } = await desk.list();
  assert.equal(left.length, 1);
  assert.equal((await desk.ask(`/conversations/${left[0]!.id}`, { method: 'DELETE' })).status, 200);
  assert.equal((await desk.ask(`/conversations/${left[0]!.id}`, { method: 'DELETE' })).status, 404);
});

test('ratings filter conversations, and their reasons go with what is deleted', async t => {
  const desk = await openDesk(t);
  const bad = await desk.say('Do you sell kayaks?');
  await desk.say('How do I wash a tent?');
  const feedback = await desk.ask(`/../../../api/v2/agents/${desk.service.agentId}/feedback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Visitor-Token': bad.token },
    body: JSON.stringify({
      messageId: bad.id,
      conversationId: bad.conversationId,
      value: 'down',
      reason: '<b>I wanted a kayak</b>',
    }),
  });
  assert.equal(feedback.status, 204);
  const { data } = await desk.list('verdict=down');
  assert.deepEqual(
    data.map(({ question }) => question),
    ['Do you sell kayaks?'],
  );
  assert.deepEqual(await desk.list('verdict=up'), { data: [], next: null });
  const [found] = data as [(typeof data)[0]];
  const exported = await desk.ask('/conversations/export?format=json&verdict=down');
  assert.equal(exported.headers.get('Content-Type'), 'application/json');
  const [whole] = (await exported.json()) as [ConversationDetail];
  const [verdict] = whole.messages[1]!.verdicts!;
  assert.deepEqual([verdict!.value, verdict!.reason], ['down', '<b>I wanted a kayak</b>']);
  const usage = async (): Promise<{ conversationId?: string; reason?: string }[]> => {
    const report = (await (await desk.ask('/usage')).json()) as {
      data: { feedback: { reasons: { conversationId?: string; reason?: string }[] } };
    };
    return report.data.feedback.reasons;
  };
  assert.equal((await usage())[0]!.conversationId, found.id);
  assert.equal((await desk.ask(`/conversations/${found.id}`, { method: 'DELETE' })).status, 200);
  assert.deepEqual(await usage(), []);
});

test('nobody but the owner reads, exports or deletes conversations', async t => {
  const desk = await openDesk(t);
  const { token } = await desk.say('How do I wash a tent?');
  const { data } = await desk.list();
  const routes = [
    ['GET', '/conversations'],
    ['GET', '/conversations/export'],
    ['GET', `/conversations/${data[0]!.id}`],
    ['GET', '/extensions'],
    ['DELETE', `/conversations/${data[0]!.id}`],
    ['DELETE', '/conversations?user=kim'],
  ] as const;
  for (const [method, path] of routes) {
    for (const headers of [{}, { 'X-Visitor-Token': token }, { Authorization: 'Bearer nonsense' }]) {
      assert.equal((await desk.ask(path, { method, headers })).status, 401, `${method} ${path}`);
    }
  }
  assert.equal((await desk.list()).data.length, 1);
});

test('the proxy says what the service offers, and passes on no parameter that it does not know', async t => {
  const desk = await openDesk(t);
  assert.deepEqual(await (await desk.ask('/extensions')).json(), {
    data: {
      conversations: { days: 90 },
      answers: true,
      models: true,
      sources: true,
      personalData: true,
      contacts: true,
    },
  });

  const { ask, upstream } = await setUp(t);
  const chatbot = `/v2/chatbots/${AGENT}`;
  assert.deepEqual(await (await ask(`${chatbot}/extensions`, { headers: AS_ADMIN })).json(), { data: {} });
  upstream.onService((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data: [], next: null }));
  });
  await ask(`${chatbot}/conversations?q=a%26b&evil=1&url=http://x.example`, { headers: AS_ADMIN });
  assert.equal(upstream.seen.at(-1)!.url, `${chatbot}/conversations?q=a%26b&limit=25`);
});

test('an export ends, whatever the service says of its next page', async t => {
  const { ask, upstream } = await setUp(t);
  upstream.onService((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[],"next":"7"}');
  });
  const response = await ask(`/v2/chatbots/${AGENT}/conversations/export`, { headers: AS_ADMIN });
  await assert.rejects(response.text());
  assert.equal(upstream.seen.length, 2);
});

test('a hosted service has no conversations, and an answer with the key goes to nobody', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/conversations`;
  upstream.onService((_, response) => {
    response.writeHead(404).end();
  });
  const missing = await ask(path, { headers: AS_ADMIN });
  assert.deepEqual([missing.status, await errorCode(missing)], [404, 'not_found']);
  for (const body of [
    JSON.stringify({ data: [{ question: CANARY }], next: null }),
    '{',
    '[]',
    '{"data":1}',
  ]) {
    upstream.onService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    for (const route of [path, `${path}/export`, `${path}/${AGENT}`]) {
      const response = await ask(route, { headers: AS_ADMIN });
      assert.equal(response.status, 502, `${route} ${body}`);
      assert.doesNotMatch(await response.text(), new RegExp(CANARY));
    }
  }
});
