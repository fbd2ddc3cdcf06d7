import type { Browser, Page } from 'playwright';

/** What a stretch of a page's life took of its main thread: processor time, which other programs don't lengthen. */
export interface ThreadTime {
  /** All tasks together, ms. */
  total: number;
  /** The longest single task, ms. */
  longest: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';
/** What promises do at the end of a task; it comes after the task's own event and belongs to it. */
const MICROTASKS = 'BlinkScheduler_PerformMicrotaskCheckpoint';

/** Runs `work` and reads from Chromium's own trace what the busiest page did meanwhile. */
export async function threadTime(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Map<string, TraceEvent[]>();
  for (const event of trace.traceEvents) {
    if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') mains.set(keyOf(event), []);
  }
  for (const event of trace.traceEvents) {
    if (event.ph === 'X' && (event.name === TASK || event.name === MICROTASKS)) {
      mains.get(keyOf(event))?.push(event);
    }
  }
  return [...mains.values()]
    .map(timeOf)
    .reduce((a, b) => (b.total > a.total ? b : a), { total: 0, longest: 0 });
}

export function timeOf(events: TraceEvent[]): ThreadTime {
  const tasks: number[] = [];
  let end = 0;
  for (const event of events.toSorted((a, b) => a.ts - b.ts)) {
    // Within a task there may be further ones, and checkpoints between them.
    if (event.ts < end) continue;
    end = event.ts + (event.dur ?? 0);
    const time = (event.tdur ?? 0) / 1000;
    if (event.name === TASK || tasks.length === 0) tasks.push(time);
    else tasks[tasks.length - 1]! += time;
  }
  return {
    total: tasks.reduce((sum, task) => sum + task, 0),
    longest: tasks.reduce((most, task) => Math.max(most, task), 0),
  };
}

function keyOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}
