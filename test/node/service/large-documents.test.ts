import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import { PassageStore } from '../../../src/service/knowledge/index/passage-store.ts';
import { openDatabase } from '../../../src/service/storage/open-database.ts';
import { onEachEngine } from './engines.ts';
import type { Harness } from './harness.ts';
import { openTables } from './tables.ts';

const PASSAGES = 450;

function passagesOf(thing: string, count = PASSAGES): { heading: string; anchor: string; body: string }[] {
  return Array.from({ length: count }, (_, i) => ({
    heading: `Model ${i}`,
    anchor: `m${i}`,
    body: `The ${thing} of model ${i} has the mark ${thing}${i} on its side.`,
  }));
}

onEachEngine('a large document', start => {
  let harness: Harness;
  const toEnd: (() => Promise<void>)[] = [];

  before(async () => {
    harness = await start();
  });
  after(async () => {
    for (const end of toEnd) await end();
    await harness.end();
  });

  const openStore = async (): Promise<{ store: PassageStore; close: () => Promise<void> }> => {
    const { database, engine } = await openDatabase(harness.store);
    return { store: new PassageStore(database, engine), close: () => database.destroy() };
  };
  const named = (title: string, passages: ReturnType<typeof passagesOf>, agentId = harness.agentId) => ({
    agentId,
    source: 'test',
    path: 'models.txt',
    url: '/models.txt',
    hash: title,
    modified: 1,
    size: 1,
    content: { title, passages },
  });
  const freshAgent = async (): Promise<string> =>
    (await harness.service.management.createAgent({ workspaceId: harness.workspaceId })).id;
  /** What the index holds: each passage under its place, and each term with the number of passages it stands in. */
  const held = (agentId: string): Promise<{ passages: string[]; terms: Record<string, number> }> =>
    openTables(harness, async tables => {
      const passages = await tables
        .selectFrom('passages')
        .select(['position', 'body'])
        .where('agent_id', '=', agentId)
        .orderBy('position')
        .execute();
      const terms = await tables
        .selectFrom('passage_terms')
        .select(['term', 'passages'])
        .where('agent_id', '=', agentId)
        .where('passages', '<>', 0)
        .orderBy('term')
        .execute();
      return {
        passages: passages.map(({ position, body }) => `${position} ${body}`),
        terms: Object.fromEntries(terms.map(({ term, passages }) => [term, passages])),
      };
    });
  const heldOf = async (title: string, passages: ReturnType<typeof passagesOf>) => {
    const agentId = await freshAgent();
    const { store, close } = await openStore();
    await store.replace([named(title, passages, agentId)]);
    await close();
    return await held(agentId);
  };

  test('does not delay visitors’ answers while it is indexed', async () => {
    const paragraphs = passagesOf('kayak', 4000).map(
      ({ body }) => `${body} ${'It floats well. '.repeat(40)}`,
    );
    await writeFile(join(harness.folder, 'kayaks.txt'), paragraphs.join('\n\n'));
    const { store, close } = await openStore();
    let isDone = false;
    const ingesting = harness.service.management
      .ingest({ agentId: harness.agentId, source: join(harness.folder, 'kayaks.txt') })
      .finally(() => {
        isDone = true;
      });
    let answered = 0;
    while (!isDone && answered < 3) {
      if ((await store.sample(harness.agentId)).length > 0) {
        await harness.ask('Where is the mark of a kayak?');
        if (!isDone) answered++;
      } else await new Promise(resolve => setImmediate(resolve));
    }
    await close();
    const { read } = await ingesting;
    assert.equal(read, 1);
    assert.ok(answered === 3, `${answered} questions were answered while it was put in`);
    assert.match(textOf((await harness.ask('Where is the mark kayak3999?')).parts), /model 3999/);
  });

  test('replaces another large one, and leaves nothing of it', async () => {
    const agentId = await freshAgent();
    const { store, close } = await openStore();
    toEnd.push(close);
    await store.replace([named('Tents', passagesOf('tent'), agentId)]);
    await store.replace([named('Boats', passagesOf('boat', 300), agentId)]);
    assert.deepEqual(await held(agentId), await heldOf('Boats', passagesOf('boat', 300)));
    const [state] = (await store.documents(agentId, 'test')).values();
    assert.equal(state!.hash, 'Boats');
    await store.remove([state!.id]);
    assert.deepEqual(await held(agentId), { passages: [], terms: {} });
  });

  test('is removed when it becomes empty', async () => {
    const agentId = await freshAgent();
    const { store, close } = await openStore();
    toEnd.push(close);
    await store.replace([named('Tents', passagesOf('tent', 100), agentId)]);
    await store.replace([named('Empty', [], agentId)]);
    assert.deepEqual(await held(agentId), { passages: [], terms: {} });
    assert.equal((await store.documents(agentId, 'test')).get('models.txt')!.hash, 'Empty');
  });

  test('is complete if it is read twice at once', async () => {
    const agentId = await freshAgent();
    const { database, engine } = await openDatabase(harness.store);
    toEnd.push(() => database.destroy());
    const stores = [new PassageStore(database, engine), new PassageStore(database, engine)];
    await Promise.all(stores.map(store => store.replace([named('Tents', passagesOf('tent'), agentId)])));
    assert.deepEqual(await held(agentId), await heldOf('Tents', passagesOf('tent')));
  });

  test('does not count as read if reading was interrupted, and is complete after the next attempt', async () => {
    const agentId = await freshAgent();
    const cut = await openStore();
    const { store, close } = await openStore();
    toEnd.push(close);
    const reading = assert.rejects(cut.store.replace([named('Tents', passagesOf('tent', 5000), agentId)]));
    while ((await store.sample(agentId)).length === 0) await new Promise(resolve => setImmediate(resolve));
    await cut.close();
    await reading;
    const state = (await store.documents(agentId, 'test')).get('models.txt');
    assert.notEqual(state?.hash, 'Tents');
    assert.notEqual(state?.size, 1);
    await store.replace([named('Tents', passagesOf('tent'), agentId)]);
    assert.deepEqual(await held(agentId), await heldOf('Tents', passagesOf('tent')));
  });
});
