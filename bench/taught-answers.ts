/**
 * `node bench/taught-answers.ts CORPORA`: whether taught answers are found. CORPORA is a folder with the corpora `xquad-en`,
 * `xquad-de`, `chatwoot` and `stackfaq-pages`, each with `docs/` and `questions.jsonl`, a question a line: `id`, `q`, `kind`, `doc`,
 * `heading` and `spans`. Teaches 50 of their questions and asks each in five other ways (`bench/paraphrases.json`), then 500
 * questions about something else, and reports what other people's rephrasings of the FAQ find.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../src/protocol/settings.ts';
import { parseTaughtAnswer } from '../src/protocol/taught-answer-input.ts';
import { createService } from '../src/service/index.ts';
import { PassageStore } from '../src/service/knowledge/index/passage-store.ts';
import { openDatabase } from '../src/service/storage/open-database.ts';
import { createAnswer } from '../src/service/storage/taught-answers.ts';
import { answers } from '../src/service/taught/answer-index.ts';
import { TaughtAnswers } from '../src/service/taught/taught-answers.ts';

interface CorpusQuestion {
  id: string;
  q: string;
  kind: 'answerable' | 'near' | 'far';
  doc: string;
  heading?: string;
  spans?: string[];
}
interface Pair {
  question: string;
  answer: string;
  ways: readonly string[];
}
interface Result {
  hit: number;
  wrong: number;
  offered: number;
}

/** Percent. */
const BARS = { hit: 90, caught: 1 };
const UNRELATED = 500;
const OTHER_WAYS = 2;

const corpora = process.argv[2];
if (!corpora) throw new Error('usage: node bench/taught-answers.ts CORPORA');

const questionsOf = (corpus: string): CorpusQuestion[] =>
  readFileSync(join(corpora, corpus, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as CorpusQuestion);
const encyclopedia = questionsOf('xquad-en');
const tool = questionsOf('chatwoot');
const faq = questionsOf('stackfaq-pages');

const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'paraphrases.json'), 'utf8')) as {
  corpus: string;
  question: string;
  ways: string[];
}[];
const pairs = listed.map(({ corpus, question, ways }): Pair => {
  if (corpus === 'stackfaq-pages') return { ...faqEntry(question), ways };
  const found = [...encyclopedia, ...tool].find(({ id }) => id === question)!;
  return { question: found.q, answer: found.spans?.[0] ?? 'See the guide.', ways };
});
const taughtDocs = new Set(
  encyclopedia.filter(({ q }) => pairs.some(pair => pair.question === q)).map(docOf),
);
const unrelated = [
  ...encyclopedia.filter(({ kind }) => kind === 'far'),
  ...tool.filter(({ kind }) => kind === 'far'),
  ...encyclopedia.filter(one => one.kind !== 'far' && !taughtDocs.has(docOf(one))),
  ...questionsOf('xquad-de').filter(({ kind }) => kind === 'far'),
]
  .map(({ q }) => q)
  .slice(0, UNRELATED);
const sameArticles = encyclopedia
  .filter(one => one.kind !== 'far' && taughtDocs.has(docOf(one)))
  .map(({ q }) => q)
  .filter(q => !pairs.some(({ question }) => question === q));

const entries = Map.groupBy(
  faq.filter(({ kind }) => kind === 'answerable'),
  docOf,
);
const rephrased = [...entries].map(
  ([doc, asked]): Pair => ({ ...faqEntry(doc), ways: asked.map(({ q }) => q) }),
);
const leftOut = faq.filter(({ kind }) => kind === 'far').map(({ q }) => q);

console.log('| taught | documents | asked | given | another given | offered |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const docs of [[], ['xquad-en', 'chatwoot', 'stackfaq-pages']]) {
  await withAgent(docs, pairs, async (agent, documents) => {
    const hit = report(`50 | ${documents} | five other ways each`, await agent.askAll(pairs), 250);
    if (hit.hit < BARS.hit) process.exitCode = 1;
    const caught = report(`50 | ${documents} | ${unrelated.length} unrelated`, await agent.ask(unrelated));
    if (caught.wrong > BARS.caught || unrelated.length < UNRELATED) process.exitCode = 1;
    report(
      `50 | ${documents} | ${sameArticles.length} others on the same articles`,
      await agent.ask(sameArticles),
    );
  });
}
for (const docs of [[], ['stackfaq-pages']]) {
  await withAgent(docs, rephrased, async (agent, documents) => {
    report(`100 of an FAQ | ${documents} | 600 rephrased by other people`, await agent.askAll(rephrased));
    report(`100 of an FAQ | ${documents} | 249 near ones, not taught`, await agent.ask(leftOut));
  });
  const withWays = rephrased.map(({ ways, ...pair }) => ({
    ...pair,
    otherWays: ways.slice(0, OTHER_WAYS),
    ways: ways.slice(OTHER_WAYS),
  }));
  await withAgent(docs, withWays, async (agent, documents) => {
    report(
      `the same with ${OTHER_WAYS} other ways each | ${documents} | the other 400`,
      await agent.askAll(withWays),
    );
    report(
      `the same with ${OTHER_WAYS} other ways each | ${documents} | 249 near ones, not taught`,
      await agent.ask(leftOut),
    );
  });
}

function docOf({ doc, id }: CorpusQuestion): string {
  return doc ?? id;
}

function faqEntry(doc: string): { question: string; answer: string } {
  const [title = '', ...text] = readFileSync(join(corpora!, 'stackfaq-pages/docs', doc), 'utf8').split('\n');
  const answer = text.join('\n').trim().slice(0, 9000);
  return { question: title.replace(/^# |\s*\[closed\]$/g, ''), answer: answer || 'See the page.' };
}

function report(what: string, { hit, wrong, offered }: Result, of = 0): Result {
  const percent = (value: number): string => `${value.toFixed(1)} %`;
  console.log(`| ${what} | ${percent(hit)} | ${percent(wrong)} | ${percent(offered)} |`);
  if (of > 0 && hit < BARS.hit) console.log(`the bar is ${BARS.hit} % of ${of}`);
  return { hit, wrong, offered };
}

async function withAgent(
  docs: readonly string[],
  taught: readonly (Omit<Pair, 'ways'> & { otherWays?: readonly string[] })[],
  measure: (
    agent: { askAll(all: readonly Pair[]): Promise<Result>; ask(all: readonly string[]): Promise<Result> },
    documents: string,
  ) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-chat-bench-'));
  const service = await createService({ dataDir: folder });
  const { agentId } = await service.firstRun();
  for (const corpus of docs)
    await service.management.ingest({ agentId, source: join(corpora!, corpus, 'docs') });
  const { database, engine } = await openDatabase({ dataDir: folder });
  try {
    const ids = new Map<string, string>();
    for (const { question, answer, otherWays } of taught) {
      const input = parseTaughtAnswer({ question, answer, otherWays });
      ids.set(question, (await createAnswer(database, agentId, input)).id);
    }
    const found = new TaughtAnswers(database, new PassageStore(database, engine));
    const count = async (asked: readonly { text: string; meant?: string | undefined }[]): Promise<Result> => {
      const result = { hit: 0, wrong: 0, offered: 0 };
      for (const { text, meant } of asked) {
        const match = await found.find(agentId, [{ role: 'user', text }], defaultSettings());
        if (!match) continue;
        if (!answers(match)) result.offered++;
        else if (match.answer.id === meant) result.hit++;
        else result.wrong++;
      }
      const share = (value: number): number => (100 * value) / asked.length;
      return { hit: share(result.hit), wrong: share(result.wrong), offered: share(result.offered) };
    };
    await measure(
      {
        askAll: all =>
          count(all.flatMap(({ question, ways }) => ways.map(text => ({ text, meant: ids.get(question) })))),
        ask: all => count(all.map(text => ({ text }))),
      },
      docs.length > 0 ? 'the corpora' : 'none',
    );
  } finally {
    await database.destroy();
    await service.close({ graceMs: 0 });
    rmSync(folder, { recursive: true, force: true });
  }
}
