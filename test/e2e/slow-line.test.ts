/** A visitor on a slow line: the chat's code takes a while to come, and they don't wait for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { type App, useApp } from './app.ts';
import { gate } from './talk.ts';

const WINDOW = /\/agent-chat-window-\w+\.js$/;
/** All that comes after the window. */
const LATER = /\/chunks\/(?!agent-chat-window-)[\w-]+\.js$/;
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

describe('a chat whose code loads slowly', () => {
  let app: App;
  let browser: Browser;

  useApp(stage => {
    ({ app, browser } = stage);
  });

  /** A page with a field of its own, on which the chat has been asked for and is on its way. */
  async function asked(
    how: (page: Page) => Promise<unknown>,
    { late = WINDOW, ...options }: BrowserContextOptions & { late?: RegExp } = {},
  ): Promise<{ page: Page; arrive: () => void }> {
    const page = await browser.newPage(options);
    const line = gate();
    await page.route(late, async route => {
      await line.open;
      await route.continue();
    });
    await page.goto(`${app.url}/demo/`);
    await page.evaluate(() => {
      const name = document.createElement('input');
      name.ariaLabel = 'Your name';
      document.body.prepend(name);
    });
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await how(page);
    await page.locator('agent-chat[open]').waitFor({ state: 'attached' });
    return { page, arrive: line.release };
  }

  const press = (page: Page): Promise<void> => page.getByRole('button', { name: 'Open chat' }).click();
  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ['the launcher', press],
    ['show()', page => page.evaluate(() => void document.querySelector('agent-chat')?.show())],
    [
      'focusComposer()',
      page => page.evaluate(() => void document.querySelector('agent-chat')?.focusComposer()),
    ],
  ];

  for (const [way, how] of ways)
    it(`opens by ${way} without taking the focus from a field that the visitor has moved to`, async () => {
      const { page, arrive } = await asked(how);
      const name = page.getByRole('textbox', { name: 'Your name' });
      await name.pressSequentially('Jo');
      arrive();
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
      await page.evaluate(() => document.querySelector('agent-chat')?.updateComplete);
      await page.keyboard.type('hanna');
      assert.equal(await name.inputValue(), 'Johanna');
      await page.close();
    });

  it('leaves the focus there also if the window is open and its suggestions are still loading', async () => {
    const { page, arrive } = await asked(press, { late: LATER });
    await page.getByRole('dialog').waitFor();
    const name = page.getByRole('textbox', { name: 'Your name' });
    await name.pressSequentially('Jo');
    arrive();
    await page.getByRole('button', { name: 'How do I put the chat on my page?' }).waitFor();
    await page.keyboard.type('hanna');
    assert.equal(await name.inputValue(), 'Johanna');
    await page.close();
  });

  for (const [way, how] of ways)
    it(`focuses the message field if the visitor opens it by ${way} and waits`, async () => {
      const { page, arrive } = await asked(how);
      arrive();
      const message = page.getByRole('textbox', { name: 'Message' });
      await message.and(page.locator(':focus')).waitFor();
      await page.close();
    });

  it('moves the focus if it covers the whole of a small screen', async () => {
    const { page, arrive } = await asked(press, PHONE);
    await page.getByRole('textbox', { name: 'Your name' }).focus();
    arrive();
    await page.getByRole('dialog').getByRole('heading').and(page.locator(':focus')).waitFor();
    await page.close();
  });

  it('closes the loading menu on Escape, and takes no focus from a visitor who moves to the field', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/demo/`);
    await press(page);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.and(page.locator(':focus')).waitFor();
    const line = gate();
    await page.route(LATER, async route => {
      await line.open;
      await route.continue();
    });
    const more = page.getByRole('button', { name: 'More options' });
    await more.press('Enter');
    await more.press('Escape');
    await more.and(page.locator(':focus')).waitFor();
    await more.press('Enter');
    await message.pressSequentially('Where ');
    const fetched = page.waitForEvent('requestfinished');
    line.release();
    await fetched;
    await more.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await message.pressSequentially('is it?');
    assert.equal(await message.inputValue(), 'Where is it?');
    await page.close();
  });

  it('shows the actions of an answer below its sources, and not before them', async () => {
    const { page, arrive } = await asked(press, { late: /\/chunks\/render-parts-\w+\.js$/ });
    const parts = page.waitForRequest(/render-parts/);
    await page.getByRole('button', { name: 'How do I feed it my own documents?' }).click();
    await parts;
    // The code of the actions has loaded: those of the question are there.
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    const answer = page.locator('agent-chat [part~="assistant-message"]').last();
    const copy = answer.getByRole('button', { name: 'Copy text' });
    assert.equal(await copy.count(), 0);
    arrive();
    await answer.locator('[part~="part-citation"]').first().waitFor();
    await copy.waitFor();
    await page.close();
  });

  it('has the text of the link that opened it in the message field, whatever appears before it', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/demo/#chat=Where%20is%20my%20order%3F`);
    await page.getByRole('button', { name: 'How do I put the chat on my page?' }).waitFor();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.and(page.locator(':focus')).waitFor();
    assert.equal(await message.inputValue(), 'Where is my order?');
    await page.close();
  });
});
