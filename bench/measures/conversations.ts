import type { Browser } from 'playwright';
import type { Subject } from '../beside/subject.ts';
import { SubjectPage } from '../beside/subject-page.ts';
import type { Ask, BenchServer } from '../server.ts';

const SMALL: Ask = { kind: 'blocks', kilobytes: 0, pace: 0 };

export interface Restored {
  /** Milliseconds by the clock until the last pair was painted. */
  wall: number;
  task: number;
  heap: number;
  elements: number;
  /** Main-thread time of one more exchange, median of five. */
  more: number;
}

/** A conversation of `pairs` put in view, then one more exchange in it. */
export async function restoring(
  browser: Browser,
  server: BenchServer,
  subject: Subject,
  pairs: number,
): Promise<Restored> {
  const page = await SubjectPage.open(browser, server, subject);
  await page.show();
  const before = await page.probe.readClean();
  let wall = 0;
  const { task } = await page.probe.cost(async () => {
    wall = await page.restore(pairs);
  });
  const { heap } = await page.probe.readClean();
  const elements = await page.elements();
  await page.ask(SMALL);
  const more: number[] = [];
  for (let i = 0; i < 5; i++) more.push((await page.probe.cost(() => page.ask(SMALL))).task);
  await page.close();
  return { wall, task, heap: heap - before.heap, elements, more: more.toSorted((a, b) => a - b)[2]! };
}

/** Bytes of text in an average pair: all of it Latin, a byte a letter. */
export function textOfPair(pairs: number): number {
  return `Question ${pairs}Answer number **${pairs}** with some words in it.`.length;
}
