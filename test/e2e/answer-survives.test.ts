import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { ensureChromium, launchHeadless } from '../../scripts/browser.ts';
import { type OpenAiServer, openAiServer } from '../fakes/openai-server.ts';
import { type App, startApp } from './app.ts';
import { openLine } from './line.ts';

const PIECES = ['Kettles ', 'come ', 'on ', 'Saturdays.'];
const WHOLE = PIECES.join('');

/** An answer that stops in its middle until it is told to go on. */
class SlowAnswer {
  #goOn!: () => void;
  readonly #may = new Promise<void>(resolve => {
    this.#goOn = resolve;
  });

  constructor(model: OpenAiServer) {
    model.script({ text: PIECES, before: piece => (piece === 2 ? this.#may : undefined) });
  }

  goOn(): void {
    this.#goOn();
  }
}

describe('a running answer', () => {
  let model: OpenAiServer;
  let app: App;
  let browser: Browser;
  let context: BrowserContext;
  let mistakes: string[];

  before(async () => {
    model = await openAiServer();
    app = await startApp({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'unused' });
    browser = await launchHeadless();
  });
  after(async () => {
    await browser?.close();
    await app?.stop();
    await model?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    mistakes = [];
    model.seen.length = 0;
  });
  afterEach(async () => {
    await context.close();
    assert.deepEqual(mistakes, [], 'nothing was thrown in the page');
  });

  async function openChat(at = app.url): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', error => mistakes.push(error.message));
    await page.goto(`${at}/demo/`);
    await showWindow(page);
    return page;
  }

  async function showWindow(page: Page): Promise<void> {
    await page.locator('agent-chat').waitFor({ state: 'attached' });
    const launcher = page.getByRole('button', { name: 'Open chat' });
    const log = page.getByRole('log');
    await launcher.or(log).first().waitFor();
    if (!(await log.isVisible())) await launcher.click();
    await log.waitFor();
  }

  async function ask(page: Page, question = 'When do kettles come?'): Promise<void> {
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill(question);
    await composer.press('Enter');
    await answers(page).getByText('Kettles come').waitFor();
  }

  function answers(page: Page): Locator {
    return page.locator('agent-chat [part~="assistant-message"]');
  }

  async function isWholeOnce(page: Page): Promise<void> {
    await answers(page).getByText(WHOLE).waitFor();
    await page.getByRole('button', { name: 'Send message' }).waitFor();
    assert.equal(await answers(page).getByText('Kettles').count(), 1);
    assert.equal(await page.locator('agent-chat [part~="user-message"]').count(), 1);
    assert.equal(model.seen.length, 1, 'the model was asked once');
  }

  it('continues after a reload, and was asked for once', async () => {
    const slow = new SlowAnswer(model);
    const page = await openChat();
    await ask(page);
    await page.reload();
    await showWindow(page);
    await answers(page).getByText('Kettles come').waitFor();
    slow.goOn();
    await isWholeOnce(page);
  });

  it('is complete when the visitor returns to a frozen tab', async () => {
    const slow = new SlowAnswer(model);
    const page = await openChat();
    await ask(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
    slow.goOn();
    assert.equal(await model.seen[0]!.over, true, 'the model has said all');
    await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    await isWholeOnce(page);
  });

  it('continues when the visitor returns from another page', async () => {
    const slow = new SlowAnswer(model);
    const page = await openChat();
    await ask(page);
    await page.goto(`${app.url}/healthz`);
    slow.goOn();
    await page.goBack();
    await showWindow(page);
    await isWholeOnce(page);
  });

  it('continues in a View Transition that moves the chat, and in one to another page', async () => {
    await context.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('@view-transition { navigation: auto }');
      document.adoptedStyleSheets.push(sheet);
    });
    const slow = new SlowAnswer(model);
    const page = await openChat();
    await ask(page);
    await page.evaluate(async () => {
      const chat = document.querySelector('agent-chat')!;
      chat.style.viewTransitionName = 'chat';
      await document.startViewTransition(() => {
        const main = document.createElement('main');
        document.body.replaceChildren(main);
        main.append(chat);
      }).finished;
    });
    await answers(page).getByText('Kettles come').waitFor();
    await page.evaluate(() => location.assign('/demo/inline.html'));
    await page.waitForURL('**/inline.html');
    await page.goto(`${app.url}/demo/`);
    await showWindow(page);
    slow.goOn();
    await isWholeOnce(page);
  });

  it('continues when the browser restores the page from its back/forward cache', async () => {
    const kept = await launchHeadless({
      // The shell keeps no page.
      executablePath: ensureChromium(),
      args: ['--enable-features=BackForwardCache'],
      // Playwright switches the cache off unless it is told not to.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      await context.close();
      context = await kept.newContext();
      const slow = new SlowAnswer(model);
      const page = await openChat();
      await page.evaluate(() => {
        addEventListener('pageshow', event => Object.assign(window, { cameBack: event.persisted }));
      });
      await ask(page);
      await page.goto(`${app.url}/healthz`);
      slow.goOn();
      await page.goBack({ waitUntil: 'commit' });
      await isWholeOnce(page);
      assert.equal(await page.evaluate(() => (window as { cameBack?: boolean }).cameBack), true);
    } finally {
      await context.close();
      await kept.close();
      context = await browser.newContext();
    }
  });

  it('keeps a draft, over a reload and for each conversation', async () => {
    model.script({ text: [WHOLE] });
    const page = await openChat();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('Not sent y');
    await page.reload();
    await showWindow(page);
    assert.equal(await composer.inputValue(), 'Not sent y');
    await ask(page, 'When do kettles come?');
    await page.getByRole('button', { name: 'Send message' }).waitFor();
    await composer.fill('To be asked later');
    await page.getByRole('button', { name: 'New conversation' }).click();
    assert.equal(await composer.inputValue(), '');
    await page.reload();
    await showWindow(page);
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('menuitem', { name: 'Earlier conversations' }).click();
    await page.getByRole('button', { name: /^When do kettles come/ }).click();
    await answers(page).getByText(WHOLE).waitFor();
    assert.equal(await composer.inputValue(), 'To be asked later');
  });

  it('is one connection and one unread count for two tabs, and read in both when read in one', async () => {
    const slow = new SlowAnswer(model);
    const first = await openChat();
    const second = await openChat();
    await ask(first);
    await answers(second).getByText('Kettles come').waitFor();
    for (const page of [first, second]) await page.getByRole('button', { name: 'Close chat' }).last().click();
    slow.goOn();
    const unread = (page: Page): Locator => page.getByRole('button', { name: /^Open chat.*1/ });
    for (const page of [first, second]) await unread(page).waitFor();
    assert.equal(model.seen.length, 1, 'one stream');
    await second.bringToFront();
    await unread(second).click();
    await answers(second).getByText(WHOLE).waitFor();
    await first.getByRole('button', { name: 'Open chat', exact: true }).waitFor();
  });

  it('grows in a second tab too, and ends there if the first tab closes', async () => {
    const slow = new SlowAnswer(model);
    const first = await openChat();
    const second = await openChat();
    await ask(first);
    await answers(second).getByText('Kettles come').waitFor();
    await first.close();
    slow.goOn();
    await isWholeOnce(second);
  });

  it('stops at the model when the visitor stops it in another tab', async () => {
    new SlowAnswer(model);
    const first = await openChat();
    const second = await openChat();
    await ask(first);
    await second.getByRole('button', { name: 'Stop' }).click();
    assert.equal(await model.seen[0]!.over, false, 'the model was cut off');
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Send message' }).waitFor();
      await answers(page).getByText('Kettles come').waitFor();
    }
  });

  it('waits for the visitor when the server is unreachable, and is then resumed, not asked for again', async () => {
    const slow = new SlowAnswer(model);
    const line = await openLine(Number(new URL(app.url).port));
    const page = await openChat(line.url);
    await ask(page);
    await line.cut();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.waitFor();
    await answers(page).getByText('Kettles come').waitFor();
    slow.goOn();
    await line.mend();
    await tryAgain.click();
    await isWholeOnce(page);
    await line.cut();
  });
});
