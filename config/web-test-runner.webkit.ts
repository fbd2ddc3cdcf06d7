import { ensureWebKit } from '../scripts/other-browsers.ts';
import { WebKitLauncher } from '../scripts/webkit-launcher.ts';
import chromium from './web-test-runner.ts';

const webkit = ensureWebKit();
if (!webkit) throw new Error('No WebKitGTK found. Install it: apt-get install webkit2gtk-driver xvfb.');

/** The same browser tests in WebKitGTK. */
export default {
  ...chromium,
  browsers: [new WebKitLauncher(webkit)],
};
