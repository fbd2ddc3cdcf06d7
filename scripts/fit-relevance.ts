/**
 * Fits the weights of `src/service/knowledge/search/relevance.ts`, and says how well they hold on documents that they
 * were not fitted on:
 *
 *   node scripts/fit-relevance.ts CORPUS...
 *
 * A corpus is a folder with `docs/` (or a file `docs.txt` that names the folder) and questions: `questions.csv`, as for
 * `agent-chat check`, or `questions.jsonl` with an object a line: `q`, `kind` ("answerable" or anything else), and what
 * an answer has: `spans` (one of these texts), `gold` (a pattern) or `heading` and `answer`. Corpora with the same text
 * in several languages are named together: `a+b` is left out as one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { judge, readQuestions } from '../src/cli/question-set.ts';
import { headline } from '../src/service/answerers/citations.ts';
import { excerpt } from '../src/service/answerers/excerpt.ts';
import { topicsOf } from '../src/service/answerers/topics.ts';
import { createService } from '../src/service/index.ts';
import { PassageStore } from '../src/service/knowledge/index/passage-store.ts';
import { type Evidence, FOUND_FLOOR, type Rated } from '../src/service/knowledge/search/relevance.ts';
import { findPassages } from '../src/service/knowledge/search/search.ts';
import { openDatabase } from '../src/service/storage/open-database.ts';

const NAMES = [
  'score',
  'margin',
  'found',
  'missing',
  'similar',
  'heading',
  'nearness',
] as const satisfies readonly (keyof Evidence)[];
const RIDGE = 1e-3;
const ITERATIONS = 30;
const QUOTED_LENGTH = 1200;

interface AskedQuestion {
  text: string;
  isAnswerable: boolean;
  isAnswer(passage: Rated, path: string): boolean;
}

interface Sample {
  values: readonly number[];
  isAnswer: boolean;
}

interface Result {
  isAnswerable: boolean;
  /** Of the passages found, the most relevant first by BM25. */
  samples: readonly Sample[];
}

interface Corpus {
  name: string;
  fold: string;
  results: readonly Result[];
}

const corpora: Corpus[] = [];
for (const fold of process.argv.slice(2))
  for (const folder of fold.split('+'))
    corpora.push({ name: basename(folder), fold, results: await ask(folder) });
if (corpora.length === 0) throw new Error('Name folders with docs/ and questions.csv or questions.jsonl.');

const weights = fit(corpora);
console.log(`fitted on all: intercept ${weights[0]!.toFixed(2)}, ${named(weights)}`);
console.log('corpus           right  wrong  refused  false   (fitted on all | fitted on the others)');
for (const corpus of corpora) {
  const others = corpora.filter(({ fold }) => fold !== corpus.fold);
  const held = others.length > 0 ? report(corpus, fit(others)) : '–';
  console.log(`${corpus.name.padEnd(15)} ${report(corpus, weights)} | ${held}`);
}

function named(fitted: readonly number[]): string {
  return NAMES.map((name, i) => `${name} ${fitted[i + 1]!.toFixed(2)}`).join(', ');
}

async function ask(folder: string): Promise<Result[]> {
  const pointer = join(folder, 'docs.txt');
  const docs = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, 'docs');
  const dataDir = mkdtempSync(join(tmpdir(), 'fit-relevance-'));
  const service = await createService({ dataDir, docsDirs: [docs] });
  const { agentId } = await service.firstRun();
  await service.documentsRead();
  await service.close({ graceMs: 0 });
  const { database, engine } = await openDatabase({ dataDir });
  const store = new PassageStore(database, engine);
  const results: Result[] = [];
  for (const question of await questionsOf(folder)) {
    const rated = await findPassages(store, agentId, topicsOf([{ role: 'user', text: question.text }]));
    const paths = await store.paths(rated.map(({ passage }) => passage.documentId));
    results.push({
      isAnswerable: question.isAnswerable,
      samples: rated.map(one => ({
        values: valuesOf(one.evidence),
        isAnswer: question.isAnswerable && question.isAnswer(one, paths.get(one.passage.documentId) ?? ''),
      })),
    });
  }
  await database.destroy();
  rmSync(dataDir, { recursive: true, force: true });
  return results;
}

async function questionsOf(folder: string): Promise<AskedQuestion[]> {
  const textOf = ({ passage, held }: Rated): string =>
    `${headline(passage)}\n\n${excerpt(passage, held, QUOTED_LENGTH)}`;
  const csv = join(folder, 'questions.csv');
  if (existsSync(csv))
    return (await readQuestions(csv)).map(asked => ({
      text: asked.question,
      isAnswerable: asked.sources.length > 0 || asked.words !== '',
      isAnswer: (rated, path) => {
        const sources = [{ title: '', path, anchor: rated.passage.anchor }];
        return judge(asked, { text: textOf(rated), sources }) === 'right';
      },
    }));
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trim().split('\n');
  return lines.map(line => {
    const { q, kind, gold, spans, heading, answer } = JSON.parse(line) as {
      q: string;
      kind: string;
      gold?: string;
      spans?: string[];
      heading?: string;
      answer?: string;
    };
    const wanted = spans?.length
      ? spans
      : [heading, answer?.slice(0, 120)].filter(text => text !== undefined);
    return {
      text: q,
      isAnswerable: kind === 'answerable',
      isAnswer: rated => {
        const text = textOf(rated);
        if (gold) return new RegExp(gold, 'is').test(text);
        return wanted.some(each => words(each) !== '' && words(text).includes(words(each)));
      },
    };
  });
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** As `relevanceOf` has them. */
function valuesOf(evidence: Evidence): number[] {
  return NAMES.map(name => (name === 'found' ? Math.log(FOUND_FLOOR + evidence.found) : evidence[name]));
}

/** Logistic regression with a small ridge by Newton's method. Each corpus weighs the same. */
function fit(from: readonly Corpus[]): number[] {
  const rows = from.flatMap(({ results }) =>
    results.flatMap(({ samples }) =>
      samples.map(({ values, isAnswer }) => ({
        x: [1, ...values],
        y: isAnswer ? 1 : 0,
        w: 1 / results.length / from.length,
      })),
    ),
  );
  const size = NAMES.length + 1;
  let b = Array.from({ length: size }, () => 0);
  for (let round = 0; round < ITERATIONS; round++) {
    const gradient = b.map((value, i) => (i === 0 ? 0 : -RIDGE * value));
    const hessian = b.map((_, i) => b.map((__, j) => (i === j && i > 0 ? RIDGE : 0)));
    for (const { x, y, w } of rows) {
      const p = 1 / (1 + Math.exp(-dot(b, x)));
      for (let i = 0; i < size; i++) {
        gradient[i]! += w * (y - p) * x[i]!;
        for (let j = 0; j < size; j++) hessian[i]![j]! += w * p * (1 - p) * x[i]! * x[j]!;
      }
    }
    const step = solve(hessian, gradient);
    b = b.map((value, i) => value + step[i]!);
  }
  return b;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * b[i]!, 0);
}

/** Solves a small system of linear equations by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]!) > Math.abs(best[i]!) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[i]! / pivot[i]!;
      for (let j = i; j < row.length; j++) row[j]! -= factor * pivot[j]!;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

/** What would be quoted with these weights, in percent of the questions with and without an answer. */
function report({ results }: Corpus, fitted: readonly number[]): string {
  const best = results.map(({ isAnswerable, samples }) => {
    const rated = samples.map(sample => ({ ...sample, odds: dot(fitted, [1, ...sample.values]) }));
    const [top] = rated.sort((a, b) => b.odds - a.odds);
    return { isAnswerable, isQuoted: top !== undefined && top.odds >= 0, isAnswer: top?.isAnswer ?? false };
  });
  const answerable = best.filter(({ isAnswerable }) => isAnswerable);
  const others = best.filter(({ isAnswerable }) => !isAnswerable);
  const percent = (some: readonly unknown[], all: readonly unknown[]): string =>
    (all.length > 0 ? ((100 * some.length) / all.length).toFixed(1) : '–').padStart(5);
  const quoted = answerable.filter(({ isQuoted }) => isQuoted);
  return [
    percent(
      quoted.filter(({ isAnswer }) => isAnswer),
      answerable,
    ),
    percent(
      quoted.filter(({ isAnswer }) => !isAnswer),
      answerable,
    ),
    percent(
      answerable.filter(({ isQuoted }) => !isQuoted),
      answerable,
    ),
    percent(
      others.filter(({ isQuoted }) => isQuoted),
      others,
    ),
  ].join('  ');
}
