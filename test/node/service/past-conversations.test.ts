import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';
import { openTables } from './tables.ts';

const documents = { 'tents.md': '# Tents\n\nA tent is washed by hand.' };

const began = (harness: Harness, id: string, at: number): Promise<unknown> =>
  openTables(harness, tables =>
    tables
      .updateTable('conversations')
      .set({ created_at: at, updated_at: at })
      .where('id', '=', id)
      .execute(),
  );

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

onEachEngine('what visitors asked', start => {
  test('every conversation is read whole, in the order they began, also more than one batch', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { conversationId } = (await harness.ask('How do I wash a tent?')).metadata;
    await harness.ask('And by machine?', conversationId);
    await openTables(harness, async tables => {
      const rows = Array.from({ length: 250 }, (_, i) => ({
        id: `old-${String(i).padStart(3, '0')}`,
        agent_id: harness.agentId,
        user_id: null,
        message_count: 0,
        created_at: 1000 - i,
        updated_at: 1000 + i,
      }));
      await tables.insertInto('conversations').values(rows).execute();
    });
    const { conversations } = harness.service.management;
    const read = await all(conversations(harness.agentId));
    assert.equal(read.length, 251);
    assert.deepEqual(
      read.slice(0, 2).map(({ id }) => id),
      ['old-249', 'old-248'],
    );
    const last = read.at(-1)!;
    assert.equal(last.id, conversationId);
    assert.deepEqual(
      last.messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    assert.equal(textOf(last.messages[0]!.parts), 'How do I wash a tent?');
    const young = await all(conversations(harness.agentId, { since: 1200 }));
    // The fifty that were gone on with since, and today's.
    assert.equal(young.length, 51);
  });

  test('a user’s conversations are those in which that user wrote, and none of another agent', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { management } = harness.service;
    const { metadata } = await harness.ask('How do I wash a tent?');
    await harness.chat({ message: 'By hand?', userId: 'kim-7', conversationId: metadata.conversationId });
    await harness.ask('How do I wash a tent?');
    const kims = await all(management.conversations(harness.agentId, { userId: 'kim-7' }));
    assert.deepEqual(
      kims.map(({ id }) => id),
      [metadata.conversationId],
    );
    const other = await management.createAgent({ workspaceId: harness.workspaceId });
    assert.deepEqual(await all(management.conversations(other.id)), []);
    await assert.rejects(all(management.conversations('no-agent')), { code: 'not_found' });
  });

  test('questions without an answer are found in every language, and no others', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const asked = ['Do you sell kayaks?', 'Verkaufen Sie Kajaks?', 'カヤックはありますか？'];
    const ids: string[] = [];
    for (const question of [...asked, 'How do I wash a tent?', 'Hello'])
      ids.push((await harness.ask(question)).metadata.conversationId);
    for (const [i, id] of ids.entries()) await began(harness, id, 1000 + i);
    const found = await all(harness.service.management.unanswered(harness.agentId));
    assert.deepEqual(
      found.map(({ text, conversationId }) => [text, conversationId]),
      asked.map((text, i) => [text, ids[i]]),
    );
    const since = await all(harness.service.management.unanswered(harness.agentId, { since: 1002 }));
    assert.deepEqual(
      since.map(({ text }) => text),
      asked.slice(2),
    );
  });

  test('a deleted conversation is gone for its visitor, and no other is', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const { management } = harness.service;
    const [gone, kept] = [
      (await harness.ask('How do I wash a tent?')).metadata.conversationId,
      (await harness.ask('How do I wash a tent?')).metadata.conversationId,
    ];
    assert.equal(await management.deleteConversation(gone), true);
    assert.equal(await management.deleteConversation(gone), false);
    await assert.rejects(management.conversation(gone), { code: 'not_found' });
    assert.equal((await harness.chat({ message: 'And?', conversationId: gone })).status, 404);
    assert.equal((await management.conversation(kept)).messages.length, 2);
    assert.equal((await harness.chat({ message: 'And?', conversationId: kept })).status, 200);
  });
});
