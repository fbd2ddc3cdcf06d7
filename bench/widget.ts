import type { Browser, BrowserContext, Page } from 'playwright';
import { type Watched, watchFromWithin } from './beside/in-page.ts';
import { Probe } from './probe.ts';
import type { Ask } from './server.ts';

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
    await page.addInitScript(watchFromWithin, []);
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

  async layoutShift(): Promise<number> {
    return this.page.evaluate(() => (globalThis as Watched).watch.shift);
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
