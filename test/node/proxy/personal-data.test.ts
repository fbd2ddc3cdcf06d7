import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { ConversationDetail } from '../../../src/protocol/conversations.ts';
import type { Erased, ExportedVerdict } from '../../../src/protocol/personal-data.ts';
import { type AgentProxy, createProxy, type ProxyOptions } from '../../../src/proxy/index.ts';
import { type Harness, KEY, startService } from '../service/harness.ts';
import { ADMIN, AGENT, errorCode, setUp, until, visitorToken } from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}`, 'Content-Type': 'application/json' };
const SECRET = 'session-canary-0123456789';

interface Person {
  contacts: { email: string }[];
  conversations: ConversationDetail[];
  verdicts: ExportedVerdict[];
}
interface Said {
  token: string;
  id: string;
  conversationId: string;
}
interface Desk {
  service: Harness;
  dataDir: string;
  /** What the proxy has logged. */
  log: () => string;
  send(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  say(message: string, token?: string): Promise<Said>;
  rate(said: Said, reason: string): Promise<void>;
  /** Opens the proxy again over the same data. */
  reopen(options?: Partial<ProxyOptions>): Promise<void>;
}

/** The proxy before our own service, with a folder of its own. */
async function openDesk(t: TestContext): Promise<Desk> {
  const service = await startService({ documents: { 'tents.md': '# Tents\n\nA tent is washed by hand.' } });
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-personal-'));
  const logged: string[] = [];
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const open = (options: Partial<ProxyOptions> = {}): AgentProxy =>
    createProxy({
      baseUrl: 'https://service.test',
      apiKey: KEY,
      adminToken: ADMIN,
      sessionSecret: SECRET,
      dataDir,
      fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
      initialSettings: { [service.agentId]: { rateLimit: null } },
      logger: { info: write, warn: write, error: write },
      ...options,
    });
  let proxy = open();
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await service.end();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const send: Desk['send'] = (path, body, headers = AS_ADMIN) =>
    proxy(
      new Request(`https://chat.example${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      { remoteAddress: '192.0.2.1' },
    );
  return {
    service,
    dataDir,
    log: () => logged.join('\n'),
    send: (path, body, headers) => send(path.replace('{agent}', service.agentId), body, headers),
    async say(message, token = '') {
      const headers = { 'Content-Type': 'application/json', ...(token && { 'X-Visitor-Token': token }) };
      const response = await send(`/api/v2/agents/${service.agentId}/chat`, { message }, headers);
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
    async rate({ token, id, conversationId }, reason) {
      const response = await send(
        `/api/v2/agents/${service.agentId}/feedback`,
        { messageId: id, conversationId, value: 'down', reason },
        { 'Content-Type': 'application/json', 'X-Visitor-Token': token },
      );
      assert.equal(response.status, 204);
    },
    async reopen(options) {
      await proxy.close({ graceMs: 0 });
      proxy = open(options);
      await proxy.ready();
    },
  };
}

function votes({ dataDir }: Pick<Desk, 'dataDir'>): { voter: string; reason: string }[] {
  const file = new DatabaseSync(join(dataDir, 'proxy.sqlite'));
  try {
    return file.prepare('select voter, reason from proxy_votes order by reason').all() as never;
  } finally {
    file.close();
  }
}

function change({ dataDir }: Pick<Desk, 'dataDir'>, statement: string, ...values: string[]): void {
  const file = new DatabaseSync(join(dataDir, 'proxy.sqlite'));
  file.prepare(statement).run(...values);
  file.close();
}

/** Id of a visitor as their token has it, and the digest of it that the service knows. */
function idOf(token: string): { id: string; digest: string } {
  const payload = Buffer.from(token.split('.')[0]!, 'base64url').toString();
  const { v: id } = JSON.parse(payload) as { v: string };
  return { id, digest: hash('sha256', `v:${id}`, 'base64url') };
}

async function erase(desk: Desk, person: object): Promise<Erased> {
  const response = await desk.send('/v2/chatbots/{agent}/personal-data/delete', person);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: Erased }).data;
}

async function exported(desk: Desk, person: object): Promise<Person> {
  const response = await desk.send('/v2/chatbots/{agent}/personal-data/export', person);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Person;
}

test('the owner exports and removes all of a visitor, ratings included, by any id that the visitor sees', async t => {
  const desk = await openDesk(t);
  const kim = await desk.say('Do you sell kayaks?');
  await desk.rate(kim, 'I wanted a kayak');
  await desk.say('Do you sell canoes?', kim.token);
  const bo = await desk.say('How do I wash a tent?');
  await desk.rate(bo, 'Bo wanted more');
  const lead = { users: [{ email: 'kim@shop.example' }] };
  const headers = { 'Content-Type': 'application/json', 'X-Visitor-Token': kim.token };
  assert.equal((await desk.send('/v2/chatbots/{agent}/contacts', lead, headers)).status, 201);

  const { id, digest } = idOf(kim.token);
  for (const person of [
    { visitor: kim.token },
    { visitor: id },
    { visitor: digest },
    { visitor: kim.conversationId },
  ]) {
    const { contacts, conversations, verdicts } = await exported(desk, person);
    assert.deepEqual(
      [contacts.map(({ email }) => email), conversations.length, verdicts.map(({ reason }) => reason)],
      [['kim@shop.example'], 2, ['I wanted a kayak']],
      JSON.stringify(person),
    );
    assert.equal(conversations[0]!.messages[1]!.verdicts![0]!.reason, 'I wanted a kayak');
  }
  // Anybody can enter the address, so it does not lead to the conversations.
  const named = await exported(desk, { email: 'kim@shop.example' });
  assert.deepEqual([named.contacts.length, named.conversations, named.verdicts], [1, [], []]);
  assert.deepEqual(await erase(desk, { visitor: kim.conversationId }), {
    ...{ conversations: 2, messages: 4, contacts: 1, verdicts: 1, answers: 0 },
  });
  assert.deepEqual(
    votes(desk).map(({ reason }) => reason),
    ['Bo wanted more'],
  );
  const left = await exported(desk, { visitor: kim.token });
  assert.deepEqual([left.contacts, left.conversations, left.verdicts], [[], [], []]);
  assert.match(desk.log(), /a person's data was removed/);
  assert.doesNotMatch(desk.log(), /kayak|kim@shop/);
  assert.ok(!desk.log().includes(id) && !desk.log().includes(digest), 'no log names the person');
});

test('a token that names another user deletes nothing of that user', async t => {
  const desk = await openDesk(t);
  await desk.service.chat({ message: 'Where is my order?', userId: 'kim-7' });
  const { token } = await desk.say('How do I wash a tent?');
  const forged = Buffer.from(JSON.stringify({ v: idOf(token).id, u: 'kim-7', e: 9e9 })).toString('base64url');
  assert.equal((await erase(desk, { visitor: `${forged}.x` })).conversations, 1);
  assert.equal((await exported(desk, { user: 'kim-7' })).conversations.length, 1);
});

test('who rated a reply cannot be found out by guessing ids, also for ratings of an earlier version', async t => {
  const desk = await openDesk(t);
  const kim = await desk.say('Do you sell kayaks?');
  const { digest } = idOf(kim.token);
  await desk.rate(kim, 'first');
  assert.match(votes(desk)[0]!.voter, /^k\.[\w-]{43}$/);
  const keyed = votes(desk)[0]!.voter;

  change(desk, 'update proxy_votes set voter = ?', digest);
  assert.equal((await exported(desk, { visitor: kim.token })).verdicts.length, 1, 'before it is renamed');
  await desk.reopen();
  await until(() => votes(desk)[0]!.voter === keyed);

  // A rating that an older process stores beside this one.
  change(
    desk,
    `insert into proxy_votes (agent_id, voter, message_id, value, reason, at)
      select agent_id, ?, message_id, value, 'older', at from proxy_votes`,
    digest,
  );
  await desk.reopen();
  await until(() => votes(desk).length === 1);
  assert.deepEqual(
    votes(desk),
    [{ voter: keyed, reason: 'first' }].map(row => Object.assign(Object.create(null), row)),
  );
});

test('a changed secret keeps one rating for each reply, and finds those of the earlier one', async t => {
  const desk = await openDesk(t);
  const kim = await desk.say('Do you sell kayaks?');
  await desk.rate(kim, 'first');
  const other = await desk.say('Do you sell canoes?', kim.token);
  await desk.rate(other, 'other');
  await desk.reopen({ sessionSecret: ['another-canary-0123456789', SECRET] });
  await desk.rate(kim, 'second');
  assert.deepEqual(
    votes(desk).map(({ reason }) => reason),
    ['other', 'second'],
  );
  assert.equal((await erase(desk, { visitor: kim.token })).verdicts, 2);
});

test('an erasure that was interrupted is completed at the next start', async t => {
  const desk = await openDesk(t);
  const kim = await desk.say('Do you sell kayaks?');
  await desk.rate(kim, 'I wanted a kayak');
  // The service fails after the ratings are gone.
  const service = desk.service.service;
  await desk.reopen({
    fetch: (url, init) =>
      String(url).endsWith('/personal-data/delete')
        ? Promise.reject(new Error('the connection broke'))
        : service.fetch(new Request(url as string, init as RequestInit)),
  });
  const failed = await desk.send('/v2/chatbots/{agent}/personal-data/delete', { visitor: kim.token });
  assert.equal(failed.status, 502);
  assert.deepEqual(votes(desk), []);
  await desk.reopen();
  await until(async () => (await exported(desk, { visitor: kim.token })).conversations.length === 0);
  await until(() => {
    const file = new DatabaseSync(join(desk.dataDir, 'proxy.sqlite'));
    const { count } = file.prepare('select count(*) as count from proxy_erasures').get() as { count: number };
    file.close();
    return count === 0;
  });
});

test('an erasure that cannot end does not stop the next one, and one of an agent that is gone ends', async t => {
  const desk = await openDesk(t);
  const kim = await desk.say('Do you sell kayaks?');
  const insert = 'insert into proxy_erasures (id, agent_id, person, at) values (?, ?, ?, 1)';
  change(desk, insert, 'a', desk.service.agentId, '{"user":"refused"}');
  change(desk, insert, 'b', 'gone', '{"user":"gone"}');
  change(desk, insert, 'c', desk.service.agentId, JSON.stringify({ visitor: idOf(kim.token).digest }));
  const service = desk.service.service;
  await desk.reopen({
    fetch: async (url, init) => {
      const request = new Request(url as string, init as RequestInit);
      const body = await request.clone().text();
      if (body.includes('refused')) return new Response('{}', { status: 403 });
      if (body.includes('gone')) return new Response('{}', { status: 404 });
      return await service.fetch(request);
    },
  });
  await until(() => {
    const file = new DatabaseSync(join(desk.dataDir, 'proxy.sqlite'));
    const left = file.prepare('select id from proxy_erasures').all() as { id: string }[];
    file.close();
    return left.length === 1 && left[0]!.id === 'a';
  });
  await until(() => desk.log().includes('an interrupted erasure cannot be completed now'));
  assert.equal((await exported(desk, { visitor: kim.token })).conversations.length, 0);
});

test('nothing begins if the service cannot be asked, does not support it, or nobody asks', async t => {
  const { ask, upstream } = await setUp(t);
  const path = `/v2/chatbots/${AGENT}/personal-data`;
  const post = (
    action: string,
    body: object,
    headers: Record<string, string> = AS_ADMIN,
  ): Promise<Response> => ask(`${path}/${action}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const action of ['export', 'delete']) {
    assert.equal((await post(action, { user: 'kim-7' }, { 'Content-Type': 'application/json' })).status, 401);
    for (const [body, message] of [
      [{}, /"user, visitor, email: exactly one of them must be given"/],
      [{ visitor: 'kim' }, /"visitor: must be the token or id of a visitor, or the id of a conversation"/],
      [{ visitor: 7 }, /"visitor: must be a string"/],
    ] as const) {
      const response = await post(action, body);
      assert.equal(response.status, 400);
      assert.match(await response.text(), message);
    }
    assert.equal(upstream.seen.length, 0);
    upstream.onService((_, response) => void response.writeHead(404).end());
    const missing = await post(action, { user: 'kim-7' });
    assert.deepEqual([missing.status, await errorCode(missing)], [404, 'not_found']);
    for (const body of ['{', '{"data":1}', '{"data":{"conversations":[1]}}']) {
      upstream.onService((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      });
      assert.equal((await post(action, { user: 'kim-7' })).status, 502, body);
    }
    upstream.seen.length = 0;
  }
});
