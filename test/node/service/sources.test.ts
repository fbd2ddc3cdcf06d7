import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../../src/protocol/message.ts';
import {
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  type QuestionFindings,
  UPLOADS,
  type UploadState,
} from '../../../src/protocol/sources.ts';
import { createService } from '../../../src/service/index.ts';
import { docxOf, pdfOf, zipOf } from '../../fakes/documents.ts';
import { onEachEngine } from './engines.ts';
import { type Harness, startService, until, writeDocuments } from './harness.ts';
import { openTables } from './tables.ts';

/** Bytes of the pieces of these tests. */
const PIECE = 300;

async function dataOf<T>(harness: Harness, path: string, method = 'GET', body?: object): Promise<T> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/sources${path}`, {
    method,
    ...(body && { body }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: T }).data;
}

async function statusOf(harness: Harness, path: string, method = 'GET', body?: object): Promise<number> {
  const response = await harness.send(`/v2/chatbots/${harness.agentId}/sources${path}`, {
    method,
    ...(body && { body }),
  });
  return response.status;
}

function piece(name: string, bytes: Uint8Array, offset: number, length = PIECE): object {
  const data = Buffer.from(bytes.subarray(offset, offset + length)).toString('base64');
  return { name, size: bytes.length, offset, data };
}

/** Sends a whole file as the panel does, and waits until it is read. */
async function upload(
  harness: Harness,
  name: string,
  content: string | Uint8Array,
  id = randomUUID(),
): Promise<UploadState> {
  const bytes = Buffer.from(content as string);
  let state: UploadState = { received: 0, status: 'receiving' };
  do {
    state = await dataOf(harness, `/uploads/${id}`, 'POST', piece(name, bytes, state.received, 64 * 1024));
  } while (state.status === 'receiving');
  await until(async () => {
    if (state.status === 'reading')
      state = await dataOf(harness, `/uploads/${id}`, 'POST', piece(name, bytes, bytes.length));
    return state.status !== 'reading';
  });
  return state;
}

const sourcesOf = (harness: Harness): Promise<KnowledgeSource[]> => dataOf(harness, '');
const documentsOf = (harness: Harness, source = UPLOADS): Promise<KnowledgeDocument[]> =>
  dataOf(harness, `/documents?${new URLSearchParams({ source })}`);

onEachEngine('sources', start => {
  test('an uploaded PDF, Word file and text become answers and survive a restart; forgotten, they are gone', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const pdf = pdfOf([['# Kayaks', 'A kayak for two costs 40 euros a day.']]);
    assert.deepEqual((await upload(harness, 'Kayaks.pdf', pdf)).status, 'stored');
    const word = docxOf(['# Parking', 'Parking is behind the boathouse and free of charge.']);
    assert.equal((await upload(harness, 'Parking.docx', word)).status, 'stored');
    assert.equal(
      (await upload(harness, 'Dogs.md', '# Dogs\n\nDogs are welcome on every boat.')).status,
      'stored',
    );

    const answers = async (question: string, expected: RegExp): Promise<void> =>
      assert.match(textOf((await harness.ask(question)).parts), expected);
    await answers('What does a kayak for two cost?', /40 euros/);
    await harness.restart();
    await answers('What does a kayak for two cost?', /40 euros/);
    await answers('Where is parking?', /behind the boathouse/);
    await answers('Are dogs welcome on a boat?', /every boat/);

    const [source, ...others] = await sourcesOf(harness);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [source!.name, source!.kind, source!.isFollowed, source!.documents],
      [UPLOADS, 'uploads', false, 3],
    );
    assert.ok(source!.passages >= 3 && source!.readAt !== null);
    const documents = await documentsOf(harness);
    assert.deepEqual(
      documents.map(({ path, size }) => [path, size > 0]),
      [
        ['Dogs.md', true],
        ['Kayaks.pdf', true],
        ['Parking.docx', true],
      ],
    );
    const passages = await dataOf<DocumentPassage[]>(harness, `/documents/${documents[0]!.id}`);
    assert.match(passages[0]!.body, /Dogs are welcome/);

    assert.deepEqual(await dataOf(harness, `/documents/${documents[1]!.id}`, 'DELETE'), { deleted: 1 });
    assert.equal(await statusOf(harness, `/documents/${documents[1]!.id}`, 'DELETE'), 404);
    await harness.restart();
    assert.deepEqual(
      (await documentsOf(harness)).map(({ path }) => path),
      ['Dogs.md', 'Parking.docx'],
    );
    assert.doesNotMatch(textOf((await harness.ask('What does a kayak for two cost?')).parts), /40 euros/);
    const query = `?${new URLSearchParams({ source: UPLOADS })}`;
    assert.deepEqual(await dataOf(harness, query, 'DELETE'), { deleted: 2 });
    assert.deepEqual(await sourcesOf(harness), []);
    assert.equal(await statusOf(harness, query, 'DELETE'), 404);
  });

  test('an upload goes on where it broke off, and a repeated piece changes nothing', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const bytes = Buffer.from(`# Boats\n\n${'A boat holds four people. '.repeat(40)}`);
    const path = `/uploads/${randomUUID()}`;
    const send = (offset: number, length?: number): Promise<UploadState> =>
      dataOf(harness, path, 'POST', piece('boats.md', bytes, offset, length));
    assert.deepEqual(await send(PIECE), { received: 0, status: 'receiving' }, 'the first piece is missing');
    assert.deepEqual(await send(0), { received: PIECE, status: 'receiving' });
    assert.deepEqual(await send(0), { received: PIECE, status: 'receiving' });
    assert.deepEqual(await send(2 * PIECE), { received: PIECE, status: 'receiving' });
    await harness.restart();
    assert.deepEqual(await send(PIECE, 0), { received: PIECE, status: 'receiving' });
    assert.deepEqual(await sourcesOf(harness), [], 'nothing half is in the index');
    assert.equal((await send(PIECE, bytes.length)).status, 'stored');
    assert.deepEqual(await send(PIECE), { received: bytes.length, status: 'stored' });
    assert.equal((await documentsOf(harness)).length, 1);
    assert.equal(await statusOf(harness, path, 'POST', { ...piece('other.md', bytes, 0) }), 409);
  });

  test('a file of the same name replaces the one before, with its answers', async t => {
    const harness = await start();
    t.after(() => harness.end());
    await upload(harness, 'hours.md', '# Hours\n\nThe boathouse opens at nine.');
    await upload(harness, 'hours.md', '# Hours\n\nThe boathouse opens at eleven.');
    assert.equal((await documentsOf(harness)).length, 1);
    assert.match(textOf((await harness.ask('When does the boathouse open?')).parts), /eleven/);
    assert.equal((await upload(harness, 'hours.md', '')).reason, 'no-text');
    assert.match(textOf((await harness.ask('When does the boathouse open?')).parts), /eleven/);
  });

  test('a stored file whose reading a kill cut off is read at the next start', async t => {
    const harness = await start();
    t.after(() => harness.end());
    await upload(harness, 'hours.md', '# Hours\n\nThe boathouse opens at nine.');
    await harness.stop();
    await openTables(harness, async tables => {
      await tables.updateTable('documents').set({ hash: 'incomplete', modified: -1, size: -1 }).execute();
    });
    await harness.restart();
    await until(async () => (await documentsOf(harness))[0]!.size > 0);
    assert.match(textOf((await harness.ask('When does the boathouse open?')).parts), /nine/);
  });

  test('hostile and useless files are refused with the reason, and leave nothing', async t => {
    const harness = await start();
    t.after(() => harness.end());
    const reasons = async (name: string, content: string | Uint8Array): Promise<string | undefined> =>
      (await upload(harness, name, content)).reason;
    assert.equal(await reasons('run.exe', 'MZ'), 'format');
    assert.equal(await reasons('empty.md', ''), 'no-text');
    assert.equal(await reasons('secret.pdf', pdfOf([['# Secret']], { encrypted: true })), 'password');
    assert.equal(await reasons('broken.pdf', 'This is no PDF.'), 'damaged');
    assert.equal(await reasons('broken.docx', zipOf({ 'word/nothing.xml': '<a/>' })), 'damaged');
    assert.equal(await reasons('bomb.docx', zipOf({ 'word/document.xml': 'x' }, 2 ** 31)), 'too-large');
    const huge = { name: 'huge.pdf', size: 2 ** 40, offset: 0, data: '' };
    const path = `/uploads/${randomUUID()}`;
    assert.equal((await dataOf<UploadState>(harness, path, 'POST', huge)).reason, 'too-large');
    for (const wrong of [
      { name: '../up.md', size: 1, offset: 0, data: 'YQ==' },
      { name: 'a\u0007.md', size: 1, offset: 0, data: 'YQ==' },
      { name: 'a.md', size: -1, offset: 0, data: '' },
      { name: 'a.md', size: 1, offset: 2, data: '' },
      { name: 'a.md', size: 1, offset: 0, data: 'not base64!' },
      { name: 'a.md', size: 1 },
    ])
      assert.equal(await statusOf(harness, path, 'POST', wrong), 400, JSON.stringify(wrong));
    assert.equal(await statusOf(harness, '/uploads/1', 'POST', huge), 404);
    assert.deepEqual(await sourcesOf(harness), []);
    await openTables(harness, async tables => {
      assert.deepEqual(await tables.selectFrom('upload_pieces').selectAll().execute(), []);
    });
  });

  test('folders of ingest are listed and can be forgotten, followed ones only listed', async t => {
    const harness = await start({ documents: { 'tents.md': '# Tents\n\nWash a tent by hand.' } });
    t.after(() => harness.end());
    const other = join(harness.folder, 'other');
    await mkdir(other);
    await writeDocuments(other, { 'a.md': '# Oars\n\nOars are of ash.' });
    await harness.service.management.ingest({ agentId: harness.agentId, source: other });
    const found = await sourcesOf(harness);
    assert.deepEqual(
      found.map(({ name, kind, isFollowed }) => [name, kind, isFollowed]),
      [
        [harness.docs, 'folder', true],
        [other, 'folder', false],
      ],
    );
    const query = (source: string): string => `?${new URLSearchParams({ source })}`;
    assert.equal(await statusOf(harness, query(harness.docs), 'DELETE'), 409);
    assert.deepEqual(await dataOf(harness, query(other), 'DELETE'), { deleted: 1 });
    assert.equal(await statusOf(harness, query(''), 'DELETE'), 400);
  });

  test('"Ask" shows what is found for a question and why, and an answer of the owner before it', async t => {
    const harness = await start({
      documents: { 'tents.md': '# Tents\n\n## Washing\n\nWash a tent by hand with mild soap.' },
    });
    t.after(() => harness.end());
    const ask = (question: string): Promise<QuestionFindings> =>
      dataOf(harness, '/ask', 'POST', { question });
    const { taught, passages } = await ask('How do I wash my tent?');
    assert.equal(taught, null);
    const [first] = passages;
    assert.deepEqual([first!.title, first!.verdict, first!.missing], ['Tents', 'answers', []]);
    assert.deepEqual(first!.found.toSorted(), ['tent', 'wash']);
    assert.deepEqual((await ask('Do you sell kayaks?')).passages, []);
    const weak = (await ask('Which colours of tent can I buy in Berlin on Sundays?')).passages[0];
    assert.ok(!weak || (weak.verdict !== 'answers' && weak.missing.length > 0));
    const answer = { question: 'How do I wash my tent?', answer: 'Bring it to us.' };
    await harness.send(`/v2/chatbots/${harness.agentId}/answers`, { method: 'POST', body: answer });
    assert.equal((await ask('how do I wash my tent')).taught?.question, answer.question);
    assert.equal(await statusOf(harness, '/ask', 'POST', { question: '' }), 400);
  });
});

test('the first upload replaces the documents of this project and says so once', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-sample-'));
  const sample = join(folder, 'sample');
  await writeDocuments(sample, { 'about.md': '# About\n\nThis chat is made by us.' });
  const replaced: string[] = [];
  const service = await createService({
    dataDir: join(folder, 'data'),
    sampleDocsDir: sample,
    onSampleReplaced: async id => void replaced.push(id),
  });
  t.after(async () => {
    await service.close({ graceMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  });
  const { agentId, apiKey } = await service.firstRun();
  await service.documentsRead();
  const harness = {
    agentId,
    send: (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
      service.fetch(
        new Request(`http://service.test${path}`, {
          method,
          headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
  } as unknown as Harness;
  assert.deepEqual(
    (await sourcesOf(harness)).map(({ kind }) => kind),
    ['sample'],
  );
  const query = `?${new URLSearchParams({ source: sample })}`;
  assert.equal(await statusOf(harness, query, 'DELETE'), 409);
  assert.equal((await upload(harness, 'empty.md', '')).status, 'skipped');
  assert.deepEqual(replaced, []);
  assert.equal((await upload(harness, 'own.md', '# Own\n\nMy own text.')).status, 'stored');
  assert.deepEqual(replaced, [agentId]);
  assert.deepEqual(
    (await sourcesOf(harness)).map(({ kind }) => kind),
    ['uploads'],
  );
  await upload(harness, 'more.md', '# More\n\nMore of my own text.');
  assert.deepEqual(replaced, [agentId]);
});

test('the command line forgets uploaded files, too, and no start brings them back', async t => {
  const harness = await startService();
  t.after(() => harness.end());
  await upload(harness, 'hours.md', '# Hours\n\nThe boathouse opens at nine.');
  assert.equal(await harness.service.management.forget(harness.agentId, UPLOADS), 1);
  await harness.restart();
  assert.deepEqual(await sourcesOf(harness), []);
  await openTables(harness, async tables => {
    assert.deepEqual(await tables.selectFrom('uploads').selectAll().execute(), []);
  });
});

test('the description of the routes says 409 only where a request can conflict', async t => {
  const harness = await startService();
  t.after(() => harness.end());
  const { paths } = (await (await harness.send('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId?: string; responses?: object }>>;
  };
  const operations = Object.entries(paths)
    .filter(([path]) => path.includes('/sources'))
    .flatMap(([, methods]) => Object.values(methods));
  const conflicting = operations.filter(({ responses }) => responses && '409' in responses);
  assert.deepEqual(
    conflicting.map(({ operationId }) => operationId),
    ['forgetSource', 'saveSite', 'uploadPiece'],
  );
});
