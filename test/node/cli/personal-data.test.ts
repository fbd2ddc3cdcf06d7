import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import { createProxy } from '../../../src/proxy/index.ts';
import { freshDatabase } from '../service/engines.ts';
import { type Harness, KEY, startService } from '../service/harness.ts';
import { killWhileForgetting } from './forget-kills.ts';
import { callCommand, type Outcome } from './run-command.ts';

const SESSION_SECRET = 'session-canary-0123456789';

interface Shop {
  service: Harness;
  token: string;
  conversationId: string;
  run(...args: string[]): Promise<Outcome>;
}

/** A service and its proxy on one store, with a visitor who asked, rated and left an address. */
async function openShop(t: TestContext, databaseUrl?: string): Promise<Shop> {
  const service = await startService({ documents: { 'a.md': '# Tents\n\nWash by hand.' }, databaseUrl });
  const proxy = createProxy({
    baseUrl: 'https://service.test',
    apiKey: KEY,
    sessionSecret: SESSION_SECRET,
    fetch: (url, init) => service.service.fetch(new Request(url as string, init as RequestInit)),
    initialSettings: { [service.agentId]: { rateLimit: null } },
    ...service.store,
  });
  t.after(async () => {
    await proxy.close({ graceMs: 0 });
    await service.end();
  });
  let token = '';
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { 'X-Visitor-Token': token }) };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await proxy(new Request(`https://chat.example${path}`, init));
    assert.ok(response.ok, `${path}: ${response.status}`);
    token ||= response.headers.get('X-Visitor-Token')!;
    return response;
  };
  const base = `/api/v2/agents/${service.agentId}`;
  const reply = await post(`${base}/chat`, { message: 'Do you sell kayaks?' });
  const { data } = (await reply.json()) as { data: { id: string; metadata: { conversationId: string } } };
  const { conversationId } = data.metadata;
  await post(`${base}/feedback`, { messageId: data.id, conversationId, value: 'down', reason: 'No kayak' });
  await post(`/v2/chatbots/${service.agentId}/contacts`, { users: [{ email: 'kim@shop.example' }] });
  await service.chat({ message: 'How do I wash a tent?', userId: 'bo-2' });
  const env = {
    DATA_DIR: service.store.dataDir,
    SESSION_SECRET,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  return { service, token, conversationId, run: (...args) => callCommand(args, env) };
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'agent-chat-export-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function exportsAndForgets(t: TestContext, databaseUrl?: string): Promise<void> {
  const { run, token, conversationId } = await openShop(t, databaseUrl);
  const file = join(folder(t), 'kim.json');
  for (const who of [
    ['--visitor', token],
    ['--visitor', conversationId],
  ]) {
    const { stdout, stderr } = await run('export', file, ...who);
    assert.equal(stderr, '');
    assert.equal(stdout, `Exported 1 conversation, 1 contact, 1 rating, 0 taught answers to ${file}.\n`);
    const kim = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(kim.contacts[0].email, 'kim@shop.example');
    assert.equal(kim.conversations[0].question, 'Do you sell kayaks?');
    assert.equal(kim.verdicts[0].reason, 'No kayak');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  const byAddress = await run('export', file, '--email', 'Kim@shop.example');
  assert.match(byAddress.stdout, /^Exported 0 conversations, 1 contact, /);
  const [, id] = byAddress.stdout.match(/Not their conversations: .*\n {2}--user (\S+)\n$/) ?? [];
  assert.equal((await run('export', file, '--user', id!)).stdout.slice(0, 23), 'Exported 1 conversation');
  const removed = 'Removed:\n  1 conversation with 2 messages\n  1 contact\n  1 rating\n';
  assert.deepEqual(await run('forget', '--visitor', conversationId), {
    code: 0,
    stdout: removed,
    stderr: '',
  });
  const again = await run('forget', '--email', 'kim@shop.example');
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /Nothing is stored about this person/);
  rmSync(file);
  assert.equal((await run('export', file, '--visitor', token)).code, 1);
  assert.ok(!existsSync(file), 'no empty file is left');
  const bo = await run('forget', '--user', 'bo-2');
  assert.equal(bo.stdout, 'Removed:\n  1 conversation with 2 messages\n');
}

test("a person's data is exported and removed on the command line, on SQLite", t => exportsAndForgets(t));

test("a person's data is exported and removed on the command line, on PostgreSQL", {
  skip: withoutPostgres(),
}, async t => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = await freshDatabase(postgres.url);
  await t.test('beside the running service and proxy', own => exportsAndForgets(own, url));
});

test('a call that does not name exactly one person, or no secret, changes nothing', async t => {
  const { run, service } = await openShop(t);
  for (const [args, why] of [
    [['forget'], /Name exactly one person: --user <id>, --visitor <id>, or --email <address>/],
    [['forget', '--user', 'a', '--email', 'b@c'], /Name exactly one person/],
    [['forget', '--user', ''], /--user is empty/],
    [['forget', '--visitor', 'kim'], /--visitor is neither the token nor the id/],
    [['forget', '--user', 'x'.repeat(5000)], /--user: must have 1 to \d+ characters/],
    [['export', '--user', 'bo-2'], /Name the file/],
    [['export', 'kim.csv', '--user', 'bo-2'], /must be a \.json file/],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, why);
  }
  const { stderr } = await callCommand(['forget', '--user', 'bo-2'], { DATA_DIR: service.store.dataDir });
  assert.match(stderr, /Set SESSION_SECRET as for the proxy/);
  assert.equal((await run('forget', '--user', 'bo-2')).code, 0, 'all was still there');
});

test('killed while it forgets, a person is there or gone, and whole at the next call', async () => {
  const report = await killWhileForgetting(3);
  assert.equal(report.kills, 3);
  assert.equal(report.whole + report.gone, 3);
});
