import type { Browser } from 'playwright';
import type { Beside, Visit } from '../beside/measures.ts';
import { OURS } from '../beside/subject.ts';
import { bytes } from '../measures/bytes.ts';
import { opening } from '../measures/opening.ts';
import { longestScriptTask } from '../measures/script-tasks.ts';
import type { BenchServer } from '../server.ts';
import { kb, median, ms, type Report, spread } from './report.ts';

const RUNS = 5;

/** What the widget costs a page, beside the same visit to a page without it. */
export async function reportHostPage(
  report: Report,
  browser: Browser,
  server: BenchServer,
  beside: Beside,
): Promise<void> {
  const plain = await bytes(browser, server.origin, { kind: 'blocks', kilobytes: 0, pace: 0 });
  const simple = await bytes(browser, server.origin, { kind: 'simple', kilobytes: 1, pace: 0 });
  // While it streams: one that comes at once has ended before it is drawn, and its buttons are fetched beside it.
  const formatted = await bytes(browser, server.origin, { kind: 'blocks', kilobytes: 2, pace: 200 });
  const blank: Visit[] = [];
  const ours: Visit[] = [];
  const tasks: number[] = [];
  const opened: Awaited<ReturnType<typeof opening>>[] = [];
  for (let i = 0; i < RUNS; i++) {
    blank.push(await beside.visit('blank'));
    ours.push(await beside.visit(OURS));
    opened.push(await opening(browser, server.origin));
    tasks.push(await longestScriptTask(browser, server.origin));
  }
  const row = (what: string, of: (visit: Visit) => number, bar: string): string[] => [
    what,
    spread(ours.map(of)),
    spread(blank.map(of)),
    bar,
  ];
  const heap = median(ours.map(visit => visit.heap)) - median(blank.map(visit => visit.heap));
  const most = (of: (visit: Visit) => number): string => String(Math.max(...ours.map(of)));

  report.say('## Bytes and the host page');
  report.say(
    `By the clock at 4× throttling; medians of ${RUNS} visits of five seconds that touch nothing, from–to in brackets. What a task has beyond 50 ms blocks; the script’s longest is looked for where it is put into a page that stands already.`,
  );
  report.table(
    ['what', 'widget', 'blank page', 'bar'],
    [
      ['to the visible launcher, brotli', kb(plain.launcher), '–', '10 KB'],
      ['to a first streamed answer, plain, brotli', kb(plain.answer), '–', '36 KB'],
      ['the same of headings, lists, emphasis, links, code in a line', kb(simple.answer), '–', '36 KB'],
      ['the same with a table, a code block or a quote', kb(formatted.answer), '–', '48 KB'],
      ['with what comes right after a plain one, brotli', kb(plain.after), '–', '–'],
      row('launcher (or text) visible, 4×, ms', visit => visit.view, '–'),
      ['longest task of the script, 4×, processor time, ms', spread(tasks), '–', 'none over 50'],
      row('total blocking time, 4×, ms', visit => visit.blocking, '0'),
      ['layout shift, the most', most(visit => visit.shift), '–', '0'],
      ['heap added', kb(heap), '–', '400 KB'],
      ['elements until opened', String(opened[0]!.elements), '–', '15'],
      ['click to focused composer, 4×, ms', spread(opened.map(each => each.open)), '–', `${ms(100)}`],
    ],
  );
  report.say(`Files: ${formatted.files.join(', ')} bytes.`);
}
