import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { type Ask, textOf } from '../answer-stream.ts';
import type { BenchServer } from '../server.ts';
import type { Watched } from './in-page.ts';
import { type Figure, LIMIT_MS, within } from './limit.ts';
import type { Subject } from './subject.ts';
import { SubjectPage } from './subject-page.ts';

/** The longest anybody waits before doing something in an idle page, and a second more. */
export const IDLE_MS = 5000;
const BLANK = { path: '/blank.html', view: ['p'] };

export interface Visit {
  view: number;
  blocking: number;
  shift: number;
  heap: number;
}

export interface Restoring {
  task: Figure;
  more: Figure;
  heap: Figure;
}

/** The measures that are taken of everybody in the same way. */
export class Beside {
  readonly #browser: Browser;
  readonly #server: BenchServer;

  constructor(browser: Browser, server: BenchServer) {
    this.#browser = browser;
    this.#server = server;
  }

  /** All files but the page itself, brotli, until the first view. */
  async bytes(subject: Subject): Promise<number> {
    const page = await this.#browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', response => {
      if (!/\.(?:m?js|css|woff2?|svg|png)$/.test(new URL(response.url()).pathname)) return;
      sizes.push(response.body().then(body => brotliCompressSync(body).length));
    });
    await page.goto(this.#server.origin + subject.path);
    await page.locator(subject.view.join(' ')).first().waitFor();
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const all = await Promise.all(sizes);
    await page.close();
    return all.reduce((sum, size) => sum + size, 0);
  }

  /** A visit at a fourth of the speed, in which nobody touches the chat. */
  async visit(subject: Subject | 'blank'): Promise<Visit> {
    const page = await this.#open(subject === 'blank' ? BLANK : subject, 4);
    const view = await page.seen();
    await sleep(IDLE_MS);
    const { tasks, shift } = await page.page.evaluate(() => {
      const { tasks, shift } = (globalThis as Watched).watch;
      return { tasks, shift };
    });
    const { heap } = await page.probe.readClean();
    await page.close();
    const blocking = tasks.reduce((sum, task) => sum + task - 50, 0);
    return { view, blocking, shift, heap };
  }

  /** Main-thread time of one answer, the second that was asked for. */
  async stream(subject: Subject, ask: Ask): Promise<Figure> {
    const page = await this.#open(subject);
    const paced = ask.pace > 0 ? (textOf(ask).length / 4 / ask.pace) * 1000 : 0;
    const work = async (): Promise<number> => {
      await page.show();
      await page.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
      return (await page.probe.cost(() => page.ask(ask))).task;
    };
    const figure = await within(LIMIT_MS + paced, work());
    await page.close();
    return figure;
  }

  /**
   * Main-thread time of the first question in a fresh page and its answer: the question is drawn and sent, code is
   * fetched, and the answer is there with its actions.
   */
  async firstTurn(subject: Subject): Promise<Figure> {
    const page = await this.#open(subject);
    const work = async (): Promise<number> => {
      await page.show();
      return (await page.probe.cost(() => page.ask({ kind: 'blocks', kilobytes: 2, pace: 0 }))).task;
    };
    const figure = await within(LIMIT_MS, work());
    await page.close();
    return figure;
  }

  /** Main-thread time of a conversation brought back, the heap it takes, and one more exchange in it. */
  async restore(subject: Subject, pairs: number): Promise<Restoring> {
    const page = await this.#open(subject);
    let heap = 0;
    const restoring = async (): Promise<number> => {
      await page.show();
      const before = await page.probe.readClean();
      const { task } = await page.probe.cost(() => page.restore(pairs));
      heap = (await page.probe.readClean()).heap - before.heap;
      return task;
    };
    const small: Ask = { kind: 'blocks', kilobytes: 0, pace: 0 };
    const asking = async (): Promise<number> => {
      await page.ask(small);
      return (await page.probe.cost(() => page.ask(small))).task;
    };
    const task = await within(LIMIT_MS, restoring());
    const isThere = typeof task === 'number';
    const more = isThere ? await within(LIMIT_MS, asking()) : task;
    await page.close();
    return { task, more, heap: isThere ? heap : task };
  }

  #open(subject: Pick<Subject, 'path' | 'view' | 'script'>, throttle = 1): Promise<SubjectPage> {
    return SubjectPage.open(this.#browser, this.#server, subject, throttle);
  }
}
