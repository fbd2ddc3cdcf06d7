import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, type TestRunnerConfig } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { CHROMIUM_ARGS, ensureHeadless } from '../scripts/browser.ts';
import { tallyReporter } from '../scripts/tally-reporter.ts';

const report = process.env.TEST_REPORT;

/** The runner clones what a failed test compared. No element can be cloned, and the whole file would never report. */
const TELL_ELEMENTS = `<script>
  const clone = globalThis.structuredClone;
  const told = (_, value) => (value instanceof Node ? (value.outerHTML ?? value.textContent) : value);
  globalThis.structuredClone = (value, options) => {
    try {
      return clone(value, options);
    } catch {
      return JSON.parse(JSON.stringify(value, told));
    }
  };
</script>`;

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: true,
  concurrency: 2,
  // A busy machine takes its time; what hangs is ended, and named, by the framework's own limit for a test.
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: ensureHeadless(), args: CHROMIUM_ARGS },
    }),
  ],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' })],
  reporters: [defaultReporter(), ...(report ? [tallyReporter(report)] : [])],
  testRunnerHtml: framework =>
    `<!doctype html><html><body>${TELL_ELEMENTS}<script type="module" src="${framework}"></script></body></html>`,
  testFramework: { config: { timeout: 30_000 } },
} satisfies TestRunnerConfig;
