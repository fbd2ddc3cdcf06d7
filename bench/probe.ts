import type { CDPSession, Page } from 'playwright';

/** What a stretch of a page's life cost. */
export interface Cost {
  /** Main-thread time in tasks, ms. */
  task: number;
  script: number;
  layout: number;
  /** JavaScript heap after garbage collection, bytes. */
  heap: number;
  nodes: number;
}

/** Reads Chromium's own counters of one page. */
export class Probe {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Probe> {
    const session = await page.context().newCDPSession(page);
    // Processor time: other programs don't lengthen it.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Probe(page, session);
  }

  /** Slows the page's processor down `times` times. */
  async throttle(times: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: times });
  }

  async read(): Promise<Cost> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const value = (name: string): number => metrics.find(metric => metric.name === name)?.value ?? 0;
    return {
      task: value('TaskDuration') * 1000,
      script: value('ScriptDuration') * 1000,
      layout: (value('LayoutDuration') + value('RecalcStyleDuration')) * 1000,
      heap: value('JSHeapUsedSize'),
      nodes: value('Nodes'),
    };
  }

  /** Evaluates in the page without a testing library's own code in it, which would be measured too. */
  async look<T>(expression: string): Promise<T> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as T;
  }

  async readClean(): Promise<Cost> {
    for (let i = 0; i < 3; i++) await this.#session.send('HeapProfiler.collectGarbage');
    return this.read();
  }

  /** What `work` costs on the main thread. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const before = await this.read();
    await work();
    const after = await this.read();
    return {
      task: after.task - before.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
      heap: after.heap - before.heap,
      nodes: after.nodes - before.nodes,
    };
  }
}
