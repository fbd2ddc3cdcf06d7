import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { AssistantMessage } from '../../../src/protocol/message.ts';
import { openStores } from '../../../src/proxy/stores/open-stores.ts';
import { callCommand } from '../cli/run-command.ts';
import { startService } from '../service/harness.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');

/** The statements that the page has an owner give to `sqlite3`, by the words of the request. */
function statements(words: RegExp): string {
  const found = [...page.matchAll(/^sqlite3 .*data\/proxy\.sqlite "([^"]+)"$/gm)].map(([, sql]) => sql!);
  return found.find(sql => words.test(sql)) ?? assert.fail(`no statement for ${words}`);
}

/** Runs the command that the page has for it. */
async function commanded(what: string, DATA_DIR: string, said: RegExp): Promise<void> {
  const line = `agent-chat ${what}`;
  assert.ok(page.includes(`npx ${line}\n`), `the page has ${line}`);
  const { code, stdout, stderr } = await callCommand(line.split(' ').slice(1), { DATA_DIR });
  assert.equal(code, 0, stderr);
  assert.match(stdout, said);
}

test('a person’s questions and contact are read and deleted as documented, and nothing of anybody else', async t => {
  const service = await startService({ documents: { 'a.md': '# Tents\n\nA tent has one colour.' } });
  t.after(() => service.end());
  const ask = async (body: object): Promise<AssistantMessage> => {
    const response = await service.chat({ message: 'What colour has a tent?', ...body });
    return ((await response.json()) as { data: AssistantMessage }).data;
  };
  const anonymous = await ask({});
  const kim = await ask({ userId: 'kim-7' });
  const { conversationId } = kim.metadata;
  await ask({ userId: 'kim-7', conversationId: anonymous.metadata.conversationId });
  const other = await ask({ userId: 'bo-2' });
  const contacts = `/v2/chatbots/${service.agentId}/contacts`;
  const users = [
    { external_id: 'a', email: 'Kim@Shop.example', name: 'Kim' },
    { external_id: 'b', email: 'bo@shop.example', name: 'Bo' },
  ];
  await service.send(contacts, { method: 'POST', body: { users } });

  await commanded('conversations list', service.store.dataDir, /What colour has a tent\?(?:.*\n)*.*kim-7/);
  await commanded('conversations delete --user kim-7', service.store.dataDir, /^Deleted 2 conversations\.$/m);
  await commanded('contacts delete kim@shop.example', service.store.dataDir, /^Deleted 1 contact\.$/m);

  for (const id of [conversationId, anonymous.metadata.conversationId])
    assert.equal((await service.chat({ message: 'And?', conversationId: id })).status, 404);
  assert.equal(
    (await service.chat({ message: 'Which?', conversationId: other.metadata.conversationId })).status,
    200,
  );
  const listed = await (await service.send(contacts)).text();
  assert.doesNotMatch(listed, /kim/i);
  assert.match(listed, /bo@shop\.example/);
  const again = await service.send(contacts, { method: 'POST', body: { users: users.slice(0, 1) } });
  assert.equal(again.status, 201);
});

test('all that is stored about a person is removed by the documented command', async t => {
  const service = await startService();
  t.after(() => service.end());
  await service.chat({ message: 'What colour has a tent?', userId: 'kim-7' });
  const { dataDir } = service.store;
  assert.ok(page.includes('npx agent-chat export kim.json --user kim-7\n'));
  const file = join(dataDir, 'kim.json');
  const exported = await callCommand(['export', file, '--user', 'kim-7'], { DATA_DIR: dataDir });
  assert.equal(exported.code, 0, exported.stderr);
  await commanded('forget --user kim-7', dataDir, /^Removed:\n {2}1 conversation with 2 messages$/m);
});

test('the reasons of old ratings are deleted as documented, and the ratings stay', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-privacy-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const stores = await openStores({ dataDir });
  const now = Math.floor(Date.now() / 1000);
  for (const [voter, at] of [
    ['long ago', now - 91 * 86_400],
    ['lately', now - 89 * 86_400],
  ] as const)
    await stores.usage.vote({
      ...{ agentId: 'a', voter, formerVoters: [], messageId: 'm', conversationId: 'c' },
      ...{ value: 'down', reason: voter, at },
    });
  const database = new DatabaseSync(join(dataDir, 'proxy.sqlite'));
  database.exec(statements(/proxy_votes/));
  database.close();
  const { feedback } = await stores.usage.report('a', '2000-01-01');
  await stores.close();
  assert.equal(feedback.down, 2);
  assert.deepEqual(
    feedback.reasons.map(({ reason }) => reason),
    ['lately'],
  );
});
