import type { Browser } from 'playwright';
import { FLOOR, OURS, type Subject } from '../beside/subject.ts';
import { type Restored, restoring, textOfPair } from '../measures/conversations.ts';
import type { BenchServer } from '../server.ts';
import { median, type Report, spread } from './report.ts';

const LENGTHS = [100, 1000, 5000];
const RUNS = 3;

/** Conversations of three lengths brought back, in the widget and on the floor page, and how that grows. */
export async function reportConversations(
  report: Report,
  browser: Browser,
  server: BenchServer,
): Promise<void> {
  const rows: string[][] = [];
  const ours = new Map<number, Restored[]>();
  for (const pairs of LENGTHS) {
    for (const subject of [OURS, FLOOR]) {
      const runs = await restored(browser, server, subject, pairs);
      if (subject === OURS) ours.set(pairs, runs);
      rows.push([
        `${pairs.toLocaleString('en')}, ${subject.name}`,
        spread(runs.map(run => run.wall)),
        spread(runs.map(run => run.task)),
        spread(runs.map(run => run.more)),
        String(runs[0]!.elements),
        `${(median(runs.map(run => run.heap)) / 2 ** 20).toFixed(2)} MB`,
      ]);
    }
  }
  const ratio = (of: (run: Restored) => number): string =>
    (median(ours.get(5000)!.map(of)) / median(ours.get(100)!.map(of))).toFixed(2);
  const grown = median(ours.get(5000)!.map(run => run.heap)) - median(ours.get(100)!.map(run => run.heap));
  const heapOfPair = grown / 4900 - textOfPair(2500);

  report.say('## Long conversations');
  report.say(
    `A conversation brought back, by the clock until the last pair is painted and in processor time, then one more exchange in it (median of five). Medians of ${RUNS} runs, from–to in brackets.`,
  );
  report.table(['pairs', 'painted, ms', 'main thread, ms', 'one more, ms', 'elements', 'heap'], rows);
  report.table(
    ['growth', 'measured', 'bar'],
    [
      ['5,000 pairs painted, ms', spread(ours.get(5000)!.map(run => run.wall)), '200'],
      ['painted, 5,000 / 100 pairs', ratio(run => run.wall), '1.3'],
      ['main thread of that, 5,000 / 100', ratio(run => run.task), '1.3'],
      ['one more at 5,000 pairs, ms', spread(ours.get(5000)!.map(run => run.more)), '30'],
      ['one more, 5,000 / 100', ratio(run => run.more), '1.2'],
      ['heap of a pair beyond its text, bytes', heapOfPair.toFixed(0), '1,024'],
    ],
  );
}

async function restored(
  browser: Browser,
  server: BenchServer,
  subject: Subject,
  pairs: number,
): Promise<Restored[]> {
  const runs: Restored[] = [];
  while (runs.length < RUNS) runs.push(await restoring(browser, server, subject, pairs));
  return runs;
}
