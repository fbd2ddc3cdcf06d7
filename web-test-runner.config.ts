import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, type TestRunnerConfig } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { CHROMIUM_ARGS, ensureChromium } from './scripts/browser.ts';
import { tallyReporter } from './scripts/tally-reporter.ts';

const report = process.env.TEST_REPORT;

export default {
  files: 'test/browser/**/*.test.ts',
  nodeResolve: true,
  concurrency: 2,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: ensureChromium(), args: CHROMIUM_ARGS },
    }),
  ],
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' })],
  reporters: [defaultReporter(), ...(report ? [tallyReporter(report)] : [])],
  testFramework: { config: { timeout: 30_000 } },
} satisfies TestRunnerConfig;
