import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { aptInstall } from './apt.ts';

/** Flags that keep a test browser from talking to anybody but the tests. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A full Chromium: `CHROMIUM_PATH`, Playwright's own, or the system's; undefined if none is installed. */
function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return candidates.find(path => path && existsSync(path));
}

/** Finds a Chromium or installs one, by apt if that is allowed, else through Playwright. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found, installing one …');
  if (!aptInstall('chromium')) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const installed = findChromium();
  if (!installed) throw new Error('No Chromium could be installed. Set CHROMIUM_PATH to one and run again.');
  return installed;
}

/** Chromium without a user interface: the same engine with less work for a screen. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The browser of the tests: it needs half the time of a full one, which is the fallback. */
export function ensureHeadless(): string {
  if (process.env.CHROMIUM_PATH) return ensureChromium();
  // Both, because they depend on a package of the same version.
  if (existsSync(SHELL) || (aptInstall('chromium', 'chromium-headless-shell') && existsSync(SHELL)))
    return SHELL;
  return ensureChromium();
}

export function launchHeadless(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureHeadless(),
    ...options,
    args: [...CHROMIUM_ARGS, ...(options.args ?? [])],
  });
}
