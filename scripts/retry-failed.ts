import type { Tally } from './tally.ts';

/** If more files than this fail, a second run would only repeat it. */
const MOST_FILES = 5;

/**
 * Runs tests. With `TEST_RETRY`, failed files run a second time: a test that passes then failed by chance, for
 * instance on a busy machine. The summary lists it, and the run does not fail.
 *
 * @param run runs all files, or the given ones
 */
export async function retryFailed(run: (files?: string[]) => Promise<Tally>): Promise<Tally> {
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
