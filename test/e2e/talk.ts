/** A visitor in front of the demo pages, with the whole application behind them and a model at its far end. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { type OpenAiServer, openAiServer } from '../fakes/openai-server.ts';
import { type App, startApp } from './app.ts';

/** A smooth scroll may show the same place twice. */
const STILL_FRAMES = 10;

export class Talk {
  model!: OpenAiServer;
  app!: App;
  browser!: Browser;
  context!: BrowserContext;
  page!: Page;
  /** What pages have thrown or written to the console as an error since the test began. */
  mistakes: string[] = [];

  /** The window, or the inline conversation. */
  get log(): Locator {
    return this.page.getByRole('log');
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  get answers(): Locator {
    return this.page.locator('agent-chat [part~="assistant-message"]');
  }

  get questions(): Locator {
    return this.page.locator('agent-chat [part~="user-message"]');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Opens a demo page in a tab of its own and the chat on it; that tab is `page` from then on. */
  async open(path = '/demo/'): Promise<Page> {
    const page = await this.context.newPage();
    page.on('pageerror', error => this.mistakes.push(error.message));
    await page.goto(this.app.url + path);
    this.page = page;
    await this.show();
    return page;
  }

  /** Opens the chat of the page unless it is open already. */
  async show(): Promise<void> {
    const launcher = this.button('Open chat');
    const inside = this.page.locator('agent-chat [role=log], agent-chat [part~=consent]').first();
    // The log is in the page before the window opens if a reply is running.
    await launcher.or(inside).filter({ visible: true }).first().waitFor();
    if (!(await inside.isVisible())) await launcher.click();
    await inside.waitFor();
  }

  async ask(question: string): Promise<void> {
    await this.composer.fill(question);
    await this.composer.press('Enter');
    await this.questions.last().getByText(question, { exact: true }).waitFor();
  }

  /** No answer is under way. */
  async settled(): Promise<void> {
    await this.button('Send message').waitFor();
  }

  /** Asks again, once a frame, until it is so. */
  async until(condition: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + 20_000;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error(`never came true: ${condition}`);
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }

  /** The value once it no longer changes, as while the browser scrolls. */
  async settledAt<T>(read: () => Promise<T>): Promise<T> {
    let last = await read();
    let frames = 0;
    await this.until(async () => {
      const now = await read();
      frames = now === last ? frames + 1 : 0;
      last = now;
      return frames === STILL_FRAMES;
    });
    return last;
  }

  /** Changes the agent's settings as its owner would. */
  async settings(patch: object): Promise<void> {
    const response = await fetch(`${this.app.url}/v2/chatbots/settings`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.app.adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ chatbotId: this.app.agentId, ...patch }),
    });
    assert.equal(response.status, 202, await response.text());
  }

  /** What the model was told last, by whomever. */
  get lastTold(): string {
    return this.model.seen.at(-1)?.body.messages.at(-1)?.content ?? '';
  }
}

/** Starts everything once for the tests around the call; each test has a visitor of its own. */
export function useTalk(): Talk {
  const talk = new Talk();
  before(async () => {
    talk.model = await openAiServer();
    talk.app = await startApp({ OPENAI_BASE_URL: talk.model.url, OPENAI_API_KEY: 'unused' });
    talk.browser = await launchHeadless();
  });
  after(async () => {
    await talk.browser?.close();
    await talk.app?.stop();
    await talk.model?.close();
  });
  beforeEach(async () => {
    talk.context = await talk.browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    });
    talk.mistakes = [];
    talk.model.seen.length = 0;
  });
  afterEach(async () => {
    await talk.context.close();
    assert.deepEqual(talk.mistakes, [], 'nothing was thrown in the page');
  });
  return talk;
}

/** Something that waits until it may go on. */
export function gate(): { readonly open: Promise<void>; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: promise, release: resolve };
}
