import { after, before } from 'node:test';
import type { Browser } from 'playwright';
import { type BenchServer, startServer } from '../../bench/server.ts';
import { launchHeadless } from '../../scripts/browser.ts';

/** A page with the built widget and a browser for it, from before the first of these tests until after the last. */
export function useWidgetPage(started: (stage: { server: BenchServer; browser: Browser }) => void): void {
  let server: BenchServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    server = await startServer();
    browser = await launchHeadless();
    started({ server, browser });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
}
