import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Management, QuotedReply } from '../../service/index.ts';
import type { Command } from '../command.ts';
import { counted, sanitizeLine } from '../output.ts';
import { type CheckedQuestion, judge, readQuestions, type Verdict } from '../question-set.ts';
import { agentOf, openService, STORE_VARIABLES, withStore } from '../service-store.ts';
import { UsageError } from '../variables.ts';

const SOURCES_SHOWN = 3;

interface Outcome {
  asked: CheckedQuestion;
  verdict: Verdict;
  sources: QuotedReply['sources'];
}

/** `agent-chat check`: asks a set of questions and says which are answered as expected. */
export const check: Command = {
  name: 'check',
  summary: 'Asks questions of a CSV file and says which are answered as expected, without a model.',
  operands: '<questions.csv>',
  details: `The columns are question, source (a part of the path of the document that must be quoted; several are separated
by |) and words (which the reply must contain). Where source and words are empty, nothing should be found.
The exit code is 1 if more questions have a wrong answer, or fewer a right one, than the flags allow. For example:
  agent-chat check questions.csv --docs ./handbook --min-right 80 --save results.json`,
  variables: STORE_VARIABLES,
  flags: {
    agent: 'Id of the agent (the only one).',
    docs: 'Folder to read and ask instead of the documents of an agent; needs no store.',
    'min-right': 'Percentage of questions that must be right (0).',
    'max-wrong': 'Number of questions that may have a wrong answer (0).',
    save: 'File of results: says what has changed since the last run, and stores this one.',
  },
  async run({ variables, flags, operands, print }) {
    const [file, ...others] = operands;
    if (!file || others.length > 0) throw new UsageError('Name one file: agent-chat check <questions.csv>.');
    if (flags.docs !== undefined && flags.agent !== undefined)
      throw new UsageError('Give either --docs or --agent, not both.');
    const minRight = numberOf(flags['min-right'], 0, '--min-right', 100);
    const maxWrong = numberOf(flags['max-wrong'], 0, '--max-wrong', Number.MAX_SAFE_INTEGER);
    const questions = await readQuestions(file);
    const before = flags.save === undefined ? undefined : await readResults(flags.save);
    const askAll = async (management: Management, agentId: string): Promise<Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (const asked of questions) {
        const reply = await management.ask(agentId, asked.question);
        outcomes.push({ asked, verdict: judge(asked, reply), sources: reply.sources });
      }
      return outcomes;
    };
    const outcomes =
      flags.docs === undefined
        ? await withStore(variables, async management =>
            askAll(management, await agentOf(management, flags.agent)),
          )
        : await withFolder(flags.docs, askAll);
    for (const line of report(outcomes, before)) print(line);
    if (flags.save !== undefined) await saveResults(flags.save, outcomes);
    const wrong = count(outcomes, 'wrong');
    const right = (100 * count(outcomes, 'right')) / outcomes.length;
    if (wrong > maxWrong)
      throw new UsageError(
        `${counted(wrong, 'question')} had a wrong answer; --max-wrong allows ${maxWrong}.`,
      );
    if (right < minRight)
      throw new UsageError(
        `${right.toFixed(1)} % of the answers were right; --min-right asks for ${minRight} %.`,
      );
  },
};

/** Reads a folder into a store that exists only meanwhile. */
async function withFolder<T>(
  folder: string,
  use: (management: Management, agentId: string) => Promise<T>,
): Promise<T> {
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--docs: ${folder} is not a folder.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-chat-check-'));
  try {
    const service = await openService({ dataDir, docsDirs: [] }, {});
    try {
      const { agentId } = await service.firstRun();
      const { read, failed } = await service.management.ingest({ agentId, source: folder });
      if (read === 0)
        throw new UsageError(
          `--docs: no document could be read from ${folder}.${failed[0] ? ` ${sanitizeLine(failed[0].path)} ${failed[0].reason}.` : ''}`,
        );
      return await use(service.management, agentId);
    } finally {
      await service.close({ graceMs: 0 });
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function report(outcomes: readonly Outcome[], before: ReadonlyMap<string, Verdict> | undefined): string[] {
  const failures = outcomes
    .filter(({ verdict }) => verdict !== 'right')
    .map(({ asked, verdict, sources }) => {
      const quoted = sources
        .slice(0, SOURCES_SHOWN)
        .map(({ path, anchor }) => (anchor ? `${path}#${anchor}` : path));
      const place = quoted.length > 0 ? `  (quotes ${sanitizeLine(quoted.join(', '))})` : '';
      return `${verdict.padEnd(7)}  ${sanitizeLine(asked.question)}${place}`;
    });
  const changed = outcomes.flatMap(({ asked, verdict }) => {
    const last = before?.get(asked.question);
    return last && last !== verdict ? `changed  ${sanitizeLine(asked.question)}  (${last} → ${verdict})` : [];
  });
  const figure = (verdict: Verdict): string =>
    `${count(outcomes, verdict)} ${verdict} (${((100 * count(outcomes, verdict)) / outcomes.length).toFixed(1)} %)`;
  const since = before ? `, ${changed.length} changed since the last run` : '';
  return [
    ...failures,
    ...changed,
    `${counted(outcomes.length, 'question')}: ${figure('right')}, ${figure('wrong')}, ${figure('refused')}${since}.`,
  ];
}

function count(outcomes: readonly Outcome[], wanted: Verdict): number {
  return outcomes.filter(({ verdict }) => verdict === wanted).length;
}

function numberOf(given: string | undefined, fallback: number, flag: string, max: number): number {
  if (given === undefined) return fallback;
  const number = Number(given);
  if (given.trim() === '' || !(number >= 0 && number <= max))
    throw new UsageError(`${flag} must be a number from 0${max === 100 ? ' to 100' : ''}.`);
  return number;
}

/** The verdicts of the last run by question; undefined before the first. */
async function readResults(path: string): Promise<Map<string, Verdict> | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, Verdict>));
  } catch {
    throw new UsageError(`${path} is not a file of results. Name another with --save.`);
  }
}

async function saveResults(path: string, outcomes: readonly Outcome[]): Promise<void> {
  const verdicts = Object.fromEntries(outcomes.map(({ asked, verdict }) => [asked.question, verdict]));
  await writeFile(path, `${JSON.stringify(verdicts, null, 2)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written (${error.code}).`);
  });
}
