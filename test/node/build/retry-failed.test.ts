import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { retryFailed } from '../../../scripts/retry-failed.ts';
import { failure, type Tally } from '../../../scripts/tally.ts';

const { TEST_RETRY } = process.env;
afterEach(() => {
  process.env.TEST_RETRY = TEST_RETRY;
  if (TEST_RETRY === undefined) delete process.env.TEST_RETRY;
});

const passed: Tally = { passed: 3, failed: 0, skipped: 0, failures: [] };

function failedIn(...files: string[]): Tally {
  return {
    passed: 9,
    failed: files.length,
    skipped: 1,
    failures: files.map(file => failure(file, ['waits'], 'late')),
  };
}

/** Runs with these outcomes, and says what was run. */
async function tried(...outcomes: Tally[]): Promise<{ tally: Tally; runs: (string[] | undefined)[] }> {
  const runs: (string[] | undefined)[] = [];
  const tally = await retryFailed(async files => {
    runs.push(files);
    return outcomes[runs.length - 1]!;
  });
  return { tally, runs };
}

test('a test that fails by chance is run again, alone, and named', async () => {
  process.env.TEST_RETRY = '1';
  const { tally, runs } = await tried(failedIn('test/a.test.ts', 'test/a.test.ts'), passed);
  assert.deepEqual(runs, [undefined, ['test/a.test.ts']]);
  assert.deepEqual([tally.passed, tally.failed, tally.skipped, tally.failures], [11, 0, 1, []]);
  assert.deepEqual(
    tally.unsteady?.map(({ test }) => test),
    ['test/a.test.ts › waits', 'test/a.test.ts › waits'],
  );
});

test('a test that fails twice has failed, with both errors', async () => {
  process.env.TEST_RETRY = '1';
  const { tally } = await tried(failedIn('test/a.test.ts'), failedIn('test/a.test.ts'));
  assert.deepEqual([tally.passed, tally.failed, tally.failures.length, tally.unsteady], [9, 1, 2, undefined]);
});

test('nothing runs twice unless asked for, nor if many tests fail or the file is unknown', async () => {
  delete process.env.TEST_RETRY;
  assert.equal((await tried(failedIn('test/a.test.ts'))).tally.failed, 1);
  process.env.TEST_RETRY = '1';
  const many = failedIn(...['a', 'b', 'c', 'd', 'e', 'f'].map(name => `test/${name}.test.ts`));
  assert.equal((await tried(many)).tally.failed, 6);
  const dead: Tally = { ...passed, failed: 1, failures: [{ test: 'node', error: 'ended with 1' }] };
  assert.equal((await tried(dead)).tally.failed, 1);
});
