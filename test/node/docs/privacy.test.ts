import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { AssistantMessage } from '../../../src/protocol/message.ts';
import { startService } from '../service/harness.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');

/** The statements that the page has an owner give to `sqlite3`, by the words of the request. */
function statements(words: RegExp): string {
  const found = [...page.matchAll(/^sqlite3 .*data\/service\.sqlite "([^"]+)"$/gm)].map(([, sql]) => sql!);
  return found.find(sql => words.test(sql)) ?? assert.fail(`no statement for ${words}`);
}

test('what a person asked and left is read and deleted as the page says, and nothing of anybody else', async t => {
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

  const database = new DatabaseSync(join(service.store.dataDir, 'service.sqlite'));
  t.after(() => database.close());
  assert.equal(database.prepare(statements(/limit 20/)).all().length, 4);
  database.exec(statements(/'kim-7'/));
  database.exec(statements(/kim@shop\.example/));

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

  database.exec('update conversations set updated_at = updated_at - 91 * 86400');
  database.exec(statements(/90 \* 86400/));
  assert.equal(database.prepare('select count(*) as n from messages').get()!.n, 0);
});
