import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { listenLocally } from '../../../scripts/loopback.ts';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import type { IngestReport } from '../../../src/service/index.ts';
import { Robots, SiteRobots } from '../../../src/service/knowledge/sources/robots.ts';
import { isPrivate, type LookUp, SiteReader } from '../../../src/service/knowledge/sources/site-reader.ts';
import { listPages } from '../../../src/service/knowledge/sources/sitemap.ts';
import { pdfOf } from '../../fakes/documents.ts';
import { type Site, type SitePage, sitemapOf, startSite } from '../../fakes/site.ts';
import { workSince } from '../work.ts';
import { type Harness, startService } from './harness.ts';

let harness: Harness;
let site: Site;
let elsewhere: Site;

before(async () => {
  harness = await startService();
  site = await startSite();
  elsewhere = await startSite();
});
beforeEach(() => {
  for (const path of Object.keys(site.pages)) delete site.pages[path];
  site.seen.length = 0;
  elsewhere.seen.length = 0;
});
after(async () => {
  await harness.end();
  await site.close();
  await elsewhere.close();
});

function publish(pages: Record<string, SitePage>): Promise<IngestReport> {
  Object.assign(site.pages, pages);
  const locations = Object.keys(pages).map(path => site.url + path);
  site.pages['/sitemap.xml'] = sitemapOf(locations);
  return ingest();
}

const ingest = (path = '/sitemap.xml'): Promise<IngestReport> =>
  harness.service.management.ingest({ agentId: harness.agentId, source: site.url + path });

const reasons = ({ failed }: IngestReport): Record<string, string> =>
  Object.fromEntries(failed.map(({ path, reason }) => [path.replace(site.url, ''), reason]));

const page = (title: string, text: string): SitePage => ({
  body: `<!doctype html><title>${title}</title><header>Menu</header><main><h1>${title}</h1><p>${text}</p></main>`,
});

test('the pages of a sitemap are indexed, each under its own address, whatever their format', async () => {
  const report = await publish({
    '/kayaks?lang=en': page('Kayaks', 'A kayak has one seat. <a href="/paddles">Paddles</a> are apart.'),
    '/rafts.pdf': { type: 'application/pdf', body: pdfOf([['# Rafts', 'A raft has four seats.']]) },
    '/caf%C3%A9': {
      type: 'text/plain; charset=iso-8859-1',
      body: Buffer.from('Le caf\xe9 ouvre \xe0 midi.', 'latin1'),
    },
  });
  assert.deepEqual(
    { ...report, passages: 0 },
    { read: 3, unchanged: 0, removed: 0, passages: 0, failed: [], warnings: [] },
  );
  const message = await harness.ask('How many seats has a kayak?');
  assert.match(textOf(message.parts), new RegExp(`one seat\\. \\[Paddles\\]\\(${site.url}/paddles\\)`));
  assert.equal(message.parts.find(isCitationPart)?.url, `${site.url}/kayaks?lang=en#:~:text=Kayaks`);
  assert.match(textOf((await harness.ask('Quand ouvre le café ?')).parts), /Le café ouvre à midi/);
});

test('an unchanged page is not read again; one that is gone or unlisted is forgotten', async () => {
  await publish({ '/a': page('A', 'Apples.'), '/b': page('B', 'Bees.'), '/c': page('C', 'Cats.') });
  site.pages['/b'] = { status: 410 };
  site.pages['/a'] = page('A', 'Apricots.');
  site.pages['/sitemap.xml'] = sitemapOf([`${site.url}/a`, `${site.url}/b`]);
  const report = await ingest();
  assert.deepEqual(
    { ...report, failed: [] },
    { read: 1, unchanged: 0, removed: 2, passages: 1, failed: [], warnings: [] },
  );
  assert.deepEqual(reasons(report), { '/b': 'responds with the status 410' });
  const { read, unchanged } = await ingest();
  assert.deepEqual({ read, unchanged }, { read: 0, unchanged: 1 });
});

test('a page that fails temporarily stays as it was', async () => {
  await publish({ '/zeppelin': page('Zeppelins', 'A zeppelin is filled with helium.') });
  site.pages['/zeppelin'] = { status: 503 };
  assert.deepEqual(reasons(await ingest()), { '/zeppelin': 'responds with the status 503' });
  assert.match(textOf((await harness.ask('What is a zeppelin filled with?')).parts), /helium/);
});

test('nested sitemaps are followed, compressed ones too, and none twice', async () => {
  site.pages['/x'] = page('X', 'Xylophones.');
  site.pages['/y'] = page('Y', 'Yaks.');
  const packed = sitemapOf([`${site.url}/y`, `${site.url}/x`]);
  site.pages['/inner.xml.gz'] = { type: 'application/gzip', body: gzipSync(packed.body!) };
  site.pages['/plain.txt'] = { type: 'text/plain', body: `${site.url}/x\n${site.url}/y\n` };
  site.pages['/index.xml'] = sitemapOf(
    ['/inner.xml.gz', '/plain.txt', '/index.xml', '/missing.xml'].map(path => site.url + path),
    'sitemap',
  );
  const report = await ingest('/index.xml');
  assert.equal(report.read, 2);
  assert.deepEqual(reasons(report), { '/missing.xml': 'responds with the status 404' });
});

test('pages of a sitemap that temporarily cannot be read are not forgotten', async () => {
  site.pages['/x'] = page('X', 'Xylophones.');
  site.pages['/y'] = page('Y', 'A yurt is made of felt.');
  site.pages['/x.xml'] = sitemapOf([`${site.url}/x`]);
  site.pages['/y.xml'] = sitemapOf([`${site.url}/y`]);
  site.pages['/partly.xml'] = sitemapOf([`${site.url}/x.xml`, `${site.url}/y.xml`], 'sitemap');
  assert.equal((await ingest('/partly.xml')).read, 2);
  site.pages['/y.xml'] = { status: 503 };
  const { removed, failed } = await ingest('/partly.xml');
  assert.deepEqual({ removed, failed: failed.length }, { removed: 0, failed: 1 });
  assert.match(textOf((await harness.ask('What is a yurt made of?')).parts), /felt/);
});

test('sitemaps that link to one another endlessly are given up', async () => {
  const chain = Array.from({ length: 300 }, (_, i) => `/chain-${i}.xml`);
  for (const [i, path] of chain.entries())
    site.pages[path] = sitemapOf([`${site.url}/chain-${i + 1}.xml`], 'sitemap');
  await assert.rejects(ingest(chain[0]), /lists no pages/);
  assert.ok(site.seen.length < 150, `${site.seen.length} were fetched`);
});

test('a site with more pages or sitemaps than the limit is reported, and none of its pages is forgotten', async () => {
  const home = new URL('http://shop.example/sitemap.txt');
  const listed = async (count: number, type: string, line: (n: number) => string) => {
    const text = Array.from({ length: count }, (_, n) => line(n)).join('\n');
    let isFirst = true;
    const fetch = async () => {
      const [kind, body] = isFirst ? [type, text] : ['text/plain', '/last'];
      isFirst = false;
      return { url: home, bytes: Buffer.from(body), type: kind, charset: undefined };
    };
    return listPages({ fetch } as unknown as SiteReader, home);
  };
  const most = await listed(50_000, 'text/plain', n => `/page-${n}`);
  assert.deepEqual([most.pages.length, most.failed], [50_000, []]);
  const more = await listed(50_001, 'text/plain', n => `/page-${n}`);
  const reason = 'lists more than 50000 pages or 100 sitemaps; the rest was not read';
  assert.deepEqual(
    [more.pages.length, more.failed],
    [50_000, [{ path: home.href, reason, code: 'too-large' }]],
  );
  const perSitemap = 30_000;
  const urls: string[] = [];
  const fetch = async (url: URL) => {
    urls.push(url.pathname);
    const lines = Array.from({ length: perSitemap }, (_, n) => `${url.pathname}-${n}`);
    const [type, text] =
      url.pathname === '/' ? ['text/html', '<p>Home</p>'] : ['text/plain', lines.join('\n')];
    return { url, bytes: Buffer.from(text!), type, charset: undefined };
  };
  const named = Array.from({ length: 20 }, (_, n) => `/map-${n}.txt`);
  const home2 = new URL('http://shop.example/');
  const all = await listPages({ fetch } as unknown as SiteReader, home2, undefined, named);
  assert.equal(all.pages.length, 50_001, 'with the home page, however many sitemaps robots.txt names');
  assert.deepEqual(urls, ['/', '/map-0.txt', '/map-1.txt'], 'the others are not even fetched');
  assert.deepEqual(
    all.failed.map(({ code, reason: why }) => [code, why]),
    [
      ['too-large', reason],
      ['too-large', reason],
    ],
  );
  const sitemaps = await listed(101, 'text/xml', n => `<sitemap><loc>/${n}.txt</loc></sitemap>`);
  assert.deepEqual(sitemaps.failed, [{ path: home.href, reason, code: 'too-large' }]);
});

test('a sitemap of nothing but nested tags is refused quickly', async () => {
  const body = `<urlset>${'<a>'.repeat(1_000_000)}${'</b>'.repeat(1_000_000)}</urlset>`;
  site.pages['/deep.xml'] = { type: 'application/xml', body };
  await assert.rejects(ingest('/deep.xml'), /nested too deeply/);
});

test('a page listed with each of its headings is fetched once', async () => {
  site.pages['/plums'] = page('Plums', 'Plums are blue.');
  site.pages['/sitemap.xml'] = sitemapOf(['', '#skin', '#stone'].map(end => `${site.url}/plums${end}`));
  assert.equal((await ingest()).read, 1);
  assert.equal(site.seen.filter(path => path === '/plums').length, 1);
});

test('a compressed sitemap that expands beyond the size of any sitemap is refused', async () => {
  site.pages['/bomb.xml.gz'] = { type: 'application/gzip', body: gzipSync(Buffer.alloc(51 * 1024 * 1024)) };
  await assert.rejects(ingest('/bomb.xml.gz'), /larger than 52428800 bytes when decompressed/);
});

test('no address leads the reader to another host', async () => {
  elsewhere.pages['/secret'] = page('Secret', 'A canary.');
  const port = new URL(elsewhere.url).host;
  const report = await publish({
    '/away': { status: 302, headers: { location: `${elsewhere.url}/secret` } },
    '/metadata': { status: 301, headers: { location: 'http://169.254.169.254/latest' } },
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/loop': { status: 302, headers: { location: '/loop' } },
    '/moved': { status: 301, headers: { location: '/here' } },
  });
  assert.deepEqual(reasons(report), {
    '/away': `redirects to another port (${port})`,
    '/metadata': 'redirects to another host (169.254.169.254)',
    '/file': 'redirects to an address that is neither http nor https (file:)',
    '/loop': 'redirects too many times',
    '/moved': 'responds with the status 404',
  });
  site.pages['/sitemap.xml'] = sitemapOf([`${elsewhere.url}/secret`, 'ftp://x/', `${site.url}/here`]);
  site.pages['/here'] = page('Here', 'Here.');
  const listed = await ingest();
  assert.equal(listed.read, 1);
  assert.equal(listed.failed.length, 2);
  assert.deepEqual(elsewhere.seen, []);
});

test('a page that robots.txt forbids is not fetched, and reported', async () => {
  site.pages['/robots.txt'] = {
    type: 'text/plain',
    body: `# everybody
User-agent: *
Disallow: /

User-agent: Other
User-agent: Agent-Chat/2.0
Disallow: /private/  # nobody's business
Disallow: /*.pdf$
Disallow: /%7ejoe
Allow: /private/open
Disallow:
`,
  };
  const report = await publish({
    '/private/a': page('A', 'Closed.'),
    '/private/open/b': page('B', 'Open.'),
    '/x.pdf': { type: 'application/pdf', body: pdfOf([['# X', 'X']]) },
    '/x.pdf?as=text': page('X', 'Text.'),
    '/~joe/c': page('C', 'Closed.'),
  });
  const forbidden = 'may not be fetched: robots.txt forbids it';
  assert.deepEqual(reasons(report), { '/private/a': forbidden, '/x.pdf': forbidden, '/~joe/c': forbidden });
  assert.equal(report.read, 2);
  assert.ok(!site.seen.includes('/private/a') && !site.seen.includes('/x.pdf'));

  site.pages['/robots.txt'] = { status: 500 };
  await assert.rejects(
    ingest(),
    /responds with the status 500/,
    'a site that fails to say may forbid everything',
  );
});

test('a robots.txt is read as its author meant it', () => {
  const robots = new Robots('User-agent: *\nDisallow: /\nAllow: /\nDisallow: /a$\nDisallow: /*/b$\n');
  const allows = (path: string): boolean => robots.allows(new URL(path, 'http://x'));
  assert.ok(allows('/ab'), 'of two rules as long, the one that allows');
  assert.ok(!allows('/a'), 'an address that ends there');
  assert.ok(!allows('/a/b') && allows('/a/bc'));
  const closed = new Robots('User-agent: *\nDisallow: /');
  assert.ok(closed.allows(new URL('http://x/robots.txt')), 'itself it never forbids');
  assert.ok(!closed.allows(new URL('http://x/robots')));
});

test('no pattern of a robots.txt takes long', () => {
  const robots = new Robots(`User-agent: *\nDisallow: /${'*a'.repeat(5000)}$`);
  const started = process.cpuUsage();
  assert.ok(robots.allows(new URL(`http://x/${'a'.repeat(4000)}b`)));
  assert.ok(workSince(started) < 500);
});

test('a robots.txt is read to its end, whatever its content', () => {
  const page = new URL('http://x/closed');
  const gap = ' '.repeat(400_000);
  assert.ok(!new Robots(`User-agent: *\nDisallow: /far${gap}away\nDisallow: /closed`).allows(page));
  const names = 'user-agent: *\nuser-agent: other\n'.repeat(8000);
  assert.ok(!new Robots(`${names}${'disallow: /open\n'.repeat(15_000)}disallow: /closed`).allows(page));
});

/** A name of the site, which these addresses answer for in turn. */
function named(...answers: string[][]): { home: URL; lookUp: LookUp; lookUps: () => number } {
  let count = 0;
  const lookUp: LookUp = async () =>
    (answers[count++] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  return { home: new URL(`http://shop.test:${new URL(site.url).port}/`), lookUp, lookUps: () => count };
}

test('a name with a private address is not read unless the owner allows it', async () => {
  site.pages['/'] = page('Home', 'Hats.');
  for (const addresses of [['127.0.0.1'], ['::1', '127.0.0.1'], ['203.0.114.9', '127.0.0.1']]) {
    const { home, lookUp } = named(addresses);
    await assert.rejects(
      new SiteReader(home, { lookUp }).fetch(home),
      /^Unreadable: has a private address \([\d.:]+\); use --private to read it$/,
    );
  }
  assert.deepEqual(site.seen, [], 'the server on this machine was never asked');

  const { home, lookUp } = named(['127.0.0.1']);
  const own = new SiteReader(home, { lookUp, allowPrivate: true });
  assert.match(String(Buffer.from((await own.fetch(home)).bytes)), /Hats/);
});

test('an IP address and localhost are read without a word, and no name that only looks like them', async () => {
  site.pages['/'] = page('Home', 'Hats.');
  const { port } = new URL(site.url);
  const fetchBy = (host: string, address: string): Promise<unknown> => {
    const home = new URL(`http://${host}:${port}/`);
    return new SiteReader(home, { lookUp: async () => [{ address, family: 4 }] }).fetch(home);
  };
  await fetchBy('127.0.0.1', '203.0.114.9');
  await fetchBy('localhost', '127.0.0.1');
  await assert.rejects(fetchBy('localhost', '10.0.0.1'), /private address/);
  await assert.rejects(fetchBy('localhost.shop.test', '127.0.0.1'), /private address/);
  await assert.rejects(fetchBy('www.localhost', '127.0.0.1'), /private address/);
});

test('a name is resolved once: no later answer leads anywhere else', async () => {
  site.pages['/'] = page('Home', 'Hats.');
  const rebound = named(['203.0.114.9'], ['127.0.0.1']);
  const reader = new SiteReader(rebound.home, {
    limits: { timeMax: 300, sizeMax: 1000 },
    lookUp: rebound.lookUp,
    allowPrivate: true,
  });
  await assert.rejects(reader.fetch(rebound.home), /could not be fetched|took longer/, 'nobody is there');
  await assert.rejects(reader.fetch(rebound.home), /could not be fetched|took longer/);
  assert.deepEqual(site.seen, []);
  assert.equal(rebound.lookUps(), 1);

  const steady = named(['127.0.0.1'], ['203.0.114.9']);
  const own = new SiteReader(steady.home, { lookUp: steady.lookUp, allowPrivate: true });
  await own.fetch(steady.home);
  await own.fetch(steady.home);
  assert.equal(steady.lookUps(), 1);
});

test('link-local addresses, where clouds keep credentials, are never read', async () => {
  for (const address of [
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '::ffff:169.254.0.1',
  ]) {
    const { home, lookUp } = named([address]);
    const reader = new SiteReader(home, { lookUp, allowPrivate: true });
    await assert.rejects(reader.fetch(home), /has a link-local address, which is never read/, address);
  }
  for (const host of [
    '169.254.169.254',
    '2852039166',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
  ]) {
    const ingestHost = harness.service.management.ingest({
      agentId: harness.agentId,
      source: `http://${host}/latest`,
      allowPrivate: true,
    });
    await assert.rejects(ingestHost, /source: .* has a link-local address, which is never read/, host);
  }
});

test('after a redirect to another host, the robots.txt of that host holds', async t => {
  const rules: Record<string, string> = {
    'shop.test': '',
    'www.shop.test': 'User-agent: *\nDisallow: /closed',
  };
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host!.split(':')[0]!;
    seen.push(host + request.url);
    if (request.url === '/robots.txt') return void response.end(rules[host]);
    if (request.url === '/sitemap.xml')
      return void response.end(sitemapOf([`${home}open`, `${home}closed`]).body);
    if (host === 'shop.test')
      return void response
        .writeHead(301, { location: home.href.replace('shop', 'www.shop').slice(0, -1) + request.url })
        .end();
    response.setHeader('content-type', 'text/html');
    response.end(page('Hats', `Hats at ${request.url}.`).body);
  });
  const home = new URL(`http://shop.test:${await listenLocally(server)}/`);
  t.after(() => server.close());
  const lookUp = async () => [{ address: '127.0.0.1', family: 4 as const }];
  const reader = new SiteReader(home, { lookUp, allowPrivate: true });
  const robots = new SiteRobots(reader);
  const fetchPage = (path: string) => reader.fetch(new URL(path, home), url => robots.allows(url));
  assert.ok(await robots.allows(new URL('/closed', home)), 'the first host allows all');
  await assert.rejects(fetchPage('/closed'), /robots\.txt forbids the address that it redirects to/);
  assert.equal((await fetchPage('/open')).url.hostname, 'www.shop.test');
  assert.deepEqual(seen, [
    'shop.test/robots.txt',
    'shop.test/closed',
    'www.shop.test/robots.txt',
    'shop.test/open',
    'www.shop.test/open',
  ]);
});

test('a page that is too large, too slow, a decompression bomb or not a document is omitted', async () => {
  const reader = new SiteReader(new URL(site.url), { limits: { timeMax: 20_000, sizeMax: 10_000 } });
  const hasty = new SiteReader(new URL(site.url), { limits: { timeMax: 200, sizeMax: 10_000 } });
  Object.assign(site.pages, {
    '/large': { body: 'x'.repeat(10_001) },
    '/slow': { endless: true },
    '/bomb': { body: gzipSync('x'.repeat(1_000_000)), headers: { 'content-encoding': 'gzip' } },
    '/torn': { body: gzipSync('x'.repeat(9000)).subarray(0, 20), headers: { 'content-encoding': 'gzip' } },
  });
  const reasonFor = (path: string, by = reader): Promise<string> =>
    by.fetch(new URL(path, site.url)).then(
      () => 'fetched',
      (error: Error) => error.message,
    );
  assert.equal(await reasonFor('/large'), 'is larger than 10000 bytes');
  assert.equal(await reasonFor('/slow', hasty), 'took longer than 0.2 seconds');
  assert.equal(await reasonFor('/bomb'), 'is larger than 10000 bytes');
  assert.equal(await reasonFor('/torn'), 'could not be fetched');
  const report = await publish({ '/cat.png': { type: 'image/png', body: 'x' } });
  assert.deepEqual(reasons(report), { '/cat.png': 'has a format that cannot be read (image/png)' });
});

test('a page with an unrequested compression is omitted, not read as text', async () => {
  const { body } = page('Tents', 'Wash a tent by hand.');
  const report = await publish({
    '/dense': { body: zstdCompressSync(body!), headers: { 'content-encoding': 'zstd' } },
    '/named': { body: body!, headers: { 'content-encoding': 'constructor' } },
    '/plain': { body: body!, headers: { 'content-encoding': 'Identity' } },
    '/gzip': { body: gzipSync(body!), headers: { 'content-encoding': 'GZIP' } },
  });
  const reason = 'is compressed with an unknown encoding';
  assert.deepEqual(reasons(report), { '/dense': reason, '/named': reason });
  assert.equal(report.read, 2);
});

test('a plain text sitemap is read to its end, however far apart its lines are', async () => {
  site.pages['/plums'] = page('Plums', 'Plums are blue.');
  site.pages['/sitemap.xml'] = {
    type: 'text/plain',
    body: `  ${site.url}/plums \r\n\n//far${' '.repeat(500_000)}away`,
  };
  const { read, failed } = await ingest();
  assert.deepEqual({ read, failed: failed.length }, { read: 1, failed: 1 });
});

test('of an endless sitemap no more is listed than can be read', async () => {
  const entries = '<url><loc>//</loc></url>'.repeat(200_000);
  site.pages['/a'] = page('A', 'Apples.');
  site.pages['/sitemap.xml'] = {
    type: 'application/xml',
    body: gzipSync(`<urlset><url><loc>${site.url}/a</loc></url>${entries}</urlset>`),
  };
  const { read, failed } = await ingest();
  // The last of them says that there are more.
  assert.deepEqual({ read, failed: failed.length }, { read: 1, failed: 50_000 });
});

test('a file that is not a sitemap is refused, and the known pages stay', async () => {
  await publish({ '/rockets': page('Rockets', 'A rocket burns hydrogen.') });
  for (const broken of ['<html><p>Not found</p>', '<urlset><url><loc>', '']) {
    site.pages['/sitemap.xml'] = { body: broken };
    await assert.rejects(ingest(), /source: .* is not a sitemap, or lists no pages/);
  }
  site.pages['/sitemap.xml'] = { status: 500 };
  await assert.rejects(ingest(), /responds with the status 500/);
  assert.match(textOf((await harness.ask('What does a rocket burn?')).parts), /hydrogen/);
});

test('only plain web addresses are followed, and those of private networks are recognised', async () => {
  for (const source of [
    'ftp://shop.example/sitemap.xml',
    'file:///etc/passwd',
    'http://user:pass@shop.example/',
  ])
    await assert.rejects(
      harness.service.management.ingest({ agentId: harness.agentId, source }),
      /source: .* (?:is neither http nor https|contains a user name or password)/,
    );
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
  ])
    assert.ok(isPrivate(address), address);
  for (const address of ['93.184.216.34', '2606:2800:220:1::1', '64:ff9b::93.184.216.34'])
    assert.ok(!isPrivate(address), address);
});

test('a sitemap may give its elements a prefix, and addresses of images in it are no pages', async () => {
  Object.assign(site.pages, { '/m': page('M', 'Mangos.'), '/n': page('N', 'Nuts.') });
  const entry = (path: string): string =>
    `<sm:url><sm:loc>${site.url}${path}</sm:loc><image:image><image:loc>${site.url}/x.png</image:loc></image:image></sm:url>`;
  site.pages['/sitemap.xml'] = {
    type: 'application/xml',
    body: `<?xml version="1.0"?><sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">${entry('/m')}${entry('/n')}</sm:urlset>`,
  };
  const { read, failed } = await ingest();
  assert.deepEqual({ read, failed }, { read: 2, failed: [] });
});

test('pages that ask not to be indexed are not, and leave the index when they begin to', async () => {
  const quiet = (content: string, name = 'robots'): SitePage => ({
    body: `<html><head><meta name="${name}" content="${content}"><title>Q</title></head><body><p>Quiet.</p></body></html>`,
  });
  const report = await publish({
    '/open': page('Open', 'Oranges.'),
    '/meta': quiet('follow, NOINDEX'),
    '/none': quiet('none'),
    '/ours': quiet('noindex', 'agent-chat'),
    '/header': { ...page('H', 'Hidden.'), headers: { 'x-robots-tag': 'noindex, nofollow' } },
    '/other-bot': { ...page('O', 'Owls.'), headers: { 'x-robots-tag': 'otherbot: noindex' } },
    '/other-meta': quiet('noindex', 'otherbot'),
    '/in-text': page('T', 'Write &lt;meta name="robots" content="noindex"&gt; to hide a page.'),
  });
  assert.deepEqual(Object.keys(reasons(report)).sort(), ['/header', '/meta', '/none', '/ours']);
  assert.match(report.failed[0]!.reason, /asks not to be indexed/);
  assert.equal(report.read, 4);
  site.pages['/open'] = quiet('noindex');
  assert.equal((await ingest()).removed, 1);
});

test('of pages with the same canonical address one is read', async () => {
  const twin = (canonical: string): SitePage => ({
    body: `<html><head><link rel="canonical" href="${canonical}"></head><body><h1>Lamps</h1><p>Lamps glow.</p></body></html>`,
  });
  const report = await publish({
    '/lamps': twin('/lamps'),
    '/lamps?ref=mail': twin(`${site.url}/lamps`),
    '/lamps?print': { ...page('Lamps', 'Print.'), headers: { link: `<${site.url}/lamps>; rel="canonical"` } },
    '/a?x=1': twin('/a'),
    '/a?x=2': twin('/a'),
    '/elsewhere': twin('https://other.example/lamps'),
    '/moved': { status: 301, headers: { location: '/lamps' } },
  });
  assert.deepEqual({ read: report.read, failed: report.failed }, { read: 3, failed: [] });
});

test('a site that wants fewer requests gets them one by one, after the time that it asks for', async () => {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    if (waits.length === 2) site.pages['/busy'] = page('Busy', 'Bees.');
  };
  const reader = new SiteReader(new URL(site.url), { wait });
  site.pages['/busy'] = { status: 429, headers: { 'retry-after': '7' } };
  site.pages['/idle'] = page('Idle', 'Ibises.');
  assert.equal((await reader.fetch(new URL('/busy', site.url))).type, 'text/html');
  assert.equal(waits[0], 7000);
  const idle = (): Promise<unknown> => reader.fetch(new URL('/idle', site.url));
  await Promise.all([idle(), idle(), idle()]);
  assert.ok(waits.length >= 4, 'there are pauses between requests');
});

test('a site that never has time is given up, and so is one that asks for hours', async () => {
  const waits: number[] = [];
  const reader = new SiteReader(new URL(site.url), { wait: async ms => void waits.push(ms) });
  site.pages['/busy'] = { status: 429 };
  await assert.rejects(reader.fetch(new URL('/busy', site.url)), /responds with the status 429/);
  assert.equal(site.seen.filter(path => path === '/busy').length, 5);
  site.seen.length = 0;
  site.pages['/busy'] = { status: 503, headers: { 'retry-after': '86400' } };
  await assert.rejects(reader.fetch(new URL('/busy', site.url)), /responds with the status 503/);
  assert.deepEqual(site.seen, ['/busy']);
});

test('a bare name that leads to www. is followed there, and to no other name', async () => {
  const lookUp = async () => [{ address: '127.0.0.1', family: 4 as const }];
  const { port } = new URL(site.url);
  site.pages['/old'] = { status: 301, headers: { location: `http://www.shop.test:${port}/new` } };
  site.pages['/new'] = page('New', 'Newts.');
  site.pages['/away'] = { status: 301, headers: { location: `http://evil.shop.test:${port}/new` } };
  const reader = new SiteReader(new URL(`http://shop.test:${port}`), { lookUp, allowPrivate: true });
  assert.equal((await reader.fetch(new URL(`http://shop.test:${port}/old`))).url.hostname, 'www.shop.test');
  await assert.rejects(reader.fetch(new URL(`http://shop.test:${port}/away`)), /redirects to another host/);
});

test('the address of a single page reads this page, whatever its format', async () => {
  site.pages['/hours'] = page('Hours', 'The quay opens at dawn.');
  site.pages['/hours.txt'] = { type: 'text/plain', body: 'Ferries\n\nThe ferry leaves at noon.' };
  for (const [path, question, answer] of [
    ['/hours', 'When does the quay open?', /dawn/],
    ['/hours.txt', 'When does the ferry leave?', /noon/],
  ] as const) {
    const { read, failed } = await ingest(path);
    assert.deepEqual({ read, failed }, { read: 1, failed: [] });
    assert.match(textOf((await harness.ask(question)).parts), answer);
  }
  site.pages['/hours'] = page('Hours', 'The quay opens at eight.');
  assert.equal((await ingest('/hours')).read, 1);
});
