import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { type App, useApp } from './app.ts';
import { filesBelow, findLeaks } from './leaks.ts';

let app: App;
let browser: Browser;
/** Everything that reached the browser, by address. */
const seen = new Map<string, string>();
const elsewhere: string[] = [];

useApp(stage => {
  ({ app, browser } = stage);
});

test('a newcomer asks by keyboard, reads the answer as it arrives, follows its source, asks again, and finds it again', async () => {
  const page = await openPage('/demo/');
  const { host } = new URL(app.url);

  await page.getByRole('button', { name: 'Open chat' }).focus();
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog');
  const log = window.getByRole('log');
  const composer = window.getByRole('textbox', { name: 'Message' });
  await composer.and(page.locator(':focus')).waitFor();

  await watchGrowth(page);
  await page.keyboard.type('How do I run it on another port?');
  await page.keyboard.press('Enter');
  const answers = page.locator('agent-chat [part~="assistant-message"]');
  await log.getByText(/8787/).first().waitFor();
  await window.getByRole('button', { name: 'Send message' }).waitFor();
  const steps = await page.evaluate(() => (globalThis as unknown as { steps: number[] }).steps);
  assert.ok(steps.length > 2, `the answer grew in ${steps.length} steps`);

  await window
    .getByRole('list', { name: /^\d+ sources?$/ })
    .getByRole('button')
    .first()
    .press('Enter');
  const source = window.getByRole('link', { name: /Getting started/ }).first();
  await source.waitFor();
  const href = new URL((await source.getAttribute('href')) ?? '', app.url);
  assert.equal(href.host, host);
  const document = await page.request.get(href.href);
  assert.equal(document.status(), 200);
  assert.match(await document.text(), /8787/);

  const answered = await answers.count();
  await composer.fill('and the data folder?');
  await composer.press('Enter');
  await answers
    .nth(answered)
    .getByText(/DATA_DIR/)
    .first()
    .waitFor();
  await window.getByRole('button', { name: 'Send message' }).waitFor();

  await page.reload();
  const reopened = page.getByRole('dialog').getByRole('log');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await reopened.getByText('How do I run it on another port?').waitFor();
  await reopened
    .getByText(/DATA_DIR/)
    .first()
    .waitFor();

  assert.deepEqual(elsewhere, [], 'no other host is contacted');
});

test('the API key and the admin token reach no page, bundle, answer or log', async () => {
  await openPage('/').then(page => page.waitForLoadState('networkidle'));
  seen.set('process output', app.output().replaceAll(app.adminToken, ''));
  for (const [path, content] of filesBelow(join(import.meta.dirname, '../../dist'))) seen.set(path, content);
  assert.ok(seen.size > 10, 'there is something to search');
  assert.deepEqual(findLeaks(app.apiKey, seen), []);
  assert.deepEqual(findLeaks(app.adminToken, seen), []);
});

async function openPage(path: string): Promise<Page> {
  const page = await browser.newPage();
  page.on('request', request => {
    if (new URL(request.url()).host !== new URL(app.url).host) elsewhere.push(request.url());
  });
  page.on('response', response => {
    response
      .text()
      .then(body => seen.set(response.url() + seen.size, JSON.stringify(response.headers()) + body))
      .catch(() => undefined);
  });
  await page.goto(app.url + path);
  return page;
}

/** Notes each length the log's text has had, as a reader would see it grow. */
async function watchGrowth(page: Page): Promise<void> {
  await page.evaluate(() => {
    const steps: number[] = [];
    Object.assign(globalThis, { steps });
    const log = document.querySelector('agent-chat')?.shadowRoot?.querySelector('[role=log]');
    if (!log) throw new Error('there is no log');
    new MutationObserver(() => {
      const length = log.textContent?.length ?? 0;
      if (length > (steps.at(-1) ?? 0)) steps.push(length);
    }).observe(log, { childList: true, characterData: true, subtree: true });
  });
}
