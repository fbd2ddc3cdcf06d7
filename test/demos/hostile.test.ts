import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { app, browser } from './demo-pages.ts';

const OTHERWISE_TESTED = ['index.html', 'ten-widgets.html', 'swapped-body.html'];
const PAGES = readdirSync(join(import.meta.dirname, '../../demo/hostile')).filter(
  name => name.endsWith('.html') && !OTHERWISE_TESTED.includes(name),
);

for (const name of PAGES) {
  test(`answers on a hostile page and leaves it unharmed: ${name}`, async () => {
    const { page, faults } = await visit(`/demo/hostile/${name}`);
    await converse(page);
    assert.equal(await page.locator('agent-chat').count(), 1);
    assert.deepEqual(await stateOf(page), await untouched(`/demo/hostile/${name}`));
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('opens at a scroll depth on a page without a doctype, not above it', async () => {
  const { page, faults } = await visit('/demo/hostile/no-doctype.html');
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('p'), { style: 'height: 4000px' }));
    Object.assign(document.querySelector('agent-chat')!, { settings: { autoOpen: { scroll: 50 } } });
  });
  const scrolled = (to: number): Promise<void> =>
    page.evaluate(async top => {
      const told = new Promise(resolve => document.addEventListener('scroll', resolve, { once: true }));
      scrollTo(0, top);
      await told;
      await new Promise(requestAnimationFrame);
    }, to);
  // The rules' code has come once a window's worth of scrolling is heard.
  await page.waitForLoadState('networkidle');
  await scrolled(500);
  assert.equal(await page.locator('agent-chat[open]').count(), 0);
  await scrolled(3900);
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('looks the same without a doctype: the table in the bubble’s colour, no gap below a form', async () => {
  const { page } = await visit('/demo/hostile/no-doctype.html');
  assert.equal(await page.evaluate(() => document.compatMode), 'BackCompat');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.locator('agent-chat').evaluate(element => {
    const chat = element as HTMLElementTagNameMap['agent-chat'];
    chat.theme = 'dark';
    chat.settings = { leadForm: { when: 'after-reply' } };
    const said = (text: string) => [{ type: 'text' as const, text }];
    chat.restore({
      messages: [
        { role: 'user', parts: said('When?') },
        { role: 'assistant', parts: said('| Day | Hours |\n| - | - |\n| Monday | 9 to 5 |') },
      ],
    });
  });
  const inBubble = (cell: Element) => getComputedStyle(cell.closest('[part~=bubble]')!).color;
  const cell = page.getByRole('cell', { name: 'Monday' });
  assert.equal(await cell.evaluate(node => getComputedStyle(node).color), await cell.evaluate(inBubble));
  for (const part of ['composer', 'lead-form']) {
    const form = page.locator(`[part~=${part}]`);
    assert.equal(await form.evaluate(node => getComputedStyle(node).marginBlockEnd), '0px', part);
  }
  await page.context().close();
});

test('needs no exception from a strict page', async () => {
  const { page, faults } = await visit('/demo/csp.html');
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', event =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await converse(page);
  assert.deepEqual(
    await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations),
    [],
  );
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('ten conversations work on one page without mixing', async () => {
  const { page, faults } = await visit('/demo/hostile/ten-widgets.html');
  const logs = page.getByRole('log');
  await logs.nth(9).waitFor();
  assert.equal(await logs.count(), 10);
  assert.equal(await page.getByRole('button', { name: 'Open chat' }).count(), 0);
  const fourth = page.locator('agent-chat').nth(3);
  await fourth.getByRole('textbox', { name: 'Message' }).fill('How do I run it on another port?');
  await fourth.getByRole('button', { name: 'Send message' }).click();
  await fourth.getByText(/8787/).first().waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('stays on the page, once, while a router replaces the body around it', async () => {
  const { page, faults } = await visit('/demo/hostile/swapped-body.html');
  await converse(page, { close: false });
  await page.getByRole('link', { name: 'To page two' }).click();
  await page.waitForURL('**/*page=2');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/8787/).first().waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('agent-chat').length === 1);
  await dialog.getByText(/8787/).first().waitFor();
  assert.deepEqual(faults, []);
  await page.context().close();
});

async function visit(path: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on('request', request => {
    if (!request.url().startsWith(app.url)) faults.push(`asked ${request.url()}`);
  });
  await page.goto(app.url + path);
  return { page, faults };
}

/** Opens by pointer, asks, reads the answer, closes by keyboard. */
async function converse(page: Page, { close = true } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Message' });
  await field.click();
  await field.fill('How do I run it on another port?');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await dialog.getByText(/8787/).first().waitFor();
  await dialog.getByRole('button', { name: 'Send message' }).waitFor();
  const box = await dialog.boundingBox();
  const view = page.viewportSize();
  assert.ok(box && view, 'the window is on the screen');
  assert.ok(box.width > 290 && box.height > 300, `the window measures ${box.width} × ${box.height}`);
  assert.ok(
    box.x >= 0 && box.y >= 0 && box.x + box.width <= view.width + 1,
    'the window is inside the screen',
  );
  if (!close) return;
  await field.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** What a visitor of the page would miss if it were gone. */
function stateOf(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    title: document.title,
    head: [...document.head.children].map(child => child.localName),
    body: [...document.body.children].map(child => child.localName).filter(name => name !== 'agent-chat'),
    viewport: document.querySelector('meta[name=viewport]')?.getAttribute('content'),
    html: document.documentElement.getAttributeNames(),
    bodyStyle: document.body.getAttribute('style'),
    globals: Object.keys(globalThis).filter(key => /chat/i.test(key)),
    scroll: scrollY,
  }));
}

/** The same page without the chat. */
async function untouched(path: string): Promise<unknown> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/agent-chat.js*', route => route.abort());
  await page.goto(app.url + path);
  const state = await stateOf(page);
  await context.close();
  return state;
}
