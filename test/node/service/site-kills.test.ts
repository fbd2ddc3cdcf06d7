import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPostgres, withoutPostgres } from '../../../scripts/servers.ts';
import type { KnowledgeDocument, KnowledgeSource } from '../../../src/protocol/sources.ts';
import { sitemapOf, startSite } from '../../fakes/site.ts';
import { startCommand } from '../cli/run-command.ts';
import { freshDatabase } from './engines.ts';
import { until } from './harness.ts';
import { openTables } from './tables.ts';

const KEY = 'ac_key-of-a-service-that-is-killed';
const AGENT = crypto.randomUUID();
const PAGES = 40;
const HELD_FROM = 20;

/** Kills a service with `kill -9` while it reads a website, and starts another one over the same store. */
async function goesOnAfterKill(t: TestContext, databaseUrl?: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agent-chat-site-kill-'));
  const site = await startSite();
  t.after(async () => {
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const paths = Array.from({ length: PAGES }, (_, n) => `/page-${n}`);
  for (const path of paths) site.pages[path] = { body: `<h1>${path}</h1><p>This is ${path}.</p>` };
  site.pages['/sitemap.xml'] = sitemapOf(paths.map(path => site.url + path));
  const address = `${site.url}/sitemap.xml`;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  site.onRequest = async ({ url }) => {
    if (paths.indexOf(url ?? '') >= HELD_FROM) await held;
    return undefined;
  };
  const env = {
    ...{ DATA_DIR: dataDir, PORT: '0', AGENT_ID: AGENT, AGENT_API_KEY: KEY, PRIVATE_SITES: '1' },
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const live = async () => {
    const { child, match } = await startCommand(['service'], env, /at (http\S+)\nAgent: /);
    const request = async <T>(path: string, body?: object): Promise<T> => {
      const response = await fetch(`${match[1]}/v2/chatbots/${AGENT}/sources${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.equal(response.status, 200);
      return ((await response.json()) as { data: T }).data;
    };
    const reading = async (): Promise<KnowledgeSource> => {
      const sources = await request<KnowledgeSource[]>('');
      return sources.find(({ name }) => name === address)!;
    };
    return { child, request, reading };
  };

  const first = await live();
  await first.request('/sites', { address, everyHours: 24 });
  await until(async () => ((await first.reading()).reading?.done ?? 0) >= HELD_FROM);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  release();
  site.onRequest = undefined;
  const fetchedBefore = new Set(site.seen);
  site.seen.length = 0;
  await openTables({ store: { dataDir, databaseUrl } }, async tables => {
    const { reading, next_at } = await tables.selectFrom('sites').selectAll().executeTakeFirstOrThrow();
    assert.ok(reading !== null && next_at !== null, 'the reading is not complete');
    for (const { id } of await tables.selectFrom('documents').select('id').execute()) {
      const passages = await tables
        .selectFrom('passages')
        .select('id')
        .where('document_id', '=', id)
        .execute();
      assert.ok(passages.length > 0, 'a document is stored with its passages');
    }
    // As if its minute were over: the claim of a process that has died.
    await tables.updateTable('sites').set({ leased_until: 0 }).execute();
  });

  const second = await live();
  t.after(async () => {
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  });
  await until(async () => (await second.reading()).reading?.state === 'idle');
  const { documents, reading } = await second.reading();
  assert.deepEqual([documents, reading?.done, reading?.everyHours], [PAGES, PAGES, 24]);
  const listed = await second.request<KnowledgeDocument[]>(
    `/documents?${new URLSearchParams({ source: address })}`,
  );
  assert.equal(new Set(listed.map(({ path }) => path)).size, PAGES, 'each page once');
  const again = site.seen.filter(path => paths.slice(0, HELD_FROM).includes(path));
  assert.ok(again.length < HELD_FROM / 2, `${again.length} pages were fetched a second time`);
  assert.ok(paths.slice(HELD_FROM).every(path => site.seen.includes(path) || fetchedBefore.has(path)));
}

test('a service killed while it reads a website goes on where it was, on SQLite', t => goesOnAfterKill(t));

test('a service killed while it reads a website goes on where it was, on PostgreSQL', {
  skip: withoutPostgres(),
}, async t => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = await freshDatabase(postgres.url);
  await t.test('over one database', own => goesOnAfterKill(own, url));
});
