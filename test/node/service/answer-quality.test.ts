import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startPostgres, type TestServer, withoutPostgres } from '../../../scripts/servers.ts';
import { isCitationPart, textOf } from '../../../src/protocol/message.ts';
import { freshDatabase } from './engines.ts';
import { type Harness, startService } from './harness.ts';
import { QUESTIONS as GUESTHOUSE } from './questions/about-a-guesthouse.ts';
import { QUESTIONS as LIBRARY } from './questions/about-a-library.ts';
import { QUESTIONS as SHOP } from './questions/about-a-shop.ts';
import { BUSINESSES } from './questions/about-businesses.ts';
import { QUESTIONS as SERVICES } from './questions/about-services.ts';
import { QUESTIONS as PROJECT } from './questions/about-the-project.ts';
import { QUESTIONS as PLAIN } from './questions/in-plain-words.ts';
import type { VisitorQuestion } from './questions/visitor-question.ts';
import { openTables } from './tables.ts';

/**
 * How many of a set of questions are answered well: from the right place, with the word that was asked for, and not at
 * all where the documents have no answer. Most of these questions use other words than the documents, so that none of the
 * sets is answered in full. A change in how passages are found is measured here and with `agent-chat check`.
 */
const SETS = [
  { name: 'this project', docs: '../../../docs', questions: PROJECT, right: 70, invented: 1 },
  { name: 'this project, in plain words', docs: '../../../docs', questions: PLAIN, right: 41, invented: 0 },
  { name: 'a shop', docs: 'questions/shop', questions: SHOP, right: 46, invented: 1 },
  { name: 'a guesthouse', docs: 'questions/guesthouse', questions: GUESTHOUSE, right: 23, invented: 1 },
  { name: 'a clinic and an app', docs: 'questions/clinic', questions: SERVICES, right: 34, invented: 0 },
  { name: 'a library', docs: 'questions/library', questions: LIBRARY, right: 27, invented: 1 },
  ...BUSINESSES.map(set => ({ ...set, docs: `questions/businesses/${set.name}` })),
];

/** The share of questions that the two engines may answer from different passages. */
const ENGINES_DIFFER = 0.02;

interface Outcome {
  question: string;
  urls: string[];
  verdict: 'right' | 'wrong' | 'missed' | 'invented';
}

describe('visitors’ questions are answered from the documents, on either engine', () => {
  let server: TestServer | undefined;
  before(async () => {
    if (!withoutPostgres()) server = await startPostgres();
  });
  after(() => server?.stop());

  for (const { name, docs, questions, right, invented } of SETS) {
    const docsDir = join(import.meta.dirname, docs);
    let onSqlite: Outcome[] = [];

    test(`${name}, on SQLite`, async t => {
      onSqlite = await askAll(questions, docsDir);
      const count = (verdict: Outcome['verdict']): number =>
        onSqlite.filter(outcome => outcome.verdict === verdict).length;
      const others = onSqlite.filter(outcome => outcome.verdict !== 'right');
      const report = others.map(({ verdict, question, urls }) => `${verdict}: ${question} ${urls.join(' ')}`);
      t.diagnostic(`${count('right')} of ${questions.length} right, ${count('missed')} missed`);
      assert.ok(count('right') >= right, `${count('right')} right\n${report.join('\n')}`);
      assert.ok(count('invented') <= invented, report.join('\n'));
    });

    test(`${name}, on PostgreSQL`, { skip: withoutPostgres() }, async () => {
      const onPostgres = await askAll(questions, docsDir, await freshDatabase(server!.url));
      const others = onPostgres.filter((outcome, i) => outcome.urls[0] !== onSqlite[i]!.urls[0]);
      // The engines differ in which of many passages with a common word they look at.
      assert.ok(others.length <= questions.length * ENGINES_DIFFER, JSON.stringify(others));
    });
  }
});

async function askAll(
  questions: readonly VisitorQuestion[],
  docsDir: string,
  databaseUrl?: string,
): Promise<Outcome[]> {
  const harness = await startService({ docsDirs: [docsDir], databaseUrl });
  rmSync(harness.docs, { recursive: true, force: true });
  try {
    await openTables(harness, tables =>
      tables.updateTable('plans').set({ requests_per_minute: 100_000 }).execute(),
    );
    const outcomes: Outcome[] = [];
    for (const question of questions) outcomes.push(await judge(harness, question));
    return outcomes;
  } finally {
    await harness.end();
  }
}

async function judge(harness: Harness, [question, place, says, before]: VisitorQuestion): Promise<Outcome> {
  const id = before && (await harness.ask(before)).metadata.conversationId;
  const { parts } = await harness.ask(question, id);
  const urls = parts.filter(isCitationPart).map(({ url = '' }) => decodeURIComponent(url));
  const isRight = place?.test(urls[0] ?? '') && (says?.test(textOf(parts)) ?? true);
  const answered = isRight ? 'right' : 'wrong';
  const silent = place ? 'missed' : 'right';
  const verdict = urls.length === 0 ? silent : place ? answered : 'invented';
  return { question, urls, verdict };
}
