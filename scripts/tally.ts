import { join, relative } from 'node:path';

/** What came of a suite. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** Those that failed at first and passed when their files were run again. */
  unsteady?: Failure[];
  /** Why the whole suite did not run. */
  missing?: string;
}

export interface Failure {
  /** Its file and name, or those of whatever else failed. */
  test: string;
  /** Its file, as seen from the project, where it is one that can be run again. */
  file?: string;
  error: string;
}

const ROOT = join(import.meta.dirname, '..');
const MOST_LINES = 40;
/** Of those, what an error's message may take: its place comes after it. */
const MOST_OF_MESSAGE = 30;

/** A test by its file as seen from the project and its name below those it is in, and what it failed with. */
export function failure(path: string, names: readonly string[], error: string): Failure {
  const file = relative(ROOT, path);
  return { test: [file, ...names].join(' › '), error, ...(file && { file }) };
}

/** What an error says, the first line of its stack in the project's own files, and the same of what caused it. */
export function told({ name, message, stack, cause }: Error): string {
  const plain = !name || /^(?:Assertion)?Error$/.test(name);
  const lines = [cut(plain ? message : `${name}: ${message}`, MOST_OF_MESSAGE)];
  const own = stack?.replace(message, '').split('\n').find(isOwn);
  if (own) lines.push(own.trim());
  if (cause instanceof Error) lines.push(`Caused by ${told(cause)}`);
  return lines.join('\n');
}

/** For the end of a run: the test, and under it the error in 40 lines at most. */
export function tell({ test, error }: Failure): string {
  return `✖ ${test}\n${cut(error, MOST_LINES).replaceAll(/^/gm, '    ')}`;
}

/** The first lines, and how many are missing. */
export function cut(text: string, most: number): string {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `… ${rest} more lines`].join('\n') : lines.join('\n');
}

function isOwn(line: string): boolean {
  return /\b(?:test|src|scripts|bench)\/.+:\d+/.test(line) && !/node_modules|node:internal/.test(line);
}
