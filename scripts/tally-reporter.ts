import { writeFileSync } from 'node:fs';
import type { Reporter, TestSuiteResult } from '@web/test-runner';

/** Writes how many browser tests passed, failed and were skipped as JSON, for the summary of `npm test`. */
export function tallyReporter(file: string): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const tally = { passed: 0, failed: 0, skipped: 0 };
      const add = (suite: TestSuiteResult): void => {
        for (const test of suite.tests) tally[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        suite.suites.forEach(add);
      };
      for (const session of sessions) {
        if (session.testResults) add(session.testResults);
        if (!session.passed && tally.failed === 0) tally.failed++;
      }
      writeFileSync(file, JSON.stringify(tally));
    },
  };
}
