import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { errorText, failure, type Tally } from './tally.ts';

const LAST_LINES = 30;

/** The error in which Node wraps a failure. */
interface Wrapped {
  failureType?: string;
  /** Set for a file that ended without a failing test. */
  exitCode?: number | null;
  cause?: unknown;
}

/** Writes how many of Node's tests passed, failed and were skipped, and why, as JSON for the summary of `npm test`. */
export default async function* nodeTallyReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const notes: string[] = [];
  const files: NonNullable<Tally['files']> = [];
  const names: string[] = [];
  const printed = new Map<string, string>();
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.file !== undefined) {
      notes.push(data.message);
    } else if (type === 'test:start') {
      names.splice(data.nesting, names.length, data.name);
    } else if (type === 'test:stderr') {
      printed.set(data.file, (printed.get(data.file) ?? '') + data.message);
    } else if (type === 'test:fail' && data.todo === undefined) {
      const { failureType, exitCode, cause } = data.details.error as Wrapped;
      if (failureType === 'subtestsFailed') continue;
      const file = data.file ?? '';
      const error = cause instanceof Error ? errorText(cause) : String(cause);
      if (exitCode === undefined) {
        const path = [...names.slice(0, data.nesting), data.name];
        tally.failures.push(failure(file, path, error));
      } else {
        const last = (printed.get(data.name) ?? '').trimEnd().split('\n').slice(-LAST_LINES);
        tally.failures.push(failure(file, [], [error, ...last].join('\n')));
      }
    } else if (type === 'test:summary' && data.file !== undefined) {
      files.push({ file: relative(process.cwd(), data.file), seconds: data.duration_ms / 1000 });
    } else if (type === 'test:summary') {
      const { tests, passed, skipped, todo } = data.counts;
      const left = skipped + todo;
      Object.assign(tally, { passed, failed: tests - passed - left, skipped: left });
    }
  }
  yield JSON.stringify({ ...tally, notes, files });
}
