import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { QuotedReply } from '../service/index.ts';
import { UsageError } from './variables.ts';

/** A question, and what a good answer to it is. */
export interface CheckedQuestion {
  question: string;
  /** Documents of which one must be quoted; empty: any. */
  sources: readonly string[];
  /** What the reply must contain; empty: anything. Without sources and words, nothing must be found. */
  words: string;
}

/**
 * - `right`: quotes the named source with the named words, or nothing where nothing should be found
 * - `wrong`: quotes something else
 * - `refused`: quotes nothing although there is an answer
 */
export type Verdict = 'right' | 'wrong' | 'refused';

const COLUMNS = ['question', 'source', 'words'] as const;
const QUESTION_MAX = 2000;

/**
 * Reads a CSV file with the columns `question`, `source` and `words`, in any order; the last two may be missing. Several
 * sources are separated by `|`.
 * @throws UsageError naming the line and the column
 */
export async function readQuestions(path: string): Promise<CheckedQuestion[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  return parseQuestions(bytes.toString('utf8'), path);
}

/** @param name the file's name in errors. @throws UsageError naming the line and the column */
export function parseQuestions(text: string, name: string): CheckedQuestion[] {
  const fail = (line: number, problem: string): never => {
    throw new UsageError(`${name}, line ${line}${problem}`);
  };
  if (text.includes('\uFFFD')) fail(lineOf(text, text.indexOf('\uFFFD')), ': the file must be UTF-8.');
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''));
  const lines = startLines(data);
  const [fault] = errors.filter(({ type }) => type === 'Quotes');
  if (fault)
    fail(lines[fault.row ?? 0] ?? 1, ': a quote is never closed, or is closed before its cell ends.');
  const [header = [], ...rows] = data;
  const names = header.map(cell => cell.trim().toLowerCase());
  const unknown = names.findIndex(column => !(COLUMNS as readonly string[]).includes(column));
  if (!names.includes('question'))
    fail(1, ': there must be a column "question"; "source" and "words" may follow.');
  if (unknown >= 0)
    fail(1, `, column ${unknown + 1}: "${header[unknown]}" is not one of ${COLUMNS.join(', ')}.`);
  const questions: CheckedQuestion[] = [];
  for (const [i, cells] of rows.entries()) {
    if (cells.every(cell => cell.trim() === '')) continue;
    const line = lines[i + 1]!;
    const cellOf = (column: (typeof COLUMNS)[number]): string => cells[names.indexOf(column)]?.trim() ?? '';
    if (cells.length > names.length)
      fail(
        line,
        `, column ${names.length + 1}: there are more cells than columns. Quote cells that contain a comma.`,
      );
    const question = cellOf('question');
    if (question === '') fail(line, ', column question: is empty.');
    if ([...question].length > QUESTION_MAX)
      fail(line, `, column question: has more than ${QUESTION_MAX} characters.`);
    const sources = cellOf('source')
      .split('|')
      .map(source => source.trim())
      .filter(source => source !== '');
    questions.push({ question, sources, words: cellOf('words') });
  }
  if (questions.length === 0) fail(lines.length, ': the file has no questions.');
  return questions;
}

export function judge({ sources, words }: CheckedQuestion, reply: QuotedReply): Verdict {
  const expectsNothing = sources.length === 0 && words === '';
  if (reply.sources.length === 0) return expectsNothing ? 'right' : 'refused';
  if (expectsNothing) return 'wrong';
  const places = reply.sources.map(({ path, anchor }) => plain(`${path}#${anchor}`));
  const isFromSource =
    sources.length === 0 || sources.some(source => places.some(place => place.includes(plain(source))));
  return isFromSource && plain(reply.text).includes(plain(words)) ? 'right' : 'wrong';
}

/** Case, white space and emphasis do not matter. */
function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[*_`]/g, '').replace(/\s+/g, ' ');
}

/** The line of the file that each row begins on; a quoted cell may have several lines. */
function startLines(rows: readonly (readonly string[])[]): number[] {
  let line = 1;
  return rows.map(cells => {
    const first = line;
    line += 1 + cells.join('').split('\n').length - 1;
    return first;
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
