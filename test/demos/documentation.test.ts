/** The documentation at `/docs/`, as a reader uses it, and as axe-core judges it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright';
import { app, browser } from './demo-pages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { width: 390, height: 844 };

/** A page whose console must stay empty. */
async function open(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', error => faults.push(error.message));
  await page.goto(app.url + path);
  // The scripts run: VitePress marks the navigation that it has taken over.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  return {
    page,
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

describe('the documentation', () => {
  it('has pages that the search finds', async () => {
    const { page, close } = await open('/docs/');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('dictation');
    await page.getByRole('option').first().waitFor();
    const [first] = await page.getByRole('option').allInnerTexts();
    assert.match(first!, /dictation/i);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/[a-z-]+#.*dictation/i);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await close();
  });

  it('leads by its side navigation, the contents of a page, and from one page to the next', async () => {
    const { page, close } = await open('/docs/');
    const side = page.getByRole('navigation', { name: 'Sidebar Navigation' });
    await side.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/docs/models');
    await page.getByRole('link', { name: 'Slow models', exact: true }).click();
    await page.waitForURL(/#slow-models$/);
    await page.getByRole('link', { name: 'Next page Troubleshooting' }).click();
    await page.waitForURL(/\/docs\/troubleshooting$/);
    await page.getByRole('link', { name: 'Previous page Models' }).waitFor();
    await close();
  });

  it('copies a code block', async () => {
    const { page, close } = await open('/docs/embedding', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('div.language-html').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('data-agent-id'));
    await close();
  });

  it('shows the heading that a citation links to, with HTML or as Markdown for programs', async () => {
    const { page, close } = await open('/docs/getting-started#feed-it-your-own-documents');
    const heading = page.getByRole('heading', { name: 'Feed it your own documents' });
    await heading.waitFor();
    await page.waitForFunction(() => scrollY > 0);
    const markdown = await page.request.get(`${app.url}/docs/getting-started.md`);
    assert.match(await markdown.text(), /^## Feed it your own documents$/m);
    await close();
  });

  it('works on a phone: the menu opens, and nothing is wider than the screen', async () => {
    const { page, close } = await open('/docs/embedding', { viewport: PHONE, hasTouch: true });
    const over = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await over(), 0);
    await page.getByRole('button', { name: 'Pages' }).click();
    const side = page.getByRole('navigation', { name: 'Sidebar Navigation' });
    await side.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    assert.equal(await over(), 0);
    await close();
  });

  it('keeps the colours that a reader chose', async () => {
    const { page, close } = await open('/docs/', { colorScheme: 'light' });
    await page.getByRole('switch').first().click();
    await page.locator('html.dark').waitFor();
    await page.reload();
    await page.locator('html.dark').waitFor();
    await close();
  });

  for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: PHONE }],
  ] as const) {
    it(`has no axe-core violations, ${name}`, async () => {
      for (const path of ['/docs/', '/docs/embedding']) {
        const { page, close } = await open(path, options);
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(
          tags =>
            (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResults> } }).axe.run({
              runOnly: { type: 'tag', values: tags },
              resultTypes: ['violations'],
            }),
          TAGS,
        );
        const broken = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
        );
        assert.deepEqual(broken, [], path);
        await close();
      }
    });
  }
});
