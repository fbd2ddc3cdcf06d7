/**
 * Measures the agent service over one engine and one kind of data; `npm run bench:service` runs it for all of them:
 * `node --expose-gc bench/service-part.ts sqlite|postgres contacts|questions|replies <number>`. Prints the rows of a table.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestServer } from '../scripts/servers.ts';
import { toNodeHandler } from '../src/proxy/node.ts';
import { createService } from '../src/service/index.ts';
import { PassageStore } from '../src/service/knowledge/index/passage-store.ts';
import { openDatabase } from '../src/service/storage/open-database.ts';
import { randomFrom } from '../test/fakes/random.ts';
import { makeDocument } from './service-documents.ts';

const [engineName, part, size] = process.argv.slice(2);
const CONTACTS = Number(size);
const PASSAGES = Number(size);
const BATCH = 1000;
const PER_DOCUMENT = 100;
/** Fewer than a key may send in a minute. */
const REPLIES = 150;
const KEY = 'ac_bench-key-of-the-service';
const rows: [string, string, string][] = [];
let finishing: Promise<void> = Promise.resolve();

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-bench-'));
const postgres: TestServer | undefined =
  engineName === 'postgres' ? await startPostgres({ durable: true }) : undefined;
const store = { dataDir: folder, databaseUrl: postgres?.url };
const service = await createService({ ...store, pace: 0 });
const { agentId } = await service.firstRun({ apiKey: KEY, settings: { rateLimit: null } });
try {
  if (part === 'contacts') await measureContacts();
  else if (part === 'replies') await measureReplies();
  else await measureQuestions();
} finally {
  await service.close({ graceMs: 0 });
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const row of rows) console.log(`| ${row.join(' | ')} |`);

async function measureContacts(): Promise<void> {
  const memory: [number, string][] = [];
  const times: number[] = [];
  for (let from = 0; from < CONTACTS; from += BATCH) {
    // Ids without any order, as those of most shops are: the worst there is for an index.
    const users = Array.from({ length: BATCH }, (_, i) => ({
      external_id: crypto.randomUUID(),
      name: `Visitor ${from + i}`,
      email: `${crypto.randomUUID()}@shop.example`,
      phonenumber: '+44 20 7946 0000',
      custom_attributes: { plan: 'gold', visits: from + i },
    }));
    const body = JSON.stringify({ users });
    const started = performance.now();
    const answer = await send(`/v2/chatbots/${agentId}/contacts`, body);
    await answer.text();
    if (answer.status !== 201) throw new Error(`creating contacts was answered with ${answer.status}`);
    times.push(performance.now() - started);
    const done = from + BATCH;
    if ([0.1, 0.3, 0.5, 0.75, 1].some(share => done === Math.round((CONTACTS * share) / BATCH) * BATCH)) {
      const grown = megabytes(process.memoryUsage.rss());
      globalThis.gc?.();
      memory.push([done, `${grown}, ${megabytes(process.memoryUsage.rss())} after a collection`]);
      console.error(`${done} contacts, ${grown}`);
    }
  }
  rows.push([`create 1,000 contacts, all batches of ${count(CONTACTS)}`, spread(times), '250 ms']);
  rows.push([`the same, the last 100 batches`, spread(times.slice(-100)), '250 ms']);
  for (const [done, taken] of memory) rows.push([`memory with ${count(done)} contacts`, taken, 'flat']);
  for (const page of [1, 10_000, Math.ceil(CONTACTS / 50)]) {
    if (page > CONTACTS / 50) continue;
    const taken = await repeat(50, async () => {
      const answer = await send(`/v2/chatbots/${agentId}/contacts?per_page=50&page=${page}`);
      const { data } = (await answer.json()) as { data: unknown[] };
      if (data.length !== 50) throw new Error(`page ${page} has ${data.length} contacts`);
    });
    rows.push([`list page ${count(page)} of 50 contacts`, spread(taken), '50 ms']);
  }
}

/** Stores documents of made-up words. @returns passages a second */
async function index(): Promise<number> {
  const { database, engine } = await openDatabase(store);
  const passages = new PassageStore(database, engine);
  const random = randomFrom(7);
  const started = performance.now();
  for (let n = 0; n * PER_DOCUMENT < PASSAGES; n++) {
    const content = makeDocument(random, n, PER_DOCUMENT);
    await passages.replace([
      {
        agentId,
        source: 'bench',
        path: `${n}.md`,
        url: `/docs/${n}.md`,
        hash: String(n),
        modified: 0,
        size: 0,
        content,
      },
    ]);
    if (n % 100 === 0) console.error(`${(n + 1) * PER_DOCUMENT} passages`);
  }
  const seconds = (performance.now() - started) / 1000;
  await database.destroy();
  return PASSAGES / seconds;
}

async function measureQuestions(): Promise<void> {
  rows.push([`index ${count(PASSAGES)} passages`, `${Math.round(await index())} passages a second`, '–']);
  const rare = `p${Math.floor(PASSAGES / PER_DOCUMENT / 2)}x3`;
  const questions = [
    ['one rare word', `Where is ${rare}?`],
    ['common and rare words', `bi bo and ${rare}`],
    ['common words only', 'bi bo bu'],
    ['words of each tenth passage', 'dubu fibu'],
    ['nothing to be found', 'What is the capital of Atlantis, unobtainium or mithril?'],
  ] as const;
  for (const [kind, message] of questions) {
    const found = await quotes(message);
    // Words that are in most documents answer nothing, however fast they are looked up.
    const isExpected = kind.includes('rare') || (kind.startsWith('nothing') ? false : found);
    if (found !== isExpected) throw new Error(`"${message}" was ${found ? '' : 'not '}found`);
    const taken = await repeat(30, () => firstToken(message));
    rows.push([`first token, ${count(PASSAGES)} passages, ${kind}`, spread(taken), '50 ms']);
  }
}

/** Whole replies through a socket, one after the other. */
async function measureReplies(): Promise<void> {
  await index();
  const server = createServer(toNodeHandler((request, info) => service.fetch(request, info)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const random = randomFrom(3);
  const taken = await repeat(REPLIES, async () => {
    const part = `p${Math.floor((random() * PASSAGES) / PER_DOCUMENT)}x${Math.floor(random() * PER_DOCUMENT)}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/agents/${agentId}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: `Where is ${part} of dubu fibu?` }),
    });
    if (!(await response.text()).includes('"data"')) throw new Error(`status ${response.status}`);
  });
  rows.push([`reply over HTTP, ${count(PASSAGES)} passages`, spread(taken), '100 ms 95th']);
  server.closeAllConnections();
  server.close();
}

/** Whether a question is answered from a document, so that no search is measured that finds nothing by mistake. */
async function quotes(message: string): Promise<boolean> {
  const answer = await send(`/api/v2/agents/${agentId}/chat`, JSON.stringify({ message }));
  return (await answer.text()).includes('"citation"');
}

async function firstToken(message: string): Promise<void> {
  const answer = await send(`/api/v2/agents/${agentId}/chat`, JSON.stringify({ message, stream: true }));
  if (answer.status !== 200 || !answer.body) throw new Error(`a question was answered with ${answer.status}`);
  const reader = answer.body.getReader();
  await reader.read();
  // What is measured is over; the rest is read so that the next question starts from rest.
  finishing = (async () => {
    while (!(await reader.read()).done);
  })();
}

async function repeat(times: number, run: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
    await finishing;
  }
  return taken;
}

function send(path: string, body?: string): Promise<Response> {
  return service.fetch(
    new Request(new URL(path, 'http://service.bench'), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    }),
    { remoteAddress: '127.0.0.1' },
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function spread(taken: readonly number[]): string {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `${at(0.5)} ms median, ${at(0.95)} ms 95th, ${sorted.at(-1)!.toFixed(1)} ms worst`;
}

function count(n: number): string {
  return n.toLocaleString('en');
}
