/**
 * `npm run bench:follow-ups -- CORPUS…`: whether the topic of a conversation stays. Asks questions of a corpus, each with a
 * follow-up that leaves out what it is about, and counts in how many prompts of the follow-up the answer to the first
 * question still is. A corpus is a folder with `docs/` and `questions.jsonl`, a question a line: `id`, `q` and `gold` (a
 * pattern), `spans` or `heading` for its answer. Its follow-ups are in `follow-ups.json`, by the name of the folder and the
 * id of the question.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createService } from '../src/service/index.ts';
import { openAiServer } from '../test/fakes/openai-server.ts';

interface CorpusQuestion {
  id: string;
  q: string;
  gold?: string;
  spans?: string[];
  heading?: string;
}

interface Pair {
  question: CorpusQuestion;
  followUp: string;
}

const KEY = 'ac_bench-key-of-the-service';
/** Percent. */
const BAR = 90;
/** Milliseconds between questions: a key may send 200 a minute. */
const PACE_MS = 320;
/** By corpus, the follow-ups to some of its questions. */
const FOLLOW_UPS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = JSON.parse(
  readFileSync(new URL('follow-ups.json', import.meta.url), 'utf8'),
);

for (const corpus of process.argv.slice(2)) {
  const name = basename(corpus);
  const pairs = followUpsOf(corpus, name);
  const missing = await measure(corpus, pairs);
  const kept = pairs.length - missing.length;
  const percent = (100 * kept) / pairs.length;
  console.log(`${name}: ${kept} of ${pairs.length} follow-ups, ${percent.toFixed(1)} % (bar ${BAR} %)`);
  for (const { question, followUp } of missing) console.log(`  missing: ${question.q} | ${followUp}`);
  if (percent < BAR) process.exitCode = 1;
}

/** The follow-ups whose prompt lacks the answer to the first question. */
async function measure(corpus: string, pairs: readonly Pair[]): Promise<Pair[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-bench-'));
  const provider = await openAiServer({ models: ['stand-in'] });
  const service = await createService({ dataDir: folder, openaiBaseUrl: provider.url });
  try {
    const { agentId } = await service.firstRun({ apiKey: KEY, settings: { rateLimit: null } });
    await service.management.ingest({ agentId, source: join(corpus, 'docs') });
    const ask = async (message: string, conversationId?: string): Promise<string> => {
      await pause(PACE_MS);
      const url = `http://service.bench/api/v2/agents/${agentId}/chat`;
      const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ message, conversationId });
      const response = await service.fetch(new Request(url, { method: 'POST', headers, body }));
      const { data } = (await response.json()) as { data: { metadata: { conversationId: string } } };
      return data.metadata.conversationId;
    };
    const missing: Pair[] = [];
    for (const pair of pairs) {
      await ask(pair.followUp, await ask(pair.question.q));
      const { messages } = provider.seen.at(-1)!.body;
      // The turns before have the first question and the stand-in's answer, which says nothing.
      if (!hasAnswer(pair.question, messages.at(-1)!.content)) missing.push(pair);
    }
    return missing;
  } finally {
    await service.close({ graceMs: 0 });
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function followUpsOf(corpus: string, name: string): Pair[] {
  const followUps = FOLLOW_UPS[name];
  if (!followUps) throw new Error(`bench/follow-ups.json has no follow-ups for ${name}`);
  const lines = readFileSync(join(corpus, 'questions.jsonl'), 'utf8').trim().split('\n');
  const questions = new Map(lines.map(line => JSON.parse(line) as CorpusQuestion).map(one => [one.id, one]));
  return Object.entries(followUps).flatMap(([id, own]) => {
    const question = questions.get(id);
    if (!question) throw new Error(`${name} has no question ${id}`);
    return own.map(followUp => ({ question, followUp }));
  });
}

function hasAnswer({ gold, spans = [], heading = '' }: CorpusQuestion, prompt: string): boolean {
  const text = prompt.replaceAll('\\n', '\n').replaceAll('\\"', '"');
  if (gold) return new RegExp(gold, 'is').test(text);
  const answers = spans.length > 0 ? spans : [heading];
  return answers.some(answer => words(answer) !== '' && words(text).includes(words(answer)));
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
