import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createService } from '../../../src/service/index.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, startService, until } from './harness.ts';
import { openTables } from './tables.ts';

const DAY = 86_400;
const documents = { 'tents.md': '# Tents\n\nA tent is washed by hand.' };

/** As if nobody had gone on with a conversation for so long. */
const grow = (harness: Harness, id: string, days: number): Promise<unknown> =>
  openTables(harness, tables =>
    tables
      .updateTable('conversations')
      .set(eb => ({ updated_at: eb('updated_at', '-', days * DAY) }))
      .where('id', '=', id)
      .execute(),
  );

const kept = (harness: Harness): Promise<{ conversations: string[]; messages: number; charges: number }> =>
  openTables(harness, async tables => {
    const conversations = await tables.selectFrom('conversations').select('id').execute();
    const messages = await tables.selectFrom('messages').select('id').execute();
    const charges = await tables.selectFrom('charges').select('id').where('state', '=', 'settled').execute();
    return {
      conversations: conversations.map(({ id }) => id),
      messages: messages.length,
      charges: charges.length,
    };
  });

const begin = async (harness: Harness): Promise<string> =>
  (await harness.ask('How do I wash a tent?')).metadata.conversationId;

onEachEngine('how long conversations are kept', start => {
  test('a conversation without a message for as many days as the owner set is deleted, but not its charges', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const old = await begin(harness);
    const young = await begin(harness);
    const goneOnWith = await begin(harness);
    await grow(harness, old, 31);
    await grow(harness, young, 29);
    await grow(harness, goneOnWith, 31);
    await harness.ask('And by machine?', goneOnWith);

    await harness.restart({ conversationDays: 30 });
    await until(async () => (await kept(harness)).conversations.length === 2);
    const { conversations, messages, charges } = await kept(harness);
    assert.deepEqual(conversations.sort(), [young, goneOnWith].sort());
    assert.equal(messages, 6);
    assert.equal(charges, 4);
    const answer = await harness.chat({ message: 'And?', conversationId: old });
    assert.equal(answer.status, 404);
    assert.equal((await harness.chat({ message: 'And?', conversationId: young })).status, 200);
  });

  test('conversations of many years are deleted, and none without a setting', async t => {
    const harness = await start({ documents });
    t.after(() => harness.end());
    const young = await begin(harness);
    await openTables(harness, async tables => {
      const rows = Array.from({ length: 250 }, (_, i) => ({
        id: `old-${i}`,
        agent_id: harness.agentId,
        user_id: null,
        message_count: 0,
        created_at: i,
        updated_at: i,
      }));
      await tables.insertInto('conversations').values(rows).execute();
    });
    await harness.restart();
    await harness.ask('How do I wash a tent?', young);
    assert.equal((await kept(harness)).conversations.length, 251);
    await harness.restart({ conversationDays: 1 });
    await until(async () => (await kept(harness)).conversations.length === 1);
    assert.deepEqual((await kept(harness)).conversations, [young]);
  });

  test('an answer survives if another process deletes its conversation while it is written', async t => {
    const harness = await start({ documents, pace: 1 });
    t.after(() => harness.end());
    const id = await begin(harness);
    await grow(harness, id, 400);
    const asked = { message: 'How do I wash a tent?', conversationId: id, stream: true };
    const reader = (await harness.chat(asked)).body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader.read()).value ?? '';
    const other = await createService({ ...harness.store, conversationDays: 365 });
    t.after(() => other.close());
    await until(async () => (await kept(harness)).conversations.length === 0);
    for (let read = await reader.read(); !read.done; read = await reader.read()) heard += read.value;
    assert.match(heard, /"type":"done"/);
    assert.deepEqual(await kept(harness), { conversations: [id], messages: 2, charges: 2 });
  });
});

test('the log says why old conversations could not be deleted', async t => {
  const warnings: [fields: object, message: string][] = [];
  const warn = (fields: object, message: string): void => void warnings.push([fields, message]);
  const harness = await startService({ documents });
  t.after(() => harness.end());
  await grow(harness, await begin(harness), 31);
  await openTables(harness, tables =>
    sql`create trigger refused before delete on conversations begin select raise(abort, 'secret'); end`.execute(
      tables,
    ),
  );
  await harness.restart({ conversationDays: 30, logger: { info() {}, warn, error() {} } });
  await until(() => warnings.length > 0);
  const [[fields, message]] = warnings as [[{ reason?: unknown }, string]];
  assert.equal(message, 'could not delete old conversations');
  assert.match(String(fields.reason), /^Error ERR_SQLITE_ERROR \(constraint failed\) at /);
  assert.doesNotMatch(JSON.stringify(fields), /secret/);
});

test('an invalid number of days is refused at start', async () => {
  for (const conversationDays of [0, -1, 1.5, Number.NaN, 36_501]) {
    await assert.rejects(
      createService({ dataDir: 'nowhere', conversationDays }),
      /CONVERSATION_DAYS\): must be a whole number from 1 to 36500/,
    );
  }
});
