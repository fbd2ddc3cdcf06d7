import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/index.ts';
import { sitemapOf, startSite } from '../../fakes/site.ts';
import { callCommand } from './run-command.ts';
import { dataFolder, runCommand } from './running.ts';

/** The command within this process, a tenth of the work of another one. */
function call(
  args: string[],
  env: Record<string, string>,
): { ended: Promise<number | null>; output(): string } {
  let printed = '';
  const ended = callCommand(args, env).then(({ code, stdout, stderr }) => {
    printed = stdout + stderr;
    return code;
  });
  return { ended, output: () => printed };
}

/** A store with one agent, and a folder with two documents and a broken one. */
async function prepared(): Promise<{ env: Record<string, string>; docs: string }> {
  const folder = dataFolder();
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'tents.md'), '# Tents\n\nWash a tent by hand.\n');
  writeFileSync(join(docs, 'stoves.txt'), 'A stove burns gas.');
  writeFileSync(join(docs, 'broken.pdf'), 'not a pdf');
  const env = { DATA_DIR: join(folder, 'data') };
  assert.equal(await call(['agents', 'create', '--new-workspace', 'Shop'], env).ended, 0);
  return { env, docs };
}

test('agent-chat ingest reports its progress, what it read and what it could not, and reads nothing twice', async t => {
  const { env, docs } = await prepared();
  const first = runCommand(t, ['ingest', docs], env);
  assert.equal(await first.ended, 0);
  assert.match(first.output(), /^Reading 3 of 3$/m);
  assert.match(first.output(), /^1 could not be read:\n {2}broken\.pdf is damaged, or not a PDF$/m);
  assert.match(first.output(), /^2 read \(2 passages\), 0 unchanged, 0 removed, 1 not read\.$/m);
  const second = runCommand(t, ['ingest', docs, '--url', ''], env);
  assert.equal(await second.ended, 0);
  assert.match(second.output(), /^0 read \(0 passages\), 2 unchanged, 0 removed, 1 not read\.$/m);
});

test('agent-chat ingest ends with a sentence and code 1 if there is nothing to read', async () => {
  const { env, docs } = await prepared();
  const mistakes: [string[], RegExp][] = [
    [[], /Name what to read/],
    [[join(docs, 'none')], /none does not exist/],
    [[join(docs, 'broken.pdf')], /No document was read from/],
    [[docs, '--agent', crypto.randomUUID()], /No agent has this id/],
  ];
  for (const [args, expected] of mistakes) {
    const run = call(['ingest', ...args], env);
    assert.equal(await run.ended, 1);
    assert.match(run.output(), expected);
    assert.doesNotMatch(run.output(), /^\s+at /m);
  }
});

test('documents are forgotten on request, also if their folder or site is gone; otherwise the known ones are listed', async t => {
  const { env, docs } = await prepared();
  const single = join(docs, 'tents.md');
  const run = async (...args: string[]): Promise<[number | null, string]> => {
    const command = call(['ingest', ...args], env);
    return [await command.ended, command.output()];
  };
  assert.match((await run('--forget', docs))[1], /No documents were read from .*docs.\n/);
  const site = await startSite();
  t.after(() => site.close());
  site.pages['/a'] = { body: '<title>A</title><p>Apples.' };
  site.pages['/sitemap.xml'] = sitemapOf([`${site.url}/a`]);
  const sitemap = `${site.url}/sitemap.xml`;
  await run(docs);
  await run(sitemap);
  assert.deepEqual(await run('--forget', single), [0, '1 document was removed.\n']);
  rmSync(docs, { recursive: true });
  const [code, said] = await run('--forget', join(docs, 'nowhere'));
  assert.equal(code, 1);
  assert.ok(said.includes(docs) && said.includes(sitemap), said);
  assert.deepEqual(await run('--forget', docs), [0, '1 document was removed.\n']);
  assert.deepEqual(await run('--forget', sitemap), [0, '1 document was removed.\n']);
  assert.equal((await run('--forget', sitemap))[0], 1);
  assert.match((await run(sitemap, '--forget', sitemap))[1], /either/);
});

test('an emptied folder is forgotten as a whole, and the command says so', async () => {
  const { env, docs } = await prepared();
  assert.equal(await call(['ingest', docs], env).ended, 0);
  for (const name of readdirSync(docs)) rmSync(join(docs, name));
  const empty = call(['ingest', docs], env);
  assert.equal(await empty.ended, 0);
  assert.match(empty.output(), /^0 read \(0 passages\), 0 unchanged, 2 removed\.$/m);
});

test('ingest explains what to pass for a site given by name or without a sitemap, or one that does not exist', async t => {
  const { env } = await prepared();
  const site = await startSite();
  t.after(() => site.close());
  site.pages['/feed'] = { type: 'application/xml', body: '<feed/>' };
  const mistakes: [string, RegExp][] = [
    [
      `${site.url}/feed`,
      new RegExp(`is not a sitemap, or lists no pages; most sites have theirs at ${site.url}/sitemap.xml`),
    ],
    ['shop.example/sitemap.xml', /does not exist; the address of a site begins with https:\/\//],
    ['http://127.0.0.1:1/sitemap.xml', /could not be fetched: the connection was refused/],
    ['https://shop.invalid/sitemap.xml', /could not be fetched: the host does not exist/],
    ['http://169.254.169.254/latest', /has a link-local address, which is never read/],
    [`${site.url.replace('http:', 'https:')}/sitemap.xml`, /could not be fetched: it does not support https/],
  ];
  for (const [source, expected] of mistakes) {
    for (const args of [[source], ['--private', source]]) {
      const run = call(['ingest', ...args], env);
      assert.equal(await run.ended, 1);
      assert.match(run.output(), expected);
    }
  }
});

test('agent-chat ingest lists what it could not read line by line, whatever a site or a file is called', async t => {
  const { env, docs } = await prepared();
  const site = await startSite();
  t.after(() => site.close());
  site.pages['/a'] = { body: '<title>A</title><p>Apples.' };
  site.pages['/b'] = { body: 'B', type: 'x/\x9b2J' };
  site.pages['/sitemap.xml'] = sitemapOf([
    `${site.url}/a`,
    `${site.url}/b`,
    '//&#27;]0;title&#7;&#27;[2J',
    '//&#10;9 read',
  ]);
  const ofSite = call(['ingest', `${site.url}/sitemap.xml`], env);
  assert.equal(await ofSite.ended, 0);
  writeFileSync(join(docs, 'odd\x1b[2J\n9 read.pdf'), 'not a pdf');
  writeFileSync(join(docs, 'odd.doc'), 'no format that can be read');
  const ofFolder = call(['ingest', docs], env);
  assert.equal(await ofFolder.ended, 0);
  for (const { output } of [ofSite, ofFolder]) {
    assert.match(output(), /^3 could not be read:$/m);
    assert.doesNotMatch(output(), /[^\P{Cc}\n]|^9 read/mu);
  }
});

test('documents may be read before the first start, which then answers from them', async t => {
  const folder = dataFolder();
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'tents.md'), '# Tents\n\nWash a tent by hand.\n');
  const env = { DATA_DIR: join(folder, 'data') };
  const read = call(['ingest', docs], env);
  assert.equal(await read.ended, 0);
  assert.match(read.output(), /^1 read \(1 passage\), 0 unchanged, 0 removed\.$/m);
  const service = await createService({ dataDir: env.DATA_DIR, pace: 0 });
  t.after(() => service.close({ graceMs: 0 }));
  const { agentId, created, apiKey } = await service.firstRun();
  assert.equal(created, false);
  assert.ok(apiKey, 'the first start makes the key');
  const { read: again, unchanged } = await service.management.ingest({ agentId, source: docs });
  assert.deepEqual([again, unchanged], [0, 1]);
});
