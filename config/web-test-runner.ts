import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, type TestRunnerConfig } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { accessibilityCommand } from '../scripts/accessibility-command.ts';
import { CHROMIUM_ARGS, ensureHeadless } from '../scripts/browser.ts';
import { freePort } from '../scripts/loopback.ts';
import { tallyReporter } from '../scripts/tally-reporter.ts';

const report = process.env.TEST_REPORT;

/**
 * The runner clones the values of a failed assertion. Elements cannot be cloned, and the whole file would never
 * report.
 */
const SERIALIZE_ELEMENTS = `<script>
  const clone = globalThis.structuredClone;
  const serialize = (_, value) => (value instanceof Node ? (value.outerHTML ?? value.textContent) : value);
  globalThis.structuredClone = (value, options) => {
    try {
      return clone(value, options);
    } catch {
      return JSON.parse(JSON.stringify(value, serialize));
    }
  };
</script>`;

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: true,
  // By default the runner takes the first free port from 8000 on, so that two runners begun at once take the same.
  port: await freePort(),
  concurrency: 2,
  // Long, for busy machines. The framework's own timeout ends and names a test that hangs.
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: ensureHeadless(), args: CHROMIUM_ARGS },
    }),
  ],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' }), accessibilityCommand()],
  reporters: [defaultReporter(), ...(report ? [tallyReporter(report)] : [])],
  testRunnerHtml: framework =>
    `<!doctype html><html><body>${SERIALIZE_ELEMENTS}<script type="module" src="${framework}"></script></body></html>`,
  testFramework: { config: { timeout: 30_000 } },
} satisfies TestRunnerConfig;
