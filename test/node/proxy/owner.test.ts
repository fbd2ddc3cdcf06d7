import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createProxy } from '../../../src/proxy/index.ts';
import { openStores } from '../../../src/proxy/stores/open-stores.ts';
import {
  event,
  KEY,
  message,
  openStream,
  refuse,
  reply,
  type SeenRequest,
  startUpstream,
} from '../../fakes/upstream.ts';
import {
  ADMIN,
  AGENT,
  around,
  errorCode,
  eventsIn,
  type Setup,
  setUp,
  textOf,
  visitorToken,
} from './harness.ts';

const AS_ADMIN = { Authorization: `Bearer ${ADMIN}` };
const HISTORY = `/v2/chatbots/${AGENT}/settings/history`;

async function authors(ask: Setup['ask'], headers: Record<string, string> = AS_ADMIN): Promise<unknown[]> {
  const { data } = (await (await ask(HISTORY, { headers })).json()) as { data: { by?: string }[] };
  return data.map(({ by }) => by);
}

async function today(ask: Setup['ask']): Promise<Record<string, number>> {
  const response = await ask(`/v2/chatbots/${AGENT}/usage`, { headers: AS_ADMIN });
  return ((await response.json()) as { data: { days: Record<string, number>[] } }).data.days[0] ?? {};
}

test('the history goes back as far as versions are stored', async t => {
  const { change, ask } = await setUp(t);
  for (let save = 1; save <= 101; save++) await change({ name: `name ${save}` });
  const { data } = (await (await ask(HISTORY, { headers: AS_ADMIN })).json()) as {
    data: { version: number; settings: { name: string } }[];
  };
  assert.equal(data.length, 100);
  assert.equal(data[0]!.settings.name, 'name 101');
  assert.equal(data.at(-1)!.settings.name, 'name 2');
});

test('a database stores no more versions of settings than the history shows', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-history-'));
  const { settings, close } = await openStores({ dataDir });
  t.after(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  for (let version = 1; version <= 102; version++) {
    await settings.write(AGENT, { settings: {}, version, updatedAt: version });
  }
  const kept = await settings.history(AGENT, 1000);
  assert.deepEqual([kept.length, kept.at(-1)?.version], [100, 3]);
});

test('the history says who saved each version, in any alphabet and on one line', async t => {
  const { change, ask } = await setUp(t);
  await change({ name: 'one' }, { 'X-Admin-Name': encodeURIComponent('Zoë 山田') });
  await change({ name: 'two' });
  await change({ name: 'three' }, { 'X-Admin-Name': encodeURIComponent(`<b>\n${'x'.repeat(200)}`) });
  const [third, second, first] = await authors(ask);
  assert.deepEqual([first, second], ['Zoë 山田', undefined]);
  assert.equal(third, `<b> ${'x'.repeat(96)}`);
  // U+202E turns round all that follows it, and U+2028 ends a line.
  await change({ name: 'three' }, { 'X-Admin-Name': encodeURIComponent('Ann\u202e nnA\u2066\u2028Lee') });
  assert.equal((await authors(ask))[0], 'Ann nnA Lee');
  const wrong = await change({ name: 'four' }, { 'X-Admin-Name': '%E4%' });
  assert.equal(wrong.status, 400);
  assert.match(await wrong.text(), /X-Admin-Name/);
});

test('the host’s own user is named in the history, whatever the browser claims', async t => {
  const { ask, upstream } = await setUp(t, {
    authorize: request => request.headers.get('Cookie') === 'staff=7' && { name: 'Kim of sales' },
  });
  const response = await ask('/v2/chatbots/settings', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: 'staff=7', 'X-Admin-Name': 'Somebody%20else' },
    body: JSON.stringify({ chatbotId: AGENT, name: 'Ada' }),
  });
  assert.equal(response.status, 202);
  assert.deepEqual(await authors(ask), ['Kim of sales']);
  assert.equal(upstream.seen[0]?.headers['x-admin-name'], undefined, 'the service need not know');
});

test('a data folder of an earlier version gets the new columns and keeps its rows', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-proxy-'));
  const upstream = await startUpstream();
  t.after(async () => {
    await upstream.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const old = new DatabaseSync(join(dataDir, 'proxy.sqlite'));
  old.exec(`create table proxy_settings (agent_id text not null, version integer not null, settings text not null,
      updated_at bigint not null, primary key (agent_id, version));
    create table proxy_usage (agent_id text not null, day text not null, requests bigint not null,
      replies bigint not null, failures bigint not null, credits double precision not null,
      primary key (agent_id, day));
    insert into proxy_settings values ('${AGENT}', 1, '{"name":"Old"}', 1700000000);`);
  old.close();
  const proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY, adminToken: ADMIN, dataDir });
  t.after(() => proxy.close({ graceMs: 0 }));
  const { change, ask, chat } = around(upstream, proxy);
  assert.equal((await change({ name: 'New' }, { 'X-Admin-Name': 'Ann' })).status, 202);
  assert.deepEqual(await authors(ask), ['Ann', undefined]);
  upstream.onChat((request, response) => reply(request, response, ['']));
  await chat({ message: 'hi' });
  assert.equal((await today(ask)).unanswered, 1);
});

test('replies without an answer are counted as such, and their text is not stored', async t => {
  const { chat, ask, upstream } = await setUp(t);
  const say = async (text: string, more: { finishReason?: string; found?: boolean } = {}): Promise<void> => {
    upstream.onChat((request, response) => {
      const data = message(request, text);
      Object.assign(data.metadata as object, more.finishReason && { finishReason: more.finishReason });
      if (more.found === false) response.setHeader('X-Agent-Answer', 'none');
      openStream(response);
      response.end(event({ type: 'token', content: text || ' ' }) + event({ type: 'done', data }));
    });
    await (await chat({ message: 'where is it?', stream: true })).text();
  };
  await say('Here it is.');
  await say('I could not find it.', { found: false });
  await say('');
  await say('Well', { finishReason: 'content_filter' });
  await say('Cut at the end', { finishReason: 'length' });
  upstream.onChat((_, response) => refuse(response, 403));
  await chat({ message: 'where is it?' });
  const { requests, replies, failures, unanswered } = await today(ask);
  assert.deepEqual(
    { requests, replies, failures, unanswered },
    { requests: 6, replies: 5, failures: 1, unanswered: 3 },
  );
});

test('an address gives six hundred ratings in ten minutes, and cannot fill the database', async t => {
  const { ask, chat } = await setUp(t);
  const first = await chat({ message: 'hi' });
  const { data } = (await first.json()) as { data: { metadata: { conversationId: string } } };
  const { conversationId } = data.metadata;
  const headers = { 'Content-Type': 'application/json', 'X-Visitor-Token': visitorToken(first) };
  const statuses: number[] = [];
  for (let i = 0; i < 601; i++) {
    const body = JSON.stringify({
      messageId: `m-${i}`,
      conversationId,
      value: 'up',
      reason: 'x'.repeat(1000),
    });
    statuses.push((await ask(`/api/v2/agents/${AGENT}/feedback`, { method: 'POST', headers, body })).status);
  }
  assert.deepEqual(statuses, [...Array<number>(600).fill(204), 429]);
});

test('only the owner can chat with unsaved instructions', async t => {
  const { ask, chat, upstream } = await setUp(t);
  upstream.onService((request, response) => reply(request, response, ['Ahoy', '!']));
  const draft = (headers: Record<string, string>, body: object = {}): Promise<Response> =>
    ask(`/v2/chatbots/${AGENT}/draft-chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ message: 'hi', settings: { instructions: 'Talk like a pirate.' }, ...body }),
    });
  const response = await draft(AS_ADMIN);
  assert.equal(response.headers.get('X-Visitor-Token'), null);
  const events = eventsIn(await response.text());
  assert.equal(textOf(events), 'Ahoy!');
  const [seen] = upstream.seen as [SeenRequest];
  assert.equal(seen.url, `/v2/chatbots/${AGENT}/draft-chat`);
  assert.deepEqual((seen.body as { settings: unknown }).settings, { instructions: 'Talk like a pirate.' });

  const conversationId = events.at(-1)?.data?.metadata.conversationId as string;
  await (await draft(AS_ADMIN, { conversationId })).text();
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, 1]));
  const tooMany = await draft(AS_ADMIN, { settings: many });
  assert.equal(tooMany.status, 400);
  assert.match(await tooMany.text(), /"body: has more than 406 fields"/);
  const [own, next] = upstream.seen.map(request => request.body as { conversationId?: string });
  assert.ok(own?.conversationId === undefined && next?.conversationId, 'the talk goes on');
  assert.equal((await chat({ message: 'hi', conversationId })).status, 404, 'no visitor gets into it');

  const before = upstream.seen.length;
  assert.equal((await draft({})).status, 401);
  assert.equal((await draft({ Authorization: 'Bearer nonsense' })).status, 401);
  const wrong = await draft(AS_ADMIN, { settings: { temp: 7 } });
  assert.deepEqual([wrong.status, await errorCode(wrong)], [400, 'invalid_request']);
  for (const settings of [false, '', 0, []]) {
    assert.match(await (await draft(AS_ADMIN, { settings })).text(), /"settings: must be an object"/);
  }
  assert.equal(upstream.seen.length, before);
  assert.equal((await today(ask)).requests, 0, 'the owner is not counted as a visitor');

  upstream.onService((_, answer) => refuse(answer, 404));
  assert.equal((await draft(AS_ADMIN)).status, 404);
});
