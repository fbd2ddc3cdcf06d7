import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { ensureFirefox } from '../scripts/other-browsers.ts';
import chromium from './web-test-runner.ts';

const executablePath = ensureFirefox();
if (!executablePath)
  throw new Error('No Firefox found. Install one (apt-get install firefox-esr) or set FIREFOX_PATH.');

/** The same browser tests in Firefox, driven by WebDriver BiDi. */
export default {
  ...chromium,
  concurrency: 1,
  browsers: [puppeteerLauncher({ launchOptions: { browser: 'firefox', executablePath, headless: true } })],
};
