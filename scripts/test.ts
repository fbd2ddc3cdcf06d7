/**
 * Runs the checks and tests, all or those named (`node scripts/test.ts browser e2e`), and ends with a summary that
 * says how many of each ran, which failed, and why. With `TEST_RETRY=1` failed files run a second time.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureHeadless } from './browser.ts';
import { ensureFirefox, ensureWebKit } from './other-browsers.ts';
import { retryFailed } from './retry-failed.ts';
import { prepareCluster, withoutNginx, withoutPostgres, withoutRedis } from './servers.ts';
import { type Failure, formatFailure, type Tally } from './tally.ts';

const ROOT = join(import.meta.dirname, '..');
const ARTIFACTS = join(ROOT, 'test/.artifacts');
/** Caches compiled sources for the hundreds of processes that load the same ones. */
const COMPILED = join(ROOT, 'node_modules/.cache/node');

/** Files of a suite that the summary names with their time. */
const SLOWEST = 10;

const SUITES: Record<string, () => Promise<Tally>> = {
  typecheck: () => check('typecheck', 'npm', ['run', '-s', 'typecheck']),
  lint: () => check('lint', 'npm', ['run', '-s', 'lint']),
  build: () => check('build', 'node', ['scripts/pack.ts', '--missing']),
  node: serverTests,
  browser: () => browserTests('browser', 'config/web-test-runner.ts'),
  e2e: () => nodeTests('e2e', 'test/e2e/**/*.test.ts', 2),
};
/** These run only when named; `firefox` and `webkit` need browsers that are installed or can be. */
const MORE: Record<string, () => Promise<Tally>> = {
  firefox: async () =>
    ensureFirefox() ? browserTests('firefox', 'config/web-test-runner.firefox.ts') : noBrowser('Firefox'),
  webkit: async () =>
    ensureWebKit() ? browserTests('webkit', 'config/web-test-runner.webkit.ts') : noBrowser('WebKitGTK'),
  demos: () => nodeTests('demos', 'test/{demos,routers}/*.test.ts', 2),
  runtimes: () => nodeTests('runtimes', 'test/runtimes/*.test.ts', 2),
};

/** Each of these uses about one core, so those of a group run at the same time; every other suite uses all. */
const SIDE_BY_SIDE: readonly (readonly string[])[] = [
  ['typecheck', 'lint', 'build'],
  ['firefox', 'webkit'],
];

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(SUITES);
rmSync(ARTIFACTS, { recursive: true, force: true });
mkdirSync(ARTIFACTS, { recursive: true });
console.log(`Node ${process.version}, Chromium at ${ensureHeadless()}`);

const results = new Map<string, { tally: Tally; seconds: number }>();
const groups = Map.groupBy(names, name => SIDE_BY_SIDE.find(group => group.includes(name)) ?? name);
for (const group of groups.values()) await Promise.all(group.map(runSuite));

console.log('\n── summary');
const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
const unsteady: Failure[] = [];
for (const name of names) {
  const { tally, seconds } = results.get(name)!;
  const counts = `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped (${seconds.toFixed(0)} s)`;
  console.log(`${name.padEnd(10)} ${tally.missing ?? counts}`);
  for (const note of tally.notes ?? []) console.log(`             ${note}`);
  const slowest = (tally.files ?? []).toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const each of slowest)
    console.log(`             ${each.seconds.toFixed(0).padStart(4)} s  ${each.file}`);
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
  total.failures.push(...tally.failures);
  unsteady.push(...(tally.unsteady ?? []));
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
for (const failure of total.failures) console.log(`\n${formatFailure(failure)}`);
if (unsteady.length > 0) console.log('\nFailed at first, passed at the second try:');
for (const failure of unsteady) console.log(`\n${formatFailure(failure)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runSuite(name: string): Promise<void> {
  const suite = SUITES[name] ?? MORE[name];
  if (!suite) {
    const all = Object.keys({ ...SUITES, ...MORE });
    throw new Error(`No suite called ${name}. There are: ${all.join(', ')}`);
  }
  console.log(`\n── ${name}`);
  const started = Date.now();
  results.set(name, { tally: await suite(), seconds: (Date.now() - started) / 1000 });
}

async function check(name: string, command: string, args: string[]): Promise<Tally> {
  const { status, output } = await run(command, args, { keep: true });
  return status === 0
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [{ test: name, error: output }] };
}

/** Prepares servers before the tests begin, because two files cannot install them at once. */
async function serverTests(): Promise<Tally> {
  for (const missing of [withoutPostgres(), withoutRedis(), withoutNginx()]) {
    if (missing) console.log(`Tests are skipped: ${missing}.`);
  }
  const removeCluster = prepareCluster();
  try {
    return await nodeTests('node', 'test/node/**/*.test.ts', 3);
  } finally {
    removeCluster();
  }
}

async function nodeTests(name: string, pattern: string, concurrency: number): Promise<Tally> {
  const all = globSync(pattern, { cwd: ROOT });
  if (all.length === 0) return { passed: 0, failed: 0, skipped: 0, failures: [] };
  const report = join(ARTIFACTS, `${name}.json`);
  return retryFailed(async (files = all) => {
    const { status } = await run('node', [
      '--test',
      `--test-concurrency=${concurrency}`,
      '--test-timeout=120000',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/node-tally-reporter.ts',
      `--test-reporter-destination=${report}`,
      ...files,
    ]);
    return tallied(name, report, status);
  });
}

async function browserTests(name: string, config: string): Promise<Tally> {
  const report = join(ARTIFACTS, `${name}.json`);
  return retryFailed(async files => {
    const args = ['node_modules/.bin/wtr', '--config', config, ...(files ? ['--files', ...files] : [])];
    const { status } = await run('node', args, { env: { TEST_REPORT: report } });
    return tallied(name, report, status);
  });
}

/** The report of a runner. A runner that dies without a failing test has failed too. */
function tallied(name: string, report: string, status: number): Tally {
  const error = `the tests ended with ${status}, and no failing test says why`;
  const unknown: Tally = { passed: 0, failed: 1, skipped: 0, failures: [{ test: name, error }] };
  try {
    const tally = JSON.parse(readFileSync(report, 'utf8')) as Tally;
    if (status === 0 || tally.failed > 0) return tally;
    return { ...tally, failed: 1, failures: tally.failures.length > 0 ? tally.failures : unknown.failures };
  } catch {
    return unknown;
  }
}

function noBrowser(name: string): Tally {
  return {
    passed: 0,
    failed: 0,
    skipped: 1,
    failures: [],
    missing: `did not run: no ${name} here and none could be installed`,
  };
}

interface RunOptions {
  env?: Record<string, string>;
  /** Whether to return the output besides printing it. */
  keep?: boolean;
}

function run(
  command: string,
  args: string[],
  { env = {}, keep = false }: RunOptions = {},
): Promise<{ status: number; output: string }> {
  const print = keep ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', print, print],
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
      process.stdout.write(chunk);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ status: code ?? 1, output }));
  });
}
