import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createService } from '../../../src/service/index.ts';
import { openAiServer } from '../../fakes/openai-server.ts';
import { KEY, until, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-first-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const ask = (agentId: string, message: string): Request =>
  new Request(`http://service.test/api/v2/agents/${agentId}/chat`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ message }),
  });

test('a service answers at once while it reads its documents, and a question waits for them', async () => {
  const docs = join(folder, 'docs');
  const many = Array.from({ length: 150 }, (_, i) => [`a${i}.md`, `# Page ${i}\n\nText of page ${i}.\n`]);
  await writeDocuments(docs, { ...Object.fromEntries(many), 'z.md': '# Zeppelins\n\nFilled with helium.\n' });
  const service = await createService({ dataDir: join(folder, 'data'), docsDirs: [docs] });
  const { agentId } = await service.firstRun({ apiKey: KEY });
  let read = false;
  const reading = service.documentsRead().then(() => {
    read = true;
  });
  const health = await service.fetch(new Request('http://service.test/healthz'));
  assert.equal(health.status, 200);
  assert.equal(read, false, 'not before all is read');
  const answer = await service.fetch(ask(agentId, 'What are zeppelins filled with?'));
  assert.match(await answer.text(), /helium/);
  await reading;
  await service.close({ graceMs: 0 });
});

test('a service that is stopped while it reads its documents stops, and continues at the next start', async () => {
  const docs = join(folder, 'docs');
  const options = { dataDir: join(folder, 'other'), docsDirs: [docs] };
  const first = await createService(options);
  await first.firstRun({ apiKey: KEY });
  await first.close({ graceMs: 0 });
  const second = await createService(options);
  const { agentId } = await second.firstRun({ apiKey: KEY });
  const answer = await second.fetch(ask(agentId, 'What are zeppelins filled with?'));
  assert.match(await answer.text(), /helium/);
  await second.close({ graceMs: 0 });
});

test('while it is still reading, a service answers from what it has read, and says so if that is not enough', async () => {
  const docs = join(folder, 'slow');
  await writeDocuments(docs, { 'a.md': '# Zeppelins\n\nFilled with helium.\n', 'endless.pdf': endlessPdf() });
  const service = await createService({ dataDir: join(folder, 'asked'), docsDirs: [docs] });
  const { agentId } = await service.firstRun({ apiKey: KEY });
  let read = false;
  void service.documentsRead().then(() => {
    read = true;
  });
  const answer = async (question: string): Promise<string> =>
    (await service.fetch(ask(agentId, question))).text();
  assert.match(await answer('What are zeppelins filled with?'), /helium/);
  assert.match(await answer('What are submarines made of?'), /still reading the documents/);
  assert.equal(read, false);
  for await (const { text } of service.management.unanswered(agentId))
    assert.fail(`${text} may well be answered in one that is not read yet`);
  await service.close({ graceMs: 0 });
});

test('a model is told while documents are still being read, whatever was found, and not afterwards', async t => {
  const provider = await openAiServer();
  t.after(() => provider.close());
  const docs = join(folder, 'read-for-a-model');
  await writeDocuments(docs, { 'a.md': '# Zeppelins\n\nFilled with helium.\n', 'endless.pdf': endlessPdf() });
  const options = { dataDir: join(folder, 'model'), openaiBaseUrl: provider.url };
  const service = await createService({ ...options, docsDirs: [docs] });
  const { agentId } = await service.firstRun({ apiKey: KEY });
  const rules = async (from: typeof service, question: string): Promise<string> => {
    await (await from.fetch(ask(agentId, question))).text();
    return String(provider.seen.at(-1)?.body.messages[0]?.content);
  };
  assert.match(await rules(service, 'What are zeppelins filled with?'), /excerpts.*still being read/s);
  assert.match(await rules(service, 'What are submarines made of?'), /still being read/);
  await service.close({ graceMs: 0 });

  rmSync(join(docs, 'endless.pdf'));
  const later = await createService({ ...options, docsDirs: [docs] });
  await later.firstRun({ apiKey: KEY });
  await later.documentsRead();
  assert.doesNotMatch(await rules(later, 'What are zeppelins filled with?'), /still being read/);
  await later.close({ graceMs: 0 });
});

test('a model invents no answer while none of its documents has been read', async t => {
  const provider = await openAiServer();
  t.after(() => provider.close());
  const docs = join(folder, 'nothing-read');
  await writeDocuments(docs, { 'endless.pdf': endlessPdf() });
  const service = await createService({
    dataDir: join(folder, 'nothing'),
    docsDirs: [docs],
    openaiBaseUrl: provider.url,
  });
  const { agentId } = await service.firstRun({ apiKey: KEY });
  await (await service.fetch(ask(agentId, 'What are submarines made of?'))).text();
  const [rules] = provider.seen.at(-1)!.body.messages;
  assert.equal(rules?.role, 'system');
  assert.match(String(rules?.content), /never make up an answer.*still being read/s);
  await service.close({ graceMs: 0 });
});

test('a service that is stopped during a document of a minute stops, and reports no error in it', async () => {
  const docs = join(folder, 'endless');
  await writeDocuments(docs, { 'endless.pdf': endlessPdf() });
  const said: unknown[] = [];
  const say = (...words: unknown[]): void => void said.push(words);
  const service = await createService({
    dataDir: join(folder, 'stopped'),
    docsDirs: [docs],
    logger: { info: () => {}, warn: say, error: say },
  });
  await service.firstRun({ apiKey: KEY });
  await until(() => process.getActiveResourcesInfo().includes('MessagePort'), 'its thread is at work');
  await service.close({ graceMs: 0 });
  assert.deepEqual(said, []);
});

test('the plan named at a later start applies from then on, and an unknown one is refused', async () => {
  const service = await createService({ dataDir: join(folder, 'plans') });
  const limit = async (agentId: string): Promise<string | null> =>
    (await service.fetch(ask(agentId, 'Hello'))).headers.get('X-RateLimit-Limit');
  const { agentId } = await service.firstRun({ apiKey: KEY });
  assert.equal(await limit(agentId), '200');
  await service.firstRun({ apiKey: KEY, plan: 'plus' });
  assert.equal(await limit(agentId), '60');
  await service.firstRun({ apiKey: KEY });
  assert.equal(await limit(agentId), '60');
  await assert.rejects(service.firstRun({ apiKey: KEY, plan: 'gold' }), { code: 'invalid_request' });
  assert.equal(await limit(agentId), '60');
  await service.close({ graceMs: 0 });
});

test('an agent answers from the built-in documents until it has its own, and then only from these', async () => {
  const [sample, broken, own] = ['sample', 'broken', 'own'].map(name => join(folder, name));
  await writeDocuments(sample!, { 'zeppelins.md': '# Zeppelins\n\nFilled with helium.\n' });
  await writeDocuments(broken!, { 'empty.md': '' });
  await writeDocuments(own!, { 'rafts.md': '# Rafts\n\nMade of logs.\n' });
  const options = { dataDir: join(folder, 'tried'), sampleDocsDir: sample };
  const service = await createService(options);
  const { agentId, answersFromSample } = await service.firstRun({ apiKey: KEY });
  assert.equal(answersFromSample, true);
  const answer = async (question: string): Promise<string> =>
    (await service.fetch(ask(agentId, question))).text();
  assert.match(await answer('What are zeppelins filled with?'), /helium/);
  await service.management.ingest({ agentId, source: broken! });
  assert.match(await answer('What are zeppelins filled with?'), /helium/, 'nothing has taken its place');
  await service.management.ingest({ agentId, source: own! });
  assert.match(await answer('What are rafts made of?'), /logs/);
  assert.doesNotMatch(await answer('What are zeppelins filled with?'), /helium/);
  await service.close({ graceMs: 0 });

  const again = await createService(options);
  assert.equal((await again.firstRun({ apiKey: KEY })).answersFromSample, false);
  await again.close({ graceMs: 0 });
});

test('a missing folder is reported at start, not later', async () => {
  const service = await createService({ dataDir: join(folder, 'none'), docsDirs: [join(folder, 'nowhere')] });
  await assert.rejects(service.firstRun({ apiKey: KEY }), { code: 'ENOENT' });
  await service.close({ graceMs: 0 });
});

test('a database that turns out to be damaged is closed', async () => {
  const dataDir = join(folder, 'damaged');
  await (await createService({ dataDir })).close({ graceMs: 0 });
  await openTables({ store: { dataDir } }, tables => tables.schema.dropTable('charges').execute());
  await assert.rejects(createService({ dataDir }), /charges/);
  // SQLite takes it away when nobody has the store open any more.
  assert.ok(!existsSync(join(dataDir, 'service.sqlite-wal')));
});

test('a folder of documents that is made after a first start has failed is read by the next one', async () => {
  const docs = join(folder, 'later');
  const service = await createService({ dataDir: join(folder, 'patient'), docsDirs: [docs] });
  await assert.rejects(service.firstRun({ apiKey: KEY }));
  await writeDocuments(docs, { 'z.md': '# Zeppelins\n\nFilled with helium.\n' });
  const { agentId } = await service.firstRun({ apiKey: KEY });
  const answer = await service.fetch(ask(agentId, 'What are zeppelins filled with?'));
  assert.match(await answer.text(), /helium/);
  await service.close({ graceMs: 0 });
});

test('two services over the same data in one process, as a development server makes them, do not block each other', async () => {
  const dataDir = join(folder, 'twice');
  const services = [await createService({ dataDir }), await createService({ dataDir })];
  const [first, second] = await Promise.all(services.map(service => service.firstRun({ apiKey: KEY })));
  assert.equal(second!.agentId, first!.agentId);
  const questions = services.flatMap(service =>
    Array.from({ length: 5 }, () => service.fetch(ask(first!.agentId, 'Hello'))),
  );
  assert.deepEqual(
    (await Promise.all(questions)).map(({ status }) => status),
    questions.map(() => 200),
  );
  for (const service of services) await service.close({ graceMs: 0 });
});

/** One that draws a letter a million million times. */
function endlessPdf(): string {
  const draws = `${'/X Do '.repeat(10)}BT /F 9 Tf (a) Tj ET`;
  const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  const form = (id: number): string =>
    `${id} 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length ${draws.length}
/Resources << ${font} /XObject << /X ${id + 1} 0 R >> >> >> stream\n${draws}\nendstream endobj`;
  const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R';
  return `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << ${page} /Resources << ${font} /XObject << /X 5 0 R >> >> >> endobj
${Array.from({ length: 20 }, (_, i) => form(i + 4)).join('\n')}
trailer << /Root 1 0 R >>`;
}
