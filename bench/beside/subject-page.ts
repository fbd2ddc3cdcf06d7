import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright';
import { type Ask, textOf } from '../answer-stream.ts';
import { lastWordsOf } from '../answers.ts';
import { Probe } from '../probe.ts';
import type { BenchServer } from '../server.ts';
import { type Watched, watchFromWithin } from './in-page.ts';
import type { Subject } from './subject.ts';

/** A measured page, driven the same way whoever it is. */
export class SubjectPage {
  readonly page: Page;
  readonly probe: Probe;
  readonly #context: BrowserContext;
  readonly #server: BenchServer;

  private constructor(page: Page, probe: Probe, server: BenchServer) {
    this.page = page;
    this.probe = probe;
    this.#context = page.context();
    this.#server = server;
  }

  static async open(
    browser: Browser,
    server: BenchServer,
    subject: Pick<Subject, 'path' | 'view' | 'script'>,
    throttle = 1,
  ): Promise<SubjectPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(watchFromWithin, subject.view);
    if (subject.script) await page.addInitScript(subject.script);
    const probe = await Probe.of(page);
    if (throttle > 1) await probe.throttle(throttle);
    await page.goto(server.origin + subject.path);
    return new SubjectPage(page, probe, server);
  }

  /** Waits for the first view, asking seldom: this is measured too. */
  async seen(): Promise<number> {
    await this.page.waitForFunction(() => (globalThis as Watched).watch.view > 0, undefined, {
      polling: 100,
    });
    return this.page.evaluate(() => (globalThis as Watched).watch.view);
  }

  async show(): Promise<void> {
    await this.seen();
    await this.page.evaluate(() => (globalThis as Watched).subject.open());
    await this.#settled('', 0);
  }

  /** Asks and waits until the answer is drawn whole: its last words are in the page and nothing changes any more. */
  async ask(ask: Ask): Promise<void> {
    const answer = await this.#lookOutFor(ask);
    await this.#say(ask);
    await answer();
  }

  /** Asks and waits until the question is drawn; what comes back has the answer come and waits as `ask` does. */
  async askAndHold(ask: Ask): Promise<() => Promise<void>> {
    const answer = await this.#lookOutFor(ask);
    const release = this.#server.hold();
    const asked = once(this.#server.answers, 'asked');
    await this.#say(ask);
    await asked;
    await this.#settled('', 0);
    return () => {
      release();
      return answer();
    };
  }

  /** Waits, once it is called, until the answer is drawn whole. */
  async #lookOutFor(ask: Ask): Promise<() => Promise<void>> {
    const { words, times } = lastWordsOf(ask.kind, textOf(ask));
    const before = await this.#count(words);
    const answered = once(this.#server.answers, 'end');
    return async () => {
      await answered;
      await this.#settled(words, before + times);
    };
  }

  async #say(ask: Ask): Promise<void> {
    await this.page.evaluate(text => void (globalThis as Watched).subject.ask(text), JSON.stringify(ask));
  }

  /** Puts so many pairs in view; milliseconds by the clock until the last one is painted. */
  async restore(pairs: number): Promise<number> {
    const last = `Answer number ${pairs - 1} with`;
    const wall = await this.page.evaluate(
      async ([count, words]) => {
        const { subject, watch } = globalThis as Watched;
        const conversation = Array.from({ length: count }, (_, index): [string, string] => [
          `Question ${index}`,
          `Answer number **${index}** with some words in it.`,
        ]);
        const started = performance.now();
        await subject.restore(conversation);
        watch.count(words);
        await watch.painted(words);
        return performance.now() - started;
      },
      [pairs, last] as const,
    );
    await this.#settled(last, 1);
    return wall;
  }

  /** All elements of the page, those in shadow trees too. */
  elements(): Promise<number> {
    return this.page.evaluate(() => {
      const count = (root: ParentNode): number =>
        [...root.querySelectorAll('*')].reduce(
          (sum, { shadowRoot }) => sum + 1 + (shadowRoot ? count(shadowRoot) : 0),
          0,
        );
      return count(document);
    });
  }

  #count(words: string): Promise<number> {
    return this.page.evaluate(text => (globalThis as Watched).watch.count(text), words);
  }

  #settled(words: string, times: number): Promise<void> {
    return this.page.evaluate(([text, count]) => (globalThis as Watched).watch.settled(text, count), [
      words,
      times,
    ] as const);
  }

  /** A page that is busy for minutes does not keep the bench waiting. */
  async close(): Promise<void> {
    await Promise.race([this.#context.close(), new Promise(resolve => setTimeout(resolve, 5000))]);
  }
}
