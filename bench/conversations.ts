/**
 * The owner's list of conversations at 100,000 conversations of ten messages: first page, search and export.
 * `node bench/conversations.ts`, or with `DATABASE_URL` of an empty PostgreSQL database. `COUNT` sets another number.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../src/service/index.ts';
import { indexTurn } from '../src/service/storage/conversation-index.ts';
import { openDatabase } from '../src/service/storage/open-database.ts';

const COUNT = Number(process.env.COUNT ?? 100_000);
const TURNS = 5;
const BATCH = 500;
const RUNS = 40;
const KEY = 'ac_bench-key';
const WORDS =
  'order tent kayak refund parcel colour size invoice address stove rope delivery price return repair guide map boot lamp mat'.split(
    ' ',
  );
const word = (i: number): string => WORDS[i % WORDS.length]!;

const folder = mkdtempSync(join(tmpdir(), 'agent-chat-bench-'));
const store = { dataDir: folder, databaseUrl: process.env.DATABASE_URL };
const { database, engine } = await openDatabase(store);
const service = await createService(store);
const { agentId } = await service.firstRun({ apiKey: KEY });

const filling = performance.now();
for (let first = 0; first < COUNT; first += BATCH) await fill(first);
console.log(`stored ${COUNT} conversations in ${seconds(filling)} s`);

async function fill(first: number): Promise<void> {
  await database.transaction().execute(async writer => {
    for (let i = first; i < Math.min(first + BATCH, COUNT); i++) {
      const id = randomUUID();
      const createdAt = 1_700_000_000 + i * 60;
      const about = { created_at: createdAt, user_id: i % 10 === 0 ? `user-${i % 1000}` : null };
      await writer
        .insertInto('conversations')
        .values({ id, agent_id: agentId, message_count: 2 * TURNS, updated_at: createdAt, ...about })
        .execute();
      const messages = Array.from({ length: 2 * TURNS }, (_, at) => ({
        ...about,
        id: randomUUID(),
        conversation_id: id,
        position: at + 1,
        role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
        parts: JSON.stringify([
          {
            type: 'text',
            text: `Message ${i} about a ${word(i + at)} and the ${word(i * 7 + at)}, please answer this today.`,
          },
        ]),
        finish_reason: at % 2 === 0 ? null : 'stop',
        outcome: at % 2 === 1 && i % 20 === 0 ? ('nothing-found' as const) : null,
      }));
      await writer.insertInto('messages').values(messages).execute();
      for (let at = 0; at < messages.length; at += 2) {
        const [question, reply] = [messages[at]!, messages[at + 1]!];
        await indexTurn(writer, engine.messages, {
          conversationId: id,
          agentId,
          visitor: `visitor-${i % 5000}`,
          createdAt,
          question: { position: question.position, parts: JSON.parse(question.parts) },
          reply: {
            position: reply.position,
            parts: JSON.parse(reply.parts),
            finishReason: 'stop',
            outcome: reply.outcome,
          },
        });
      }
    }
  });
}

for (const [name, query] of [
  ['first page', ''],
  ['unanswered', 'state=unanswered'],
  ['one day', 'from=2023-11-20&to=2023-11-20'],
  ['one user', 'user=user-500'],
  ['search, a word that is everywhere', 'q=message'],
  ['search, a frequent word', 'q=kayak'],
  ['search, one conversation', `q=${Math.floor(COUNT / 2)}`],
  ['search, two words', 'q=refund+kayak'],
  ['search, beginning of a word', 'q=ka'],
  ['search, nothing', 'q=zeppelin'],
  ['search and state', 'q=kayak&state=unanswered'],
] as const)
  await measure(name, query);

for (const format of ['json', 'csv', 'md']) {
  const started = performance.now();
  let most = 0;
  let bytes = 0;
  const response = await ask(`/export?format=${format}`);
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  console.log(
    `export ${format}: ${seconds(started)} s, ${mega(bytes)} MB, at most ${mega(most)} MB of memory`,
  );
}

await service.close();
await database.destroy();
rmSync(folder, { recursive: true });

async function measure(name: string, query: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const started = performance.now();
    const response = await ask(`?${query}`);
    await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(0.95 * RUNS)]!;
  console.log(`${name}: p50 ${times[RUNS / 2]!.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
}

function ask(path: string): Promise<Response> {
  const url = `http://service/v2/chatbots/${agentId}/conversations${path}`;
  return service.fetch(new Request(url, { headers: { Authorization: `Bearer ${KEY}` } }));
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function mega(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
