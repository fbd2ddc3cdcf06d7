import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { PassageStore } from '../../../src/service/knowledge/index/passage-store.ts';
import { openDatabase } from '../../../src/service/storage/open-database.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';
import { openTables } from './tables.ts';

/** More passages that hold the same two words than are looked up one by one. */
const PASSAGES = 2100;

onEachEngine('a question of words that stand in thousands of passages', start => {
  let harness: Harness;
  let other: string;

  before(async () => {
    harness = await start();
    other = (await harness.service.management.createAgent({ workspaceId: harness.workspaceId })).id;
    const { database, engine } = await openDatabase(harness.store);
    const store = new PassageStore(database, engine);
    const passage = (i: number): { heading: string; anchor: string; body: string } =>
      i === PASSAGES / 2
        ? {
            heading: 'Cotton',
            anchor: 'cotton',
            body: 'Tents of this cloth: the colour stays when you wash it.',
          }
        : i === PASSAGES - 7
          ? { heading: 'Washing a tent', anchor: 'washing', body: 'A tent has one colour before and after.' }
          : { heading: `Model ${i}`, anchor: `m${i}`, body: `The tent of model ${i} comes in one colour.` };
    const passages = Array.from({ length: PASSAGES }, (_, i) => passage(i));
    for (const agentId of [harness.agentId, other]) {
      const own =
        agentId === other ? [{ heading: 'Foreign', anchor: '', body: 'Colour of a purple tent.' }] : [];
      await store.replace([
        {
          agentId,
          source: 'test',
          path: 'tents.md',
          url: '/tents.md',
          hash: '',
          modified: 0,
          size: 0,
          content: { title: 'Models', passages: agentId === other ? own : passages },
        },
      ]);
    }
    await database.destroy();
  });
  after(() => harness.end());

  const ask = async (
    message: string,
    agent = harness.agentId,
  ): Promise<{ text: string; urls: unknown[] }> => {
    const response = await harness.chat({ message }, { agent });
    const { data } = (await response.json()) as { data: Awaited<ReturnType<Harness['ask']>> };
    return { text: textOf(data.parts), urls: data.parts.filter(isCitationPart).map(part => part.url) };
  };

  test('is answered from the passage with the rest of the question, wherever that is', async () => {
    const { urls } = await ask('Does the colour of a tent of cotton stay?');
    assert.equal(urls[0], '/tents.md#cotton');
  });

  test('is answered from the passage whose heading it names', async () => {
    assert.equal((await ask('washing tent colour')).urls[0], '/tents.md#washing');
  });

  test('offers some passages if nothing distinguishes them', async () => {
    assert.match((await ask('tent colour?')).text, /This may help:/);
  });

  test('never uses the documents of another agent', async () => {
    assert.match((await ask('Which colour has a purple tent?', other)).text, /purple/);
    assert.doesNotMatch((await ask('Which colour has a purple tent?')).text, /purple/);
    assert.match((await ask('Which model is of cotton?', other)).text, /could not find/);
  });
});

onEachEngine('an index of an earlier version', start => {
  let harness: Harness;
  before(async () => {
    harness = await start({ documents: { 'a.md': '# Tents\n\nWash tents by hand.\n' } });
  });
  after(() => harness.end());

  test('is indexed anew at start from the stored passages, once for all skipped versions, and the log says so', async () => {
    await harness.stop();
    await openTables(harness, async tables => {
      const emptied = harness.store.databaseUrl
        ? sql`update passages set terms = ''`
        : sql`insert into passage_index (passage_index) values ('delete-all')`;
      await emptied.execute(tables);
      await sql`delete from migrations where id in (4, 6)`.execute(tables);
    });
    const told: unknown[] = [];
    const logger = { info: () => {}, warn: (...line: unknown[]) => told.push(line), error: () => {} };
    await harness.restart({ logger });
    assert.deepEqual(told, [[{ passages: 1 }, 'indexing all documents again before the service starts']]);
    assert.match(textOf((await harness.ask('How do I wash a tent?')).parts), /by hand/);

    await harness.restart({ logger });
    assert.equal(told.length, 1, 'and never again');
  });
});
