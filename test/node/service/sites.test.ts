/** Websites that the owner adds over HTTP, and documents that they forget. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import type {
  KnowledgeDocument,
  KnowledgeSource,
  SiteReading,
  SkippedDocument,
} from '../../../src/protocol/sources.ts';
import { releaseSite } from '../../../src/service/storage/sites.ts';
import { type Site, sitemapOf, startSite } from '../../fakes/site.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, until } from './harness.ts';
import { openTables } from './tables.ts';

let site: Site;

before(async () => {
  site = await startSite();
});
after(() => site.close());

async function request<T>(harness: Harness, path: string, method = 'GET', body?: object): Promise<T> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/sources${path}`, {
    method,
    ...(body && { body }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: T }).data;
}

const queryOf = (source: string): string => `?${new URLSearchParams({ source })}`;

/** Publishes pages of one sentence each, by path, with a sitemap. */
function publish(sentences: Record<string, string>): void {
  for (const path of Object.keys(site.pages)) delete site.pages[path];
  for (const [path, sentence] of Object.entries(sentences))
    site.pages[path] = { body: `<title>${path}</title><h1>${path}</h1><p>${sentence}</p>` };
  site.pages['/sitemap.xml'] = sitemapOf(Object.keys(sentences).map(path => site.url + path));
  site.seen.length = 0;
}

const sitemap = (): string => `${site.url}/sitemap.xml`;

async function siteOf(
  harness: Harness,
  name = sitemap(),
): Promise<KnowledgeSource & { reading: SiteReading }> {
  const sources = await request<KnowledgeSource[]>(harness, '');
  return sources.find(source => source.name === name) as KnowledgeSource & { reading: SiteReading };
}

async function untilIdle(harness: Harness, name = sitemap()): Promise<SiteReading> {
  await until(async () => (await siteOf(harness, name)).reading.state === 'idle');
  return (await siteOf(harness, name)).reading;
}

async function add(harness: Harness, change: object = {}): Promise<SiteReading> {
  await request(harness, '/sites', 'POST', { address: sitemap(), ...change });
  return await untilIdle(harness);
}

onEachEngine('websites', start => {
  test('a website becomes answers, and each page that was not read says why', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({
      '/kayaks': 'A kayak for two costs 40 euros a day.',
      '/gone': 'x',
      '/secret': 'x',
      '/quiet': 'x',
    });
    site.pages['/gone'] = { status: 404 };
    site.pages['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret' };
    site.pages['/quiet']!.headers = { 'x-robots-tag': 'noindex' };
    const reading = await add(harness);
    assert.deepEqual(
      { ...reading, secondsLeft: null },
      {
        ...{ state: 'idle', found: 4, done: 4, skipped: 3, secondsLeft: null },
        ...{ everyHours: null, nextAt: null, fault: null },
      },
    );
    assert.match(textOf((await harness.ask('What does a kayak for two cost?')).parts), /40 euros/);
    const skipped = await request<SkippedDocument[]>(harness, `/skipped${queryOf(sitemap())}`);
    assert.deepEqual(
      skipped.map(({ path, reason }) => [path.slice(site.url.length), reason]),
      [
        ['/gone', 'gone'],
        ['/quiet', 'noindex'],
        ['/secret', 'robots'],
      ],
    );
    await request(harness, queryOf(sitemap()), 'DELETE');
    assert.equal(await siteOf(harness), undefined);
    assert.doesNotMatch(textOf((await harness.ask('What does a kayak for two cost?')).parts), /40 euros/);
    await openTables(harness, async tables => {
      assert.deepEqual(await tables.selectFrom('source_entries').selectAll().execute(), []);
    });
  });

  test('the home page stands for the pages of the sitemap', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/': 'Welcome to the boathouse.', '/rafts': 'A raft has four seats.' });
    const address = site.url.slice('http://'.length);
    await request(harness, '/sites', 'POST', { address: `http://${address}` });
    assert.equal((await untilIdle(harness, `${site.url}/`)).found, 2);
    site.pages['/map.xml'] = sitemapOf([`${site.url}/rafts`, `${site.url}/oars`]);
    site.pages['/oars'] = { body: '<h1>Oars</h1><p>Oars are made of ash.</p>' };
    site.pages['/robots.txt'] = { type: 'text/plain', body: `Sitemap: ${site.url}/map.xml` };
    await request(harness, '/sites', 'POST', { address: `${site.url}/`, readNow: true });
    await until(async () => (await siteOf(harness, `${site.url}/`)).reading.found === 3);
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
  });

  test('a page that has not changed is not sent again, and a changed one replaces its answers', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/hours': 'The quay opens at nine.', '/oars': 'Oars are made of ash.' });
    const conditional: (string | undefined)[] = [];
    site.pages['/oars']!.headers = { etag: '"1"' };
    site.onRequest = ({ url, headers }) => {
      if (url === '/oars') conditional.push(headers['if-none-match']);
      return url === '/oars' && headers['if-none-match'] === '"1"' ? { status: 304 } : undefined;
    };
    t.after(() => {
      site.onRequest = undefined;
    });
    await add(harness);
    site.pages['/hours']!.body = '<h1>Hours</h1><p>The quay opens at ten.</p>';
    assert.equal((await add(harness, { readNow: true })).skipped, 0);
    await until(() => conditional.length === 2);
    assert.deepEqual(conditional, [undefined, '"1"']);
    await untilIdle(harness);
    assert.match(textOf((await harness.ask('When does the quay open?')).parts), /ten/);
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
  });

  test('a website is read again after its hours, and not while it is paused', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/hours': 'The quay opens at nine.' });
    const { nextAt, everyHours } = await add(harness, { everyHours: 24 });
    const { readAt } = await siteOf(harness);
    assert.deepEqual({ nextAt, everyHours }, { nextAt: readAt! + 24 * 3600, everyHours: 24 });
    await request(harness, '/sites', 'POST', { address: sitemap(), isPaused: true });
    site.pages['/hours']!.body = '<h1>Hours</h1><p>The quay opens at ten.</p>';
    await openTables(harness, tables => tables.updateTable('sites').set({ next_at: 1 }).execute());
    const seen = site.seen.length;
    await request(harness, '/sites', 'POST', { address: sitemap() });
    assert.equal((await siteOf(harness)).reading.state, 'paused');
    assert.equal(site.seen.length, seen);
    await request(harness, '/sites', 'POST', { address: sitemap(), isPaused: false });
    await until(async () => site.seen.length > seen && (await siteOf(harness)).reading.state === 'idle');
    assert.match(textOf((await harness.ask('When does the quay open?')).parts), /ten/);
    await request(harness, '/sites', 'POST', { address: sitemap(), everyHours: null });
    assert.equal((await siteOf(harness)).reading.nextAt, null);
  });

  test('a reading that a restart cuts off goes on where it was', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    const paths = Array.from({ length: 12 }, (_, n) => `/page-${n}`);
    publish(Object.fromEntries(paths.map(path => [path, `This is ${path}.`])));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    site.onRequest = async ({ url }) => {
      if (paths.indexOf(url ?? '') >= 6) await held;
      return undefined;
    };
    t.after(() => {
      site.onRequest = undefined;
    });
    await request(harness, '/sites', 'POST', { address: sitemap() });
    await until(async () => (await siteOf(harness)).reading.done === 6);
    assert.equal((await siteOf(harness)).reading.state, 'reading');
    await harness.stop();
    release();
    site.onRequest = undefined;
    site.seen.length = 0;
    await harness.restart();
    assert.equal((await untilIdle(harness)).done, 12);
    const fetched = site.seen.filter(path => paths.includes(path));
    assert.deepEqual(fetched.toSorted(), paths.slice(6).toSorted());
    assert.equal((await siteOf(harness)).documents, 12);
  });

  test('a website that is forgotten while it is read leaves nothing', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/first': 'One.', '/second': 'Two.' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    site.onRequest = async ({ url }) => {
      if (url === '/second') await held;
      return undefined;
    };
    t.after(() => {
      site.onRequest = undefined;
    });
    await request(harness, '/sites', 'POST', { address: sitemap() });
    await until(async () => (await siteOf(harness)).documents === 1);
    await request(harness, queryOf(sitemap()), 'DELETE');
    release();
    // The page on its way may still be stored; the end of the reading removes it.
    await openTables(harness, async tables => {
      const left = async (): Promise<object[]> => [
        ...(await tables.selectFrom('source_entries').selectAll().execute()),
        ...(await tables.selectFrom('documents').selectAll().execute()),
        ...(await request<object[]>(harness, '')),
      ];
      await until(async () => (await left()).length === 0, 'nothing is left');
    });
  });

  test('a single page that is gone leaves the answers, as a page of a website does', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/oars': 'Oars are made of ash.' });
    const page = `${site.url}/oars`;
    await request(harness, '/sites', 'POST', { address: page });
    await untilIdle(harness, page);
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
    site.pages['/oars'] = { status: 503 };
    await request(harness, '/sites', 'POST', { address: page, readNow: true });
    await until(async () => (await siteOf(harness, page)).reading.fault === 'status');
    assert.equal((await siteOf(harness, page)).documents, 1, 'a site that fails may come back');
    site.pages['/oars'] = { status: 410 };
    await request(harness, '/sites', 'POST', { address: page, readNow: true });
    await until(async () => (await siteOf(harness, page)).reading.fault === 'gone');
    assert.equal((await siteOf(harness, page)).documents, 0);
    assert.doesNotMatch(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
  });

  test('an address that is too long is left out with its reason, and the other pages are read', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    const random = Array.from({ length: 400 }, () => crypto.randomUUID().slice(0, 8)).join('');
    const long = `/search?q=${random}`;
    publish({ '/hours': 'The quay opens at nine.', [long]: 'x', '/oars': 'Oars are made of ash.' });
    const { found, done, skipped, fault } = await add(harness);
    assert.deepEqual({ found, done, skipped, fault }, { found: 2, done: 2, skipped: 1, fault: null });
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
    const [entry] = await request<SkippedDocument[]>(harness, `/skipped${queryOf(sitemap())}`);
    assert.equal(entry?.reason, 'long-address');
    assert.ok((site.url + long).startsWith(entry!.path.replace('…', '')));
    publish({ '/hours': 'The quay opens at nine.', [long]: 'x' });
    await request(harness, '/sites', 'POST', { address: sitemap(), readNow: true });
    await until(async () => (await siteOf(harness)).documents === 1, 'a page that is gone leaves as ever');
    const page = site.url + long.slice(0, 1900);
    site.pages[long.slice(0, 1900)] = { body: '<h1>Found</h1><p>Nothing.</p>' };
    await request(harness, '/sites', 'POST', { address: page });
    assert.equal((await untilIdle(harness, page)).fault, 'long-address');
  });

  test('a website that could not be stored waits until it is tried again', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/hours': 'The quay opens at nine.' });
    await add(harness);
    await openTables(harness, async tables => {
      const now = Math.floor(Date.now() / 1000);
      await tables.updateTable('sites').set({ paused: 1 }).execute();
      await tables
        .updateTable('sites')
        .set({ reading: 'r', next_at: now - 9, leased_until: now + 60 })
        .execute();
      const claimed = await tables.selectFrom('sites').selectAll().executeTakeFirstOrThrow();
      await releaseSite(tables, claimed, true);
      await tables.updateTable('sites').set({ paused: 0 }).execute();
    });
    const { state, nextAt } = (await siteOf(harness)).reading;
    assert.equal(state, 'waiting');
    assert.ok(nextAt! > Date.now() / 1000 + 200, 'it says when');
    await request(harness, '/sites', 'POST', { address: sitemap(), readNow: true });
    await untilIdle(harness);
  });

  test('a forgotten page stays forgotten, and can be restored', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({ '/hours': 'The quay opens at nine.', '/oars': 'Oars are made of ash.' });
    await add(harness);
    const documents = await request<KnowledgeDocument[]>(harness, `/documents${queryOf(sitemap())}`);
    const { id, path } = documents.find(document => document.path.endsWith('/oars'))!;
    await request(harness, `/documents/${id}`, 'DELETE');
    await add(harness, { readNow: true });
    assert.doesNotMatch(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
    assert.deepEqual(await request(harness, `/skipped${queryOf(sitemap())}`), [
      { path, reason: 'forgotten' },
    ]);
    await request(harness, '/restore', 'POST', { source: sitemap(), path });
    await until(async () => (await siteOf(harness)).documents === 2);
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
    assert.deepEqual(await request(harness, `/skipped${queryOf(sitemap())}`), []);
    const again = await harness.send(`/v2/chatbots/${harness.agentId}/sources/restore`, {
      method: 'POST',
      body: { source: sitemap(), path },
    });
    assert.equal(again.status, 404);
  });

  test('pages that are restored one after the other are all read', async t => {
    const harness = await start({ allowPrivateSites: true });
    t.after(() => harness.end());
    publish({
      '/hours': 'The quay opens at nine.',
      '/oars': 'Oars are of ash.',
      '/sails': 'Sails are of hemp.',
    });
    await add(harness);
    const documents = await request<KnowledgeDocument[]>(harness, `/documents${queryOf(sitemap())}`);
    for (const { id } of documents) await request(harness, `/documents/${id}`, 'DELETE');
    for (const { path } of documents) await request(harness, '/restore', 'POST', { source: sitemap(), path });
    await until(async () => (await siteOf(harness)).documents === 3);
  });

  test('a forgotten file of a followed folder stays forgotten at the next start, and can be restored', async t => {
    const harness = await start({ documents: { 'a.md': '# Oars\n\nOars are made of ash.' } });
    t.after(() => harness.end());
    const name = harness.docs;
    const [document] = await request<KnowledgeDocument[]>(harness, `/documents${queryOf(name)}`);
    await request(harness, `/documents/${document!.id}`, 'DELETE');
    await harness.stop();
    await harness.restart();
    await harness.service.documentsRead();
    assert.doesNotMatch(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
    assert.equal((await siteOf(harness, name)).documents, 0);
    await request(harness, '/restore', 'POST', { source: name, path: 'a.md' });
    assert.match(textOf((await harness.ask('What are oars made of?')).parts), /ash/);
  });

  test('addresses of private networks, and any that is no website, are refused with the reason', async t => {
    const harness = await start();
    t.after(() => harness.end());
    publish({ '/hours': 'The quay opens at nine.' });
    const { port } = new URL(site.url);
    for (const address of [
      sitemap(),
      `http://localhost:${port}/sitemap.xml`,
      'http://169.254.169.254/latest/',
    ]) {
      await request(harness, '/sites', 'POST', { address });
      assert.equal((await untilIdle(harness, address)).fault, 'private', address);
    }
    assert.deepEqual(site.seen, []);
    for (const [body, field] of [
      [{ address: 'ftp://shop.example/' }, 'address'],
      [{ address: 'file:///etc/passwd' }, 'address'],
      [{ address: 'http://kim:secret@shop.example/' }, 'address'],
      [{ address: '' }, 'address'],
      [{ address: sitemap(), everyHours: 0 }, 'everyHours'],
      [{ address: sitemap(), everyHours: 8761 }, 'everyHours'],
      [{ address: sitemap(), isPaused: 'yes' }, 'isPaused'],
    ] as const) {
      const response = await harness.send(`/v2/chatbots/${harness.agentId}/sources/sites`, {
        method: 'POST',
        body,
      });
      assert.equal(response.status, 400, JSON.stringify(body));
      assert.match(
        ((await response.json()) as { error: { message: string } }).error.message,
        new RegExp(field),
      );
    }
  });
});
