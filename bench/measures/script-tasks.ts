import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { IDLE_MS } from '../beside/measures.ts';
import { Probe } from '../probe.ts';
import { threadTime } from '../thread-time.ts';

/** As the one line a site owner pastes. Evaluated without a testing library, whose own code would be measured too. */
const PASTE = `{
  const script = document.createElement('script');
  script.type = 'module';
  script.src = '/agent-chat.js';
  script.dataset.agentId = 'bench';
  document.head.append(script);
}`;

/**
 * The longest task (ms of processor time, 4× throttled) after the script tag was put into a page that stands already,
 * so that no task of the page's own is among them. Nobody touches the chat.
 */
export async function longestScriptTask(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${origin}/blank.html`);
  const probe = await Probe.of(page);
  await probe.throttle(4);
  const { longest } = await threadTime(browser, page, async () => {
    await probe.look(PASTE);
    await sleep(IDLE_MS);
  });
  await context.close();
  return longest;
}
