/**
 * Runs the checks and tests, all or those named (`node scripts/test.ts browser e2e`), and ends with a summary
 * that says how many of each ran. `firefox` and `webkit` run only when named.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHeadless } from './browser.ts';
import { ensureFirefox, ensureWebKit } from './other-browsers.ts';
import { withoutPostgres, withoutRedis } from './servers.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Why the whole suite did not run. */
  missing?: string;
}

const ROOT = join(import.meta.dirname, '..');
const ARTIFACTS = join(ROOT, 'test/.artifacts');
/** What Node makes of a source file is kept for the hundreds of processes that read the same ones. */
const COMPILED = join(ROOT, 'node_modules/.cache/node');

const SUITES: Record<string, () => Promise<Tally>> = {
  typecheck: () => check('npm', ['run', '-s', 'typecheck']),
  lint: () => check('npm', ['run', '-s', 'lint']),
  build: () => check('node', ['scripts/build.ts', '--missing']),
  node: serverTests,
  browser: () => browserTests('web-test-runner.config.ts'),
  e2e: () => nodeTests('e2e', 'test/e2e/**/*.test.ts', 2),
};
/** The browser tests once more, where these browsers are or can be installed. */
const OTHER_BROWSERS: Record<string, () => Promise<Tally>> = {
  firefox: async () =>
    ensureFirefox() ? browserTests('web-test-runner.firefox.config.ts') : noBrowser('Firefox'),
  webkit: async () =>
    ensureWebKit() ? browserTests('web-test-runner.webkit.config.ts') : noBrowser('WebKitGTK'),
};

/** Each of these keeps one core busy; the tests after them keep all. */
const SIDE_BY_SIDE: ReadonlySet<string> = new Set(['typecheck', 'lint', 'build']);

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(SUITES);
rmSync(ARTIFACTS, { recursive: true, force: true });
mkdirSync(ARTIFACTS, { recursive: true });
console.log(`Node ${process.version}, Chromium at ${ensureHeadless()}`);

const results = new Map<string, { tally: Tally; seconds: number }>();
await Promise.all(names.filter(name => SIDE_BY_SIDE.has(name)).map(runSuite));
for (const name of names) if (!SIDE_BY_SIDE.has(name)) await runSuite(name);

console.log('\n── summary');
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
for (const name of names) {
  const { tally, seconds } = results.get(name)!;
  const counts = `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped (${seconds.toFixed(0)} s)`;
  console.log(`${name.padEnd(10)} ${tally.missing ?? counts}`);
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runSuite(name: string): Promise<void> {
  const suite = SUITES[name] ?? OTHER_BROWSERS[name];
  if (!suite) {
    const all = Object.keys({ ...SUITES, ...OTHER_BROWSERS });
    throw new Error(`No suite called ${name}. There are: ${all.join(', ')}`);
  }
  console.log(`\n── ${name}`);
  const started = Date.now();
  results.set(name, { tally: await suite(), seconds: (Date.now() - started) / 1000 });
}

async function check(command: string, args: string[]): Promise<Tally> {
  const ok = (await run(command, args)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Servers are installed before the tests begin: two that did so at once would stand in each other's way. */
async function serverTests(): Promise<Tally> {
  for (const missing of [withoutPostgres(), withoutRedis()]) {
    if (missing) console.log(`Tests are skipped: ${missing}.`);
  }
  return nodeTests('node', 'test/node/**/*.test.ts', 3);
}

async function nodeTests(name: string, pattern: string, concurrency: number): Promise<Tally> {
  const files = globSync(pattern, { cwd: ROOT });
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const report = join(ARTIFACTS, `${name}.tap`);
  const status = await run('node', [
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-timeout=120000',
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${report}`,
    ...files,
  ]);
  const tap = readFileSync(report, 'utf8');
  const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
  const tally = {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
  // A runner that dies without a failing test has failed all the same.
  return { ...tally, failed: Math.max(tally.failed, status === 0 ? 0 : 1) };
}

async function browserTests(config: string): Promise<Tally> {
  const report = join(ARTIFACTS, `${config}.json`);
  const status = await run('node', ['node_modules/.bin/wtr', '--config', config], { TEST_REPORT: report });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { passed, failed, skipped } = JSON.parse(readFileSync(report, 'utf8')) as Tally;
  return { passed, failed: Math.max(failed, status === 0 ? 0 : 1), skipped };
}

function noBrowser(name: string): Tally {
  return {
    passed: 0,
    failed: 0,
    skipped: 1,
    missing: `did not run: no ${name} here and none could be installed`,
  };
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', code => resolve(code ?? 1));
  });
}
