import type { Browser } from 'playwright';
import { FLOOR, OURS } from '../beside/subject.ts';
import { clicking, streaming } from '../measures/streams.ts';
import type { Ask, BenchServer } from '../server.ts';
import type { ThreadTime } from '../thread-time.ts';
import { median, ms, type Report, spread } from './report.ts';

/** Runs of the widget and of the floor page. */
type Pair = [ThreadTime[], ThreadTime[]];

/** A streamed answer in the widget and on the floor page, by turns. */
export async function reportStreams(
  report: Report,
  browser: Browser,
  server: BenchServer,
  quick: boolean,
): Promise<void> {
  const pair = async (ask: Ask, runs: number, from: 'answer' | 'question'): Promise<Pair> => {
    const pair: Pair = [[], []];
    for (let i = 0; i < runs; i++) {
      pair[0].push(await streaming(browser, server, OURS, ask, from));
      pair[1].push(await streaming(browser, server, FLOOR, ask, from));
    }
    return pair;
  };
  report.say('## A streamed answer');
  report.say(
    'Events of 4 characters; processor time. The floor: the same bytes read by `fetch`, appended as plain text once a frame, scrolled once a frame. The server holds an answer back until ten frames have changed nothing after the question, as a model takes longer to begin; measured is from there. Runs by turns: fifteen of 2 KB fast, five of the longer ones, three of 2 KB paced, one of the longer paced ones; medians, from–to in brackets.',
  );
  const rows: string[][] = [];
  const exchanges: string[][] = [];
  for (const pace of [200, 0]) {
    for (const kilobytes of pace > 0 && quick ? [2] : [2, 16, 64]) {
      const runs = pace === 0 ? (kilobytes === 2 ? 15 : 5) : kilobytes === 2 ? 3 : 1;
      const ask: Ask = { kind: 'blocks', kilobytes, pace };
      const name = `${kilobytes} KB ${pace > 0 ? 'paced 200/s' : 'fast'}`;
      const answers = await pair(ask, runs, 'answer');
      const longest = answers.map(each => spread(each.map(run => run.longest)));
      rows.push([name, ...totals(answers), pace > 0 ? '1.5' : '2.5', ...longest]);
      if (pace === 0) exchanges.push([name, ...totals(await pair(ask, runs, 'question'))]);
    }
  }
  const head = ['answer', 'widget, ms', 'floor, ms', 'ratio', 'bar', 'longest task, ms', 'the floor’s'];
  report.table(head, rows);
  report.say('The same with its question, which is drawn, kept and sent within it and answered at once:');
  report.table(['question and answer', 'widget, ms', 'floor, ms', 'ratio'], exchanges);

  const waits: [number[], number[]] = [[], []];
  for (let i = 0; i < 3; i++) {
    const ask: Ask = { kind: 'blocks', kilobytes: 64, pace: 0 };
    waits[0].push(await clicking(browser, server, OURS, ask));
    waits[1].push(await clicking(browser, server, FLOOR, ask));
  }
  report.say(
    `The slowest click while 64 KB stream as fast as they go waits ${spread(waits[0])} ms by the clock, on the floor page ${spread(waits[1])} (three runs each; bar: 100).`,
  );

  const growth: string[][] = [];
  for (const kind of ['blocks', 'code', 'table', 'list', 'paragraph']) {
    const at = async (kilobytes: number): Promise<number> => {
      const runs: number[] = [];
      for (let i = 0; i < 3; i++) {
        runs.push((await streaming(browser, server, OURS, { kind, kilobytes, pace: 0 })).total);
      }
      return median(runs);
    };
    const [small, large] = [await at(2), await at(64)];
    const exponent = Math.log(large / small) / Math.log(32);
    growth.push([kind, ms(small), ms(large), exponent.toFixed(2), kind === 'blocks' ? '1.1' : '1.2']);
  }
  report.table(['growth from 2 to 64 KB, fast', '2 KB, ms', '64 KB, ms', 'exponent', 'bar'], growth);
}

/** Both pages' totals, and the ratio of the medians. */
function totals(pair: Pair): string[] {
  const [ours, floor] = pair.map(runs => runs.map(run => run.total)) as [number[], number[]];
  return [spread(ours), spread(floor), (median(ours) / median(floor)).toFixed(2)];
}
