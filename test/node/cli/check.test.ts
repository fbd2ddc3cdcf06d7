import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseQuestions } from '../../../src/cli/question-set.ts';
import { callCommand } from './run-command.ts';
import { dataFolder, runCommand } from './running.ts';

const QUESTIONS = join(import.meta.dirname, '../../questions');

/** Percentage of questions answered as expected, and the number of wrong answers, as measured. */
const SETS = [
  { name: 'shop', docs: join(QUESTIONS, 'shop/docs'), minRight: 80, maxWrong: 4 },
  { name: 'clinic', docs: join(QUESTIONS, 'clinic/docs'), minRight: 87, maxWrong: 3 },
  { name: 'town-hall', docs: join(QUESTIONS, 'town-hall/docs'), minRight: 81, maxWrong: 0 },
  { name: 'agent-chat', docs: join(import.meta.dirname, '../../../docs'), minRight: 69, maxWrong: 9 },
];

for (const { name, docs, minRight, maxWrong } of SETS) {
  test(`agent-chat check: the questions about ${name} are answered at least as well as before`, async t => {
    const file = join(QUESTIONS, name, 'questions.csv');
    const limits = ['--min-right', String(minRight), '--max-wrong', String(maxWrong)];
    const run = runCommand(t, ['check', file, '--docs', docs, ...limits], {});
    const code = await run.ended;
    t.diagnostic(/^\d+ questions: .*$/m.exec(run.output())?.[0] ?? run.output());
    assert.equal(code, 0, run.output());
  });
}

test('agent-chat check fails with what is wrong, and names what has changed since the last run', async () => {
  const folder = dataFolder();
  const docs = join(folder, 'docs');
  const file = join(folder, 'questions.csv');
  const save = join(folder, 'results.json');
  mkdirSync(docs);
  writeFileSync(join(docs, 'tents.md'), '# Tents\n\n## Washing\n\nWash a tent by hand.\n');
  writeFileSync(
    file,
    'question,source,words\nHow do I wash a tent?,tents.md,by hand\nWho washes the tent?,tents.md,a machine\nDo you sell boats?,,\n',
  );
  const check = async (...flags: string[]): Promise<[number | null, string]> => {
    const args = ['check', file, '--docs', docs, '--save', save, ...flags];
    const { code, stdout, stderr } = await callCommand(args, {});
    return [code, stdout + stderr];
  };
  const [failed, output] = await check();
  assert.equal(failed, 1);
  assert.match(output, /^wrong {4}Who washes the tent\? {2}\(quotes tents\.md#washing\)$/m);
  assert.match(output, /^3 questions: 2 right \(66\.7 %\), 1 wrong \(33\.3 %\), 0 refused \(0\.0 %\)\.$/m);
  assert.match(output, /^agent-chat: 1 question had a wrong answer; --max-wrong allows 0\.$/m);

  writeFileSync(join(docs, 'tents.md'), '# Tents\n\n## Washing\n\nWash a tent in a machine.\n');
  const [changed, since] = await check('--max-wrong', '1', '--min-right', '60');
  assert.equal(changed, 0);
  assert.match(since, /^changed {2}How do I wash a tent\? {2}\(right → wrong\)$/m);
  assert.match(since, /2 changed since the last run\.$/m);
  assert.match((await check('--max-wrong', '1', '--min-right', '90'))[1], /--min-right asks for 90 %/);
});

test('agent-chat check asks an agent’s own documents', async t => {
  const folder = dataFolder();
  const env = { DATA_DIR: join(folder, 'data') };
  writeFileSync(join(folder, 'tents.md'), '# Tents\n\nWash a tent by hand.\n');
  writeFileSync(join(folder, 'questions.csv'), 'question\nDo you sell boats?\n');
  assert.equal((await callCommand(['agents', 'create', '--new-workspace', 'Shop'], env)).code, 0);
  assert.equal((await callCommand(['ingest', join(folder, 'tents.md')], env)).code, 0);
  const run = runCommand(t, ['check', join(folder, 'questions.csv')], env);
  assert.equal(await run.ended, 0, run.output());
  assert.match(run.output(), /^1 question: 1 right/m);
});

test('agent-chat check names the line and the column of a fault in the file', () => {
  for (const [text, expected] of [
    ['', /q\.csv, line 1: there must be a column "question"/],
    ['frage,source\nWo?,a.md', /q\.csv, line 1: there must be a column "question"/],
    ['question,page\nWhere?,a.md', /line 1, column 2: "page" is not one of question, source, words/],
    ['question,source,words\n"Where\nis it?",a.md,\n,b.md,', /line 4, column question: is empty/],
    ['question,source,words\nHow, why?,a.md,x', /line 2, column 4: there are more cells than columns/],
    ['question\n"Where?', /line 2: a quote is never closed/],
    ['question\n', /line 2: the file has no questions/],
    ['question\nWhere\uFFFD?', /line 2: the file must be UTF-8/],
  ] as const)
    assert.throws(() => parseQuestions(text, 'q.csv'), expected, text);
  assert.deepEqual(
    parseQuestions('\uFEFFwords,question,source\r\n10,"Open, when?",a.md | b.md#c\r\n', 'q.csv'),
    [{ question: 'Open, when?', sources: ['a.md', 'b.md#c'], words: '10' }],
  );
});
