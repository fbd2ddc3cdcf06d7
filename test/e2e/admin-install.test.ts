/** What "Install" gives is pasted into a page as it is, and the page around it goes on as before. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { type Site, startSite } from '../fakes/site.ts';
import { type Owner, openPanel } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

let app: App;
let browser: Browser;
let owner: Owner;
let shop: Site;

async function snippet(way: string): Promise<string> {
  await owner.panel.getByRole('radio', { name: way }).check();
  return owner.panel.getByRole('region', { name: way }).innerText();
}

function policy(): Promise<string> {
  return owner.panel.getByRole('region', { name: 'Content security policy' }).innerText();
}

/** Opens a page of the shop with this in it, under this policy, and has a visitor open the chat. */
async function visit(html: string, csp = ''): Promise<{ complaints: string[]; price: string }> {
  shop.pages['/'] = {
    body: `<!doctype html><title>A shop</title><p id="price"></p><script src="/shop.js"></script>${html}`,
    headers: csp === '' ? {} : { 'Content-Security-Policy': csp },
  };
  // As libraries of a shop do: HTML out of a string, and a policy of their own for it.
  shop.pages['/shop.js'] = {
    body: `const own = globalThis.trustedTypes?.createPolicy('shop', { createHTML: html => html });
      document.getElementById('price').innerHTML = '<b>9 €</b>';`,
    type: 'text/javascript; charset=utf-8',
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const price = await page.locator('#price').innerText();
  await context.close();
  return { complaints, price };
}

/** As an owner adds it: sources to the directives that he has, and what he does not have yet. */
function add(own: Record<string, string>, line: string): string {
  const policy = { ...own };
  for (const [name = '', ...sources] of line.split('; ').map(part => part.split(' ')))
    policy[name] = [policy[name], ...sources].filter(Boolean).join(' ');
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

describe('the install snippets', () => {
  useApp(stage => {
    ({ app, browser } = stage);
  });
  before(async () => {
    shop = await startSite();
    owner = await openPanel(browser, app);
    await owner.openTab('Install');
  });
  after(() => shop?.close());

  for (const way of ['Script tag', 'Shopify', 'Google Tag Manager', 'WordPress']) {
    it(`put the chat on a page: ${way}`, async () => {
      const lines = await snippet(way);
      // WordPress writes what stands between the marks.
      const { complaints } = await visit(/\?>(.*)<\?php/s.exec(lines)?.[1] ?? lines);
      assert.deepEqual(complaints, []);
    });
  }

  it('work on a page with a content security policy', async () => {
    const tag = await snippet('Script tag');
    const own = { 'default-src': "'none'", 'script-src': "'self'" };
    const { complaints, price } = await visit(tag, add(own, await policy()));
    assert.deepEqual(complaints, []);
    assert.equal(price, '9 €');
  });

  it('need only connect-src if the site bundles the widget', async () => {
    await snippet('npm');
    assert.equal(await policy(), `connect-src ${new URL(app.url).origin}`);
  });
});
