import type { Browser } from 'playwright';
import { FLOOR, OURS } from '../beside/subject.ts';
import { clicking, streaming } from '../measures/streams.ts';
import type { Ask, BenchServer } from '../server.ts';
import type { ThreadTime } from '../thread-time.ts';
import { median, ms, type Report, spread } from './report.ts';

/** A streamed answer in the widget and on the floor page, by turns. */
export async function reportStreams(
  report: Report,
  browser: Browser,
  server: BenchServer,
  quick: boolean,
): Promise<void> {
  const pair = async (ask: Ask, runs: number): Promise<[ThreadTime[], ThreadTime[]]> => {
    const [ours, floor]: [ThreadTime[], ThreadTime[]] = [[], []];
    for (let i = 0; i < runs; i++) {
      ours.push(await streaming(browser, server, OURS, ask));
      floor.push(await streaming(browser, server, FLOOR, ask));
    }
    return [ours, floor];
  };
  report.say('## A streamed answer');
  report.say(
    'Events of 4 characters; processor time. The floor: the same bytes read by `fetch`, appended as plain text once a frame, scrolled once a frame. Runs by turns: five fast, three of 2 KB paced, one of the longer paced ones; medians, from–to in brackets.',
  );
  const rows: string[][] = [];
  for (const pace of [200, 0]) {
    for (const kilobytes of pace > 0 && quick ? [2] : [2, 16, 64]) {
      const runs = pace === 0 ? 5 : kilobytes === 2 ? 3 : 1;
      const [ours, floor] = await pair({ kind: 'blocks', kilobytes, pace }, runs);
      const totals = [ours, floor].map(each => each.map(run => run.total));
      rows.push([
        `${kilobytes} KB ${pace > 0 ? 'paced 200/s' : 'fast'}`,
        ...totals.map(each => spread(each)),
        (median(totals[0]!) / median(totals[1]!)).toFixed(2),
        pace > 0 ? '1.5' : '2.5',
        spread(ours.map(run => run.longest)),
        spread(floor.map(run => run.longest)),
      ]);
    }
  }
  const head = ['answer', 'widget, ms', 'floor, ms', 'ratio', 'bar', 'longest task, ms', 'the floor’s'];
  report.table(head, rows);

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
