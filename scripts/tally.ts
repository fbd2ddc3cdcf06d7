import { join, relative } from 'node:path';

/** The result of a suite. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** What tests report besides: how far a size is from its target, say. */
  notes?: string[];
  /** How long each file took. */
  files?: { file: string; seconds: number }[];
  /** Tests that failed at first and passed when their files ran again. */
  unsteady?: Failure[];
  /** Why the whole suite did not run. */
  missing?: string;
}

export interface Failure {
  /** File and name of the test, or of what else failed. */
  test: string;
  /** Its file, relative to the project, if it can be run again. */
  file?: string;
  error: string;
}

const ROOT = join(import.meta.dirname, '..');
const MOST_LINES = 40;
/** Lines of these for the error's message; its place follows. */
const MESSAGE_LINES = 30;

/** A failed test: its file, relative to the project, its names from the outermost suite on, and its error. */
export function failure(path: string, names: readonly string[], error: string): Failure {
  const file = relative(ROOT, path);
  return { test: [file, ...names].join(' › '), error, ...(file && { file }) };
}

/** An error's message, the first line of its stack in the project's own files, and the same for its cause. */
export function errorText({ name, message, stack, cause }: Error): string {
  const plain = !name || /^(?:Assertion)?Error$/.test(name);
  const lines = [firstLines(plain ? message : `${name}: ${message}`, MESSAGE_LINES)];
  const own = stack?.replace(message, '').split('\n').find(isOwn);
  if (own) lines.push(own.trim());
  if (cause instanceof Error) lines.push(`Caused by ${errorText(cause)}`);
  return lines.join('\n');
}

/** For the end of a run: the test, and below it the error in at most 40 lines. */
export function formatFailure({ test, error }: Failure): string {
  return `✖ ${test}\n${firstLines(error, MOST_LINES).replaceAll(/^/gm, '    ')}`;
}

/** The first lines, and how many are missing. */
export function firstLines(text: string, most: number): string {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `… ${rest} more lines`].join('\n') : lines.join('\n');
}

function isOwn(line: string): boolean {
  return /\b(?:test|src|scripts|bench)\/.+:\d+/.test(line) && !/node_modules|node:internal/.test(line);
}
