import { writeFileSync } from 'node:fs';
import type { Reporter, TestResultError, TestSuiteResult } from '@web/test-runner';
import { errorText, failure, firstLines, type Tally } from './tally.ts';

const MOST_COMPARED = 10;

/** Writes how many browser tests passed, failed and were skipped, and why, as JSON for the summary of `npm test`. */
export function tallyReporter(report: string): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
      for (const { testFile, testResults, errors, passed, request404s } of sessions) {
        const failed = (path: string[], error: TestResultError | undefined): void => {
          tally.failures.push(failure(testFile, path, error ? compared(error) : ''));
        };
        const add = (suite: TestSuiteResult, path: string[]): void => {
          for (const test of suite.tests) {
            tally[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
            if (!test.skipped && !test.passed) failed([...path, test.name], test.error);
          }
          for (const inner of suite.suites) add(inner, [...path, inner.name]);
        };
        if (testResults) add(testResults, []);
        for (const error of errors) {
          const message = [error.message, ...[...request404s].map(url => `not found: ${url}`)].join('\n');
          failed([], { ...error, message });
        }
        if (!passed && tally.failed === 0) tally.failed++;
      }
      writeFileSync(report, JSON.stringify(tally));
    },
  };
}

function compared(error: TestResultError): string {
  const { name = '', expected = '', actual = '' } = error;
  const difference =
    expected === actual
      ? []
      : [firstLines(`expected: ${expected}`, MOST_COMPARED), firstLines(`actual: ${actual}`, MOST_COMPARED)];
  return [errorText({ ...error, name }), ...difference].join('\n');
}
