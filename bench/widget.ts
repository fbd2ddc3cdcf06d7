import type { Browser, BrowserContext, Page } from 'playwright';
import { Probe } from './probe.ts';
import type { Ask } from './server.ts';

/** Runs in the page before all else: notes tasks over 50 ms and layout shifts. */
export function observe(): void {
  const seen = { tasks: [] as number[], shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** A page with the widget, driven as a visitor and as its owner would. */
export class WidgetPage {
  readonly page: Page;
  readonly probe: Probe;

  private constructor(page: Page, probe: Probe) {
    this.page = page;
    this.probe = probe;
  }

  static async open(browser: Browser, origin: string, throttle = 1): Promise<WidgetPage> {
    return WidgetPage.on(
      await browser.newContext({ viewport: { width: 1280, height: 800 } }),
      origin,
      throttle,
    );
  }

  static async on(context: BrowserContext, origin: string, throttle = 1): Promise<WidgetPage> {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const probe = await Probe.of(page);
    if (throttle > 1) await probe.throttle(throttle);
    await page.goto(`${origin}/widget.html`);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    return new WidgetPage(page, probe);
  }

  async show(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open chat' }).click();
    await this.page.getByRole('textbox', { name: 'Message' }).waitFor();
    await this.settled();
  }

  /** Asks for an answer and waits until it is drawn whole. */
  async ask(ask: Ask | string): Promise<void> {
    await this.page.evaluate(
      async message => {
        const chat = document.querySelector('agent-chat') as HTMLElement & {
          sendMessage(text: string): Promise<void>;
        };
        const replied = new Promise(resolve =>
          chat.addEventListener('agent-chat-reply', resolve, { once: true }),
        );
        void chat.sendMessage(message);
        await replied;
      },
      typeof ask === 'string' ? ask : JSON.stringify(ask),
    );
    await this.settled();
  }

  /** Makes the messages of a conversation, to be put in view by `restore`. */
  async prepare(pairs: number): Promise<void> {
    await this.page.evaluate(count => {
      const messages = Array.from({ length: count * 2 }, (_, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        parts: [
          {
            type: 'text',
            text:
              index % 2 === 0
                ? `Question ${index / 2}`
                : `Answer number **${(index - 1) / 2}** with some words in it.`,
          },
        ],
      }));
      Object.assign(window, { prepared: messages });
    }, pairs);
  }

  /** Milliseconds from the call until the last of the prepared messages has been painted. */
  async restore(): Promise<number> {
    return this.page.evaluate(async () => {
      const { prepared } = window as unknown as { prepared: unknown[] };
      const chat = document.querySelector('agent-chat') as HTMLElement & {
        restore(o: unknown): Promise<void>;
      };
      const last = `Answer number ${prepared.length / 2 - 1} `;
      const isDrawn = (): boolean =>
        [...chat.shadowRoot!.querySelectorAll('[role=article]')].at(-1)?.textContent?.includes(last) === true;
      const started = performance.now();
      await chat.restore({ messages: prepared });
      await new Promise<void>(resolve => {
        // A task that was queued in a frame runs after that frame is on screen.
        const look = (): void => {
          if (isDrawn()) setTimeout(resolve);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      return performance.now() - started;
    });
  }

  /** Waits until nothing has been drawn into the chat for ten frames: a long answer is drawn in pieces. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>(resolve => {
          let quiet = 0;
          const drawn = new MutationObserver(() => {
            quiet = 0;
          });
          const root = document.querySelector('agent-chat')?.shadowRoot;
          if (root) drawn.observe(root, { childList: true, characterData: true, subtree: true });
          const look = (): void => {
            if (++quiet < 10) requestAnimationFrame(look);
            else resolve(drawn.disconnect());
          };
          requestAnimationFrame(look);
        }),
    );
  }

  async longestTask(): Promise<number> {
    return this.page.evaluate(() =>
      Math.max(0, ...(window as unknown as { seen: { tasks: number[] } }).seen.tasks),
    );
  }

  async layoutShift(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
  }

  /** All elements the widget added to the page, those in its shadow tree too. */
  async elements(): Promise<number> {
    return this.page.evaluate(() => {
      const count = (root: ParentNode): number =>
        [...root.querySelectorAll('*')].reduce(
          (sum, each) => sum + 1 + (each.shadowRoot ? count(each.shadowRoot) : 0),
          0,
        );
      return [...document.querySelectorAll('agent-chat')].reduce(
        (sum, chat) => sum + 1 + count(chat.shadowRoot!),
        0,
      );
    });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
