import { existsSync } from 'node:fs';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import chromium from './web-test-runner.config.ts';

const FIREFOX = [process.env.FIREFOX_PATH, '/usr/bin/firefox', '/usr/bin/firefox-esr'].find(
  path => path !== undefined && existsSync(path),
);
if (!FIREFOX)
  throw new Error('No Firefox found. Install one (apt-get install firefox-esr) or set FIREFOX_PATH.');

/** The same browser tests in Firefox, driven by WebDriver BiDi. */
export default {
  ...chromium,
  concurrency: 1,
  browserStartTimeout: 60_000,
  browsers: [
    puppeteerLauncher({ launchOptions: { browser: 'firefox', executablePath: FIREFOX, headless: true } }),
  ],
};
