import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { Subject } from '../beside/subject.ts';
import { SubjectPage } from '../beside/subject-page.ts';
import type { Ask, BenchServer } from '../server.ts';
import { type ThreadTime, threadTime } from '../thread-time.ts';

const FIRST: Ask = { kind: 'blocks', kilobytes: 1, pace: 0 };

/**
 * Main-thread time of one streamed answer, the second that was asked for, and its longest task: from when it begins to
 * come, with the question long drawn, or from the question, which is answered at once.
 */
export async function streaming(
  browser: Browser,
  server: BenchServer,
  subject: Subject,
  ask: Ask,
  from: 'answer' | 'question' = 'answer',
): Promise<ThreadTime> {
  const page = await SubjectPage.open(browser, server, subject);
  await page.show();
  await page.ask(FIRST);
  const answer = from === 'answer' ? await page.askAndHold(ask) : () => page.ask(ask);
  const time = await threadTime(browser, page.page, answer);
  await page.close();
  return time;
}

/** How long (ms) the slowest of many clicks waits for its handler while an answer streams as fast as it can. */
export async function clicking(
  browser: Browser,
  server: BenchServer,
  subject: Subject,
  ask: Ask,
): Promise<number> {
  const chat = await SubjectPage.open(browser, server, subject);
  await chat.show();
  await chat.ask(FIRST);
  await chat.page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { waits });
    document.addEventListener('pointerdown', event => waits.push(performance.now() - event.timeStamp), true);
  });
  let streams = true;
  const answered = chat.ask(ask).then(() => {
    streams = false;
  });
  while (streams) {
    await chat.page.mouse.click(5, 5);
    await sleep(10);
  }
  await answered;
  const longest = await chat.page.evaluate(() =>
    Math.max(0, ...(window as unknown as { waits: number[] }).waits),
  );
  await chat.close();
  return longest;
}
