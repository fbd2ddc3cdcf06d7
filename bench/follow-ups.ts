/**
 * `npm run bench:follow-ups -- CORPUS…`: whether the topic of a conversation stays. Asks 30 questions of a corpus, each with
 * a follow-up that names nothing of it, and counts in how many prompts of the follow-up the answer to the first question
 * still is. A corpus is a folder with `docs/` and `questions.jsonl`, a question a line: `q`, `kind` and `gold` (a pattern),
 * `spans` or `heading` for its answer.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createService } from '../src/service/index.ts';
import { openAiServer } from '../test/fakes/openai-server.ts';

interface CorpusQuestion {
  q: string;
  kind: string;
  gold?: string;
  spans?: string[];
  heading?: string;
}

const KEY = 'ac_bench-key-of-the-service';
/** Percent. */
const BAR = 90;
/** Milliseconds between questions: a key may send 200 a minute. */
const PACE_MS = 320;
const FOLLOW_UPS =
  'and on Windows?|How long does it take?|and on my phone?|Is it free?|Why?|What about Linux?|and in Germany?|Does it work for everybody?|Can I undo it?|Where do I find that?|and without an account?|How much is it?|and on an iPad?|Is that safe?|What if it fails?|and for a team?|Who can see it?|and by email?|Since when?|How do I turn it off?|And then?|Is there another way?|and if I forgot it?|Can somebody else do it?|and in Firefox?|How often?|and offline?|Which one is better?|Does this cost anything?|what about mobile?'.split(
    '|',
  );

for (const corpus of process.argv.slice(2)) {
  const kept = await measure(corpus);
  const all = FOLLOW_UPS.length;
  console.log(`${basename(corpus)}: ${kept} of ${all} follow-ups (bar ${BAR} %)`);
  if (kept < (all * BAR) / 100) process.exitCode = 1;
}

async function measure(corpus: string): Promise<number> {
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
    let kept = 0;
    for (const [i, question] of pick(corpus).entries()) {
      await ask(FOLLOW_UPS[i]!, await ask(question.q));
      const { messages } = provider.seen.at(-1)!.body;
      // The turns before have the first question and the stand-in's answer, which says nothing.
      if (hasAnswer(question, messages.at(-1)!.content)) kept++;
      else console.log(`  missing: ${question.q} | ${FOLLOW_UPS[i]}`);
    }
    return kept;
  } finally {
    await service.close({ graceMs: 0 });
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many questions with an answer as there are follow-ups, from all over the corpus. */
function pick(corpus: string): CorpusQuestion[] {
  const lines = readFileSync(join(corpus, 'questions.jsonl'), 'utf8').trim().split('\n');
  const questions = lines.map(line => JSON.parse(line) as CorpusQuestion);
  const answerable = questions.filter(({ kind }) => kind === 'answerable');
  const step = Math.max(1, answerable.length / FOLLOW_UPS.length);
  return FOLLOW_UPS.map((_, i) => answerable[Math.floor(i * step) % answerable.length]!);
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
