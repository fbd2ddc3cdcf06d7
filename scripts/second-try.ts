import type { Tally } from './tally.ts';

/** More files than this fail for a reason that a second try would only repeat. */
const MOST_FILES = 5;

/**
 * Runs tests, and where `TEST_RETRY` is set, the files that failed once more: what passes then failed by chance, on a
 * busy machine say, and is told in the summary without failing the run.
 *
 * @param run runs all files, or those named
 */
export async function withSecondTry(run: (files?: string[]) => Promise<Tally>): Promise<Tally> {
  const first = await run();
  const files = [...new Set(first.failures.map(({ file }) => file))].filter(file => file !== undefined);
  const known = first.failures.every(({ file }) => file !== undefined);
  if (!process.env.TEST_RETRY || !known || files.length === 0 || files.length > MOST_FILES) return first;
  console.log(`\nOnce more: ${files.join(', ')}`);
  const second = await run(files);
  if (second.failed > 0) return { ...first, failures: [...first.failures, ...second.failures] };
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    unsteady: first.failures,
  };
}
