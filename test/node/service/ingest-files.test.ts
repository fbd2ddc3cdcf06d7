import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, type TestContext, test } from 'node:test';
import { type AssistantMessage, isCitationPart, textOf } from '../../../src/protocol/message.ts';
import type { IngestReport } from '../../../src/service/index.ts';
import { reasonOf } from '../../../src/service/knowledge/reading/unreadable.ts';
import { docxOf, pdfOf, zipOf } from '../../fakes/documents.ts';
import { type Harness, startService, until, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

let harness: Harness;
let folder: string;

before(async () => {
  harness = await startService();
  folder = join(harness.folder, 'handbook');
  await writeDocuments(folder, {
    'tents.md': '# Tents\n\n## Washing\n\nWash a tent by hand. [More](care/drying.md)\n',
    'stoves.html':
      '<title>Stoves</title><nav>Home</nav><main><h1>Stoves</h1><h2 id="fuel">Fuel</h2><p>A stove burns <b>gas</b>.</main>',
    'sub/boots.txt': 'Boots want wax.\n\nLaces break.',
  });
  await writeFile(
    join(folder, 'cranes.pdf'),
    pdfOf([
      ['# Safety', 'Wear a helmet.'],
      ['# Cranes', 'A crane is check-', 'ed each year.'],
    ]),
  );
  await writeFile(join(folder, 'ladders.docx'), docxOf(['# Ladders', 'Lean a ladder at 75 degrees.']));
});
after(() => harness.end());

const ingest = (source: string, url?: string): Promise<IngestReport> =>
  harness.service.management.ingest({ agentId: harness.agentId, source, url });

const citation = (message: AssistantMessage) => message.parts.find(isCitationPart);

test('a folder of five formats is indexed, each document with its address', async () => {
  const progress: [number, number][] = [];
  const report = await harness.service.management.ingest({
    agentId: harness.agentId,
    source: folder,
    url: 'https://shop.example/handbook',
    onProgress: (done, total) => progress.push([done, total]),
  });
  assert.deepEqual(report, { read: 5, unchanged: 0, removed: 0, passages: 6, failed: [], warnings: [] });
  assert.deepEqual(
    progress,
    [1, 2, 3, 4, 5].map(done => [done, 5]),
  );

  const asked: [string, RegExp, string][] = [
    ['How do I wash a tent?', /by hand/, 'tents.md#washing'],
    ['What does a stove burn?', /burns gas/, 'stoves.html#fuel'],
    ['Do boots want wax?', /want wax/, 'sub/boots.txt'],
    ['When is a crane checked?', /checked each year/, 'cranes.pdf#page=2'],
    ['How do I lean a ladder?', /75 degrees/, 'ladders.docx#ladders'],
  ];
  for (const [question, answer, place] of asked) {
    const message = await harness.ask(question);
    assert.match(textOf(message.parts), answer);
    assert.equal(citation(message)?.url, `https://shop.example/handbook/${place}`);
  }
});

test('the second time only changed files are read, and missing ones are forgotten', async () => {
  await ingest(folder);
  assert.equal((await ingest(folder)).unchanged, 5);
  const touched = new Date(Date.now() + 5000);
  await utimes(join(folder, 'stoves.html'), touched, touched);
  await writeFile(join(folder, 'tents.md'), '# Tents\n\n## Washing\n\nWash a tent in the sea.\n');
  await rm(join(folder, 'sub/boots.txt'));
  const { read, unchanged, removed } = await ingest(folder);
  assert.deepEqual({ read, unchanged, removed }, { read: 1, unchanged: 3, removed: 1 });
  const message = await harness.ask('How do I wash a tent?');
  assert.match(textOf(message.parts), /in the sea/);
  const kept = 'it stays where it was';
  assert.equal(citation(message)?.url, 'https://shop.example/handbook/tents.md#washing', kept);
  assert.doesNotMatch(textOf((await harness.ask('Do boots want wax?')).parts), /wax/);
});

test('without an address, documents are named and not linked, in their text either', async () => {
  await writeDocuments(folder, { 'pegs.md': '# Pegs\n\nPegs are [made of iron](iron.md).\n' });
  await ingest(folder, '');
  const message = await harness.ask('What are pegs made of?');
  assert.match(textOf(message.parts), /Pegs are made of iron\./);
  assert.equal(citation(message)?.title, 'Pegs');
  assert.equal(citation(message)?.url, undefined);
});

test('an unreadable file is reported with the reason, and the rest is read', async () => {
  const broken = join(harness.folder, 'broken');
  await writeDocuments(broken, { 'good.md': 'Good.', 'old.doc': 'x', 'no.pdf': 'hello', 'no.docx': 'hello' });
  const whole = pdfOf([['Half of it.']]);
  await writeFile(join(broken, 'cut.pdf'), whole.subarray(0, whole.length / 2));
  await writeFile(join(broken, 'locked.pdf'), pdfOf([['Secret.']], { encrypted: true }));
  await writeFile(join(broken, 'scan.pdf'), pdfOf([[]]));
  await writeFile(join(broken, 'bomb.docx'), zipOf({ 'word/document.xml': 'x' }, 0x7fff_ffff));
  await writeFile(join(broken, 'other.docx'), zipOf({ 'hello.txt': 'x' }));
  const oldWord = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  await writeFile(join(broken, 'older.docx'), Buffer.concat([oldWord, Buffer.alloc(500)]));
  const lock = Buffer.from('EncryptedPackage', 'utf16le');
  await writeFile(join(broken, 'locked.docx'), Buffer.concat([oldWord, Buffer.alloc(500), lock]));
  await writeFile(join(broken, 'plan.numbers'), 'x');
  await writeFile(join(broken, 'photo.txt'), createHash('shake256', { outputLength: 9000 }).digest());
  await writeFile(join(broken, 'program.md'), Buffer.alloc(500).fill('\x7fELF\x02\x01\x01\0\0\0'));
  await writeFile(join(broken, 'empty.md'), '');
  await writeFile(join(broken, 'menu.html'), '<nav>Home</nav><main><div id="app"></div></main>');
  await writeFile(join(broken, 'film.txt'), 'Take one.');
  await truncate(join(broken, 'film.txt'), 64 * 1024 * 1024 + 1);
  await writeDocuments(broken, { 'node_modules/lib/README.md': 'A library.', '.notes/draft.md': 'A draft.' });
  const { read, failed } = await ingest(broken);
  assert.equal(read, 1);
  assert.deepEqual(Object.fromEntries(failed.map(({ path, reason }) => [path, reason])), {
    'bomb.docx': 'unpacks to more than 314572800 bytes',
    'cut.pdf': 'is damaged, or not a PDF',
    'empty.md': 'contains no text',
    'film.txt': 'is larger than 67108864 bytes',
    'locked.docx': 'is protected by a password',
    'locked.pdf': 'is protected by a password',
    'menu.html': 'contains no text',
    'no.docx': 'is damaged, or not a Word document',
    'no.pdf': 'is damaged, or not a PDF',
    'old.doc': 'has a format that cannot be read',
    'older.docx': 'is an older Word document (.doc)',
    'other.docx': 'is damaged, or not a Word document',
    'photo.txt': 'contains no text',
    'plan.numbers': 'has a format that cannot be read',
    'program.md': 'contains no text',
    'scan.pdf': 'contains no text, only images',
  });
});

test('a document that became unreadable stays as it was', async () => {
  const own = join(harness.folder, 'own');
  await writeDocuments(own, {});
  await writeFile(join(own, 'kites.pdf'), pdfOf([['# Kites', 'A kite needs wind.']]));
  await ingest(own);
  await writeFile(join(own, 'kites.pdf'), 'no more');
  assert.equal((await ingest(own)).failed.length, 1);
  assert.match(textOf((await harness.ask('What does a kite need?')).parts), /needs wind/);
});

test('an emptied document is forgotten', async () => {
  const own = join(harness.folder, 'emptied');
  await writeDocuments(own, { 'gnomes.md': '# Gnomes\n\nA gnome wears a hat.\n' });
  await ingest(own);
  assert.match(textOf((await harness.ask('What does a gnome wear?')).parts), /a hat/);
  await writeDocuments(own, { 'gnomes.md': '' });
  assert.deepEqual((await ingest(own)).failed, []);
  assert.doesNotMatch(textOf((await harness.ask('What does a gnome wear?')).parts), /a hat/);
});

test('a nested folder without permission does not prevent reading the rest, and what was known of it stays', async t => {
  const own = join(harness.folder, 'disk');
  await writeDocuments(own, {
    'maps.md': '# Maps\n\nA map is flat.\n',
    'lost/globes.md': '# Globes\n\nA globe is round.\n',
  });
  await ingest(own);
  await writeDocuments(own, { 'rulers.md': '# Rulers\n\nA ruler is straight.\n' });
  const lock = lockFolder(t, join(own, 'lost'));
  const report = await ingest(own);
  lock.open();
  const failed = [{ path: 'lost', reason: 'cannot be read: the permissions forbid it' }];
  assert.deepEqual(report, { read: 1, unchanged: 1, removed: 0, passages: 1, failed, warnings: [] });
  assert.match(textOf((await harness.ask('What is a ruler like?')).parts), /straight/);
  assert.match(textOf((await harness.ask('What is a globe like?')).parts), /round/);
});

test('a single file is read, and once its folder is read too, it is there only once', async () => {
  const own = join(harness.folder, 'single');
  await writeDocuments(own, {
    'sub/canoe.md': '# Canoes\n\nA canoe floats.\n',
    'oar.md': '# Oars\n\nOars row.\n',
  });
  assert.equal((await ingest(join(own, 'sub/canoe.md'))).read, 1);
  await ingest(own);
  await ingest(join(own, 'sub/canoe.md'));
  const text = textOf((await harness.ask('What does a canoe do?')).parts);
  assert.equal(text.match(/A canoe floats/g)?.length, 1, text);
});

test('everything read from below a folder is forgotten with it, and nothing beside it', async () => {
  const shelf = join(harness.folder, 'shelf');
  await writeDocuments(shelf, { 'one/a.md': 'Axes.', 'two/b.md': 'Barrows.' });
  await writeDocuments(`${shelf}-two`, { 'c.md': 'Chisels.' });
  for (const source of [join(shelf, 'one'), join(shelf, 'two'), `${shelf}-two`]) await ingest(source);
  assert.equal(await harness.service.management.forget(harness.agentId, shelf), 2);
  assert.equal(await harness.service.management.forget(harness.agentId, `${shelf}-two`), 1);
});

test('a single file named by a link is read as its target', async () => {
  const shelf = join(harness.folder, 'shelf');
  await writeDocuments(shelf, { 'kettles.md': '# Kettles\n\nA kettle whistles.\n' });
  const link = join(harness.folder, 'latest.md');
  await symlink(join(shelf, 'kettles.md'), link);
  assert.equal((await ingest(link)).read, 1);
  assert.equal((await ingest(shelf)).unchanged, 1);
  assert.match(textOf((await harness.ask('What does a kettle do, whistle?')).parts), /whistles/);
});

test('an invalid address is refused before anything is read', async () => {
  const own = join(harness.folder, 'addressed');
  await writeDocuments(own, { 'flags.md': '# Flags\n\nA flag is red.\n' });
  for (const url of ['shop.example/flags/', 'javascript:alert(1)//', 'https://', 'ftp://shop.example/']) {
    await assert.rejects(ingest(own, url), /url: must begin with https:\/\/, http:\/\/ or \//, url);
  }
  assert.equal((await ingest(own, '/flags')).read, 1);
});

test('a source without permission is refused by name', async t => {
  const own = join(harness.folder, 'closed');
  await writeDocuments(own, { 'safes.md': '# Safes\n' });
  lockFolder(t, own);
  await assert.rejects(ingest(own), /source: .*closed cannot be read: the permissions forbid it/);
});

test('a missing source is refused by name, and an unknown agent too', async () => {
  await assert.rejects(ingest(join(harness.folder, 'nowhere')), /source: .*nowhere does not exist/);
  await writeDocuments(harness.folder, { 'film.mp4': 'x' });
  await assert.rejects(ingest(join(harness.folder, 'film.mp4')), /has a format that cannot be read/);
  const agentId = crypto.randomUUID();
  await assert.rejects(harness.service.management.ingest({ agentId, source: folder }), { code: 'not_found' });
});

test('a folder that is no longer followed is forgotten at the next start, ingested documents are not', async () => {
  const own = await startService({ documents: { 'yurts.md': '# Yurts\n\nA yurt is round.\n' } });
  const extra = join(own.folder, 'extra');
  await writeDocuments(extra, { 'igloos.md': '# Igloos\n\nAn igloo is cold.\n' });
  await own.service.management.ingest({ agentId: own.agentId, source: extra });
  await own.restart();
  assert.match(textOf((await own.ask('What is a yurt like?')).parts), /round/);
  const other = join(own.folder, 'other');
  await writeDocuments(other, { 'tipis.md': '# Tipis\n\nA tipi is tall.\n' });
  await own.restart({ docsDirs: [other] });
  assert.doesNotMatch(textOf((await own.ask('What is a yurt like?')).parts), /round/);
  assert.match(textOf((await own.ask('What is a tipi like?')).parts), /tall/);
  assert.match(textOf((await own.ask('What is an igloo like?')).parts), /cold/);
  await own.end();
});

test('a link inside a followed folder leads no visitor out of it or in circles, at start or while it runs', async t => {
  await writeDocuments(join(harness.folder, 'elsewhere'), {
    'vault.md': '# Vault\n\nThe vault opens at dawn.\n',
  });
  const real = join(harness.folder, 'real');
  await writeDocuments(real, { 'tents.md': '# Tents\n\nTents are green.\n' });
  const linked = join(harness.folder, 'linked');
  await symlink(real, linked);
  // The folder itself may be named by a link.
  const own = await startService({ docsDirs: [linked] });
  t.after(() => own.end());
  await symlink(join(harness.folder, 'elsewhere/vault.md'), join(real, 'vault.md'));
  await symlink(real, join(real, 'again'));
  await writeFile(join(real, 'lamps.md'), '# Lamps\n\nLamps are yellow.\n');
  const paths = (): Promise<string[]> =>
    openTables(own, async tables => {
      const rows = await tables.selectFrom('documents').select('path').orderBy('path').execute();
      return rows.map(row => row.path);
    });
  await until(async () => (await paths()).some(path => path.endsWith('lamps.md')));
  assert.deepEqual(await paths(), ['lamps.md', 'tents.md']);
  assert.equal(citation(await own.ask('When does the vault open?')), undefined);
});

/** A volume of a ConfigMap as Kubernetes mounts it: links to the current version, in a hidden folder. */
async function mountConfigMap(
  dir: string,
  version: string,
  documents: Record<string, string>,
): Promise<void> {
  await writeDocuments(join(dir, version), documents);
  await symlink(version, join(dir, '..new'));
  await rename(join(dir, '..new'), join(dir, '..data'));
  for (const name of new Set(Object.keys(documents).map(path => path.split('/')[0]!)))
    await symlink(`..data/${name}`, join(dir, name)).catch(() => {});
}

test('what is hidden in a folder stays unread, also behind a link', async t => {
  const dir = join(harness.folder, 'hidden');
  await writeDocuments(dir, {
    '.env': 'The password is heron.',
    '.secret/vault.md': '# Vault\n\nThe vault opens at dawn.\n',
    'ferry.md': '# Ferry\n\nThe ferry sails at noon.\n',
  });
  await symlink('.env', join(dir, 'env.txt'));
  await symlink('.secret', join(dir, 'linked'));
  await symlink('.secret/vault.md', join(dir, 'vault.md'));
  const own = await startService({ docsDirs: [dir] });
  t.after(() => own.end());
  assert.match(textOf((await own.ask('When does the ferry sail?')).parts), /noon/);
  for (const question of ['When does the vault open?', 'What is the password?'])
    assert.doesNotMatch(textOf((await own.ask(question)).parts), /dawn|heron/);
});

test('a ConfigMap of Kubernetes is read through its links, and read again when it changes', async t => {
  const dir = join(harness.folder, 'config-map');
  await mountConfigMap(dir, '..2026_11_01', {
    'ferry.md': '# Ferry\n\nThe ferry sails at noon.\n',
    'more/quay.md': '# Quay\n\nThe quay is made of oak.\n',
  });
  // Links inside what is hidden lead round.
  await symlink('.', join(dir, '..2026_11_01/more/round'));
  await symlink('../..2026_11_01/more', join(dir, '..2026_11_01/more/again'));
  const own = await startService({ docsDirs: [dir] });
  t.after(() => own.end());
  assert.match(textOf((await own.ask('When does the ferry sail?')).parts), /noon/);
  assert.match(textOf((await own.ask('What is the quay made of?')).parts), /oak/);
  await mountConfigMap(dir, '..2026_11_02', { 'ferry.md': '# Ferry\n\nThe ferry sails at dusk today.\n' });
  await until(async () => /dusk/.test(textOf((await own.ask('When does the ferry sail?')).parts)));
});

test('the log says why a file added to a followed folder is not read, as for an existing one', async t => {
  const told: object[] = [];
  const warn = (fields: object): void => void told.push(fields);
  const own = await startService({
    logger: { info() {}, warn, error() {} },
    documents: { 'a.txt': 'Tents.' },
  });
  t.after(() => own.end());
  await writeDocuments(own.docs, { 'forms/new.pdf': 'no PDF' });
  await until(async () => told.length > 0);
  assert.deepEqual(told, [{ path: 'forms/new.pdf', reason: 'is damaged, or not a PDF' }]);
  await writeDocuments(own.docs, {
    'photo.jpg': 'no document',
    '~$new.docx': 'in use',
    'prices.xlsx': 'a table',
    'b.ods': 'a,b',
  });
  await until(async () => told.length > 2);
  const reason = 'has a format that cannot be read';
  assert.deepEqual(new Set(told.slice(1)), new Set(['prices.xlsx', 'b.ods'].map(path => ({ path, reason }))));
});

test('a followed folder that is replaced by another is still followed, also behind a link', async t => {
  const releases = join(harness.folder, 'releases');
  const text = (rest: string): Record<string, string> => ({
    'bridge.md': `# Bridge\n\nThe bridge is ${rest}.\n`,
  });
  const first = join(releases, 'first');
  const followed = join(releases, 'followed');
  const linked = join(releases, 'linked');
  await writeDocuments(followed, text('wooden'));
  await writeDocuments(first, { 'tower.md': '# Tower\n\nThe tower is narrow.\n' });
  await symlink(first, linked);
  const own = await startService({ docsDirs: [followed, linked] });
  t.after(() => own.end());
  await openTables(own, tables =>
    tables.updateTable('plans').set({ requests_per_minute: 100_000 }).execute(),
  );
  const says = (question: string, answer: RegExp) =>
    until(async () => answer.test(textOf((await own.ask(question)).parts)));
  await says('What is the bridge like?', /wooden/);

  await rename(followed, join(releases, 'away'));
  await says('What is the bridge like?', /could not find/);
  await writeDocuments(followed, text('of steel'));
  await says('What is the bridge like?', /of steel/);
  await writeDocuments(followed, text('of stone'));
  await says('What is the bridge like?', /of stone/);

  const second = join(releases, 'second');
  await writeDocuments(second, { 'tower.md': '# Tower\n\nThe tower is wide.\n' });
  await symlink(second, join(releases, 'next'));
  await rename(join(releases, 'next'), linked);
  await says('What is the tower like?', /wide/);
});

/** A folder that may not be opened, also where the tests run as root. */
function lockFolder(t: TestContext, folder: string): { open(): void } {
  const readdir = fs.promises.readdir as (path: string, options: object) => Promise<never>;
  const mocked = t.mock.method(fs.promises, 'readdir', async (path: string, options: object) => {
    if (path === folder) throw Object.assign(new Error('canary'), { code: 'EACCES' });
    return await readdir(path, options);
  });
  const open = (): void => {
    mocked.mock.restore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  t.after(open);
  return { open };
}

test('a price list of thousands of items and rows is read, and each link leads to its page', async () => {
  const catalogue = join(harness.folder, 'catalogue');
  const things = Array.from({ length: 10_000 }, (_, i) => i);
  await writeDocuments(catalogue, {
    'list.md': `# Wares\n\n${things.map(i => `- [ware${i}](wares/${i}.md) costs ${i} euros\n`).join('')}`,
    'table.md': `# Parts\n\n| part | price |\n| --- | --- |\n${things.map(i => `| [part${i}](parts/${i}.md) | ${i} |\n`).join('')}`,
  });
  const report = await ingest(catalogue, 'https://shop.example/c/');
  assert.deepEqual(report.failed, []);
  assert.match(
    textOf((await harness.ask('ware9876')).parts),
    /\(https:\/\/shop\.example\/c\/wares\/9876\.md\)/,
  );
  assert.match(
    textOf((await harness.ask('part9876')).parts),
    /\(https:\/\/shop\.example\/c\/parts\/9876\.md\)/,
  );
});

test('a document for which the database has no room is not reported as unreadable', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE passages (body TEXT); PRAGMA max_page_count = 2');
  const store = (): void => {
    database.prepare('INSERT INTO passages VALUES (?)').run('Wash a tent by hand. '.repeat(1000));
  };
  assert.throws(store, error => /could not be stored: the disk is full/.test(reasonOf(error)));
  assert.match(reasonOf({ code: '53100' }), /could not be stored/, 'PostgreSQL');
  assert.equal(reasonOf(new Error('Wash a tent by hand.')), 'could not be read');
});
