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
  tdur?: number;
  args?: { name?: string };
}

/** Runs `work` and reads from Chromium's own trace what the busiest page did meanwhile. */
export async function threadTime(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<ThreadTime> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set<string>();
  for (const event of trace.traceEvents) {
    if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') mains.add(keyOf(event));
  }
  const times = new Map<string, ThreadTime>();
  for (const event of trace.traceEvents) {
    // The scheduler's own event; what is inside it has other names.
    if (event.ph !== 'X' || !/RunTask$/.test(event.name) || !mains.has(keyOf(event))) continue;
    const task = (event.tdur ?? 0) / 1000;
    const { total, longest } = times.get(keyOf(event)) ?? { total: 0, longest: 0 };
    times.set(keyOf(event), { total: total + task, longest: Math.max(longest, task) });
  }
  return [...times.values()].reduce((a, b) => (b.total > a.total ? b : a), { total: 0, longest: 0 });
}

function keyOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}
