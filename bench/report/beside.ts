import type { Ask } from '../answer-stream.ts';
import { type Figure, LIMIT_MS, upToThree } from '../beside/limit.ts';
import type { Beside, Restoring, Visit } from '../beside/measures.ts';
import { FLOOR, OURS, type Subject } from '../beside/subject.ts';
import type { Row } from '../rivals/rival.ts';
import { median, ms, type Report, spread } from './report.ts';

type Cells = Record<string, string>;

/** Everybody measured in the same way in the same run. */
export async function reportBeside(report: Report, beside: Beside, subjects: Subject[]): Promise<void> {
  report.say('## Side by side');
  report.say(
    `Brotli of all files; by the clock with 4× throttling: the first view (the launcher, or the chat where there is none) and total blocking time of a visit that touches nothing. The rest is the main thread’s processor time for the same Markdown in events of 4 characters, and for pairs of a short question and a short answer; JavaScript heap after garbage collection. Medians of up to three runs, from–to in brackets. The floor draws plain text. > ${ms(LIMIT_MS)}: not drawn so long, by the clock, after it could have been.`,
  );
  const blank = await visits(beside, 'blank');
  const columns: Cells[] = [];
  const firstTurns = new Map<string, number>();
  for (const subject of subjects) columns.push(await columnOf(beside, subject, blank, firstTurns));
  const rows = Object.keys(columns[0]!);
  report.table(
    ['', ...subjects.map(subject => subject.name)],
    rows.map(row => [row, ...columns.map(column => column[row]!)]),
  );
  const others = subjects.flatMap(({ name }) =>
    name === OURS.name || name === FLOOR.name ? [] : (firstTurns.get(name) ?? []),
  );
  const ours = firstTurns.get(OURS.name);
  if (ours !== undefined && others.length > 0)
    report.say(`First turn: ${(ours / Math.min(...others)).toFixed(2)} of the best of the others. Bar: 0.7.`);
  for (const { name, without } of subjects) {
    const reasons = [...new Set(Object.values(without))];
    if (reasons.length > 0) report.say(`– ${name}: ${reasons.join('; ')}.`);
  }
}

/** @param firstTurns gets the median of the first turn, by the subject's name */
async function columnOf(
  beside: Beside,
  subject: Subject,
  blank: Visit[],
  firstTurns: Map<string, number>,
): Promise<Cells> {
  const cells: Cells = {};
  const set = (name: string, row: Row, text: string): void => {
    cells[name] = subject.without[row] ? '–' : text;
    console.error(`${subject.name}: ${name}: ${cells[name]}`);
  };
  const answer = async (ask: Ask, row: Row): Promise<Figure[]> =>
    subject.without[row] ? ['failed'] : upToThree(() => beside.stream(subject, ask));

  set('to the first view, KB', 'bytes', ms((await beside.bytes(subject)) / 1024));
  const seen = await visits(beside, subject);
  set('first view, 4×, ms', 'view', spread(seen.map(visit => visit.view)));
  set('total blocking time, 4×, ms', 'blocking', spread(seen.map(visit => visit.blocking)));
  const heap = median(seen.map(visit => visit.heap)) - median(blank.map(visit => visit.heap));
  set('heap added, KB', 'heap', ms(heap / 1024));

  const first: Figure[] = subject.without.fast
    ? ['failed']
    : await upToThree(() => beside.firstTurn(subject));
  set('first turn of a fresh page, 2 KB, ms', 'fast', text(first));
  const taken = first.filter(figure => typeof figure === 'number');
  if (taken.length > 0) firstTurns.set(subject.name, median(taken));

  for (const [row, pace, sizes] of [
    ['paced', 200, [2, 16]],
    ['fast', 0, [2, 16, 64]],
  ] as const) {
    let before: Figure[] = [];
    for (const kilobytes of sizes) {
      // What took too long for less is not asked for more.
      if (before[0] !== 'over') before = await answer({ kind: 'blocks', kilobytes, pace }, row);
      set(`${kilobytes} KB ${row === 'paced' ? 'paced 200/s' : 'fast'}, ms`, row, text(before));
    }
  }

  let before: Figure = 0;
  for (const pairs of [1000, 5000]) {
    const run: Restoring =
      before === 'over' || subject.without.restore
        ? { task: before, more: before, heap: before }
        : await beside.restore(subject, pairs);
    before = run.task;
    set(`${pairs.toLocaleString('en')} pairs restored, ms`, 'restore', text([run.task]));
    if (pairs < 5000) continue;
    const heap = typeof run.heap === 'number' ? (run.heap / 2 ** 20).toFixed(1) : '–';
    set('one more message at 5,000 pairs, ms', 'more', run.task === 'over' ? '–' : text([run.more]));
    set('heap at 5,000 pairs, MB', 'restore', heap);
  }
  return cells;
}

async function visits(beside: Beside, subject: Subject | 'blank'): Promise<Visit[]> {
  const runs: Visit[] = [];
  while (runs.length < 3) runs.push(await beside.visit(subject));
  return runs;
}

function text(figures: Figure[]): string {
  if (figures[0] === 'over') return `> ${ms(LIMIT_MS)}`;
  const numbers = figures.filter(figure => typeof figure === 'number');
  return numbers.length === 0 ? 'failed' : spread(numbers);
}
