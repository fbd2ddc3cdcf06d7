/** Every state of the conversation, as a reader of the gallery meets it, and as axe-core judges it. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { app, browser, buttonsWithoutEdge } from './demo-pages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = join(import.meta.dirname, '../.artifacts/gallery');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  name: string;
  query: string;
  page?: Parameters<Browser['newPage']>[0];
}

const LOOKS: Look[] = [
  { name: 'light', query: 'variant=light' },
  { name: 'dark', query: 'variant=dark', page: { colorScheme: 'dark' } },
  { name: 'right to left', query: 'variant=rtl' },
  { name: '320 pixels', query: 'variant=narrow', page: { viewport: { width: 368, height: 800 } } },
  { name: 'forced colours', query: 'variant=light', page: { forcedColors: 'active' } },
];

describe('the gallery of the conversation', () => {
  before(() => {
    mkdirSync(PICTURES, { recursive: true });
  });

  const open = async ({ query, page: options }: Look): Promise<Page> => {
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    page.on('pageerror', error => assert.fail(`an error in the page: ${error.message}`));
    await page.goto(`${app.url}/demo/gallery.html?${query}`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 60_000 });
    return page;
  };

  for (const look of LOOKS) {
    it(`violates no accessibility rule in any state: ${look.name}`, async () => {
      const page = await open(look);
      await page.screenshot({
        path: join(PICTURES, `${look.name.replaceAll(' ', '-')}.png`),
        fullPage: true,
      });
      await page.evaluate(AXE);
      const results = await page.evaluate(
        ({ tags, naming }) =>
          (
            globalThis as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } }
          ).axe.run(
            { include: 'agent-chat' },
            {
              rules: { 'target-size': { enabled: true } },
              runOnly: { type: 'tag', values: tags },
              // Naming every element that is in order takes longest; once is enough to see that axe gets inside.
              ...(!naming && { resultTypes: ['violations', 'incomplete'] }),
            },
          ),
        { tags: TAGS, naming: look === LOOKS[0] },
      );
      // What axe leaves to a person's eye counts as broken too, where it can see colours and what lies under a text.
      const unsure = look.page?.forcedColors || look.page?.viewport ? [] : results.incomplete;
      const broken = [...results.violations, ...unsure].map(
        rule =>
          `${rule.id}: ${rule.nodes.map(node => `${String(node.target.flat())} ${node.failureSummary}`).join('\n  ')}`,
      );
      assert.deepEqual(broken, []);
      if (look.page?.forcedColors) assert.deepEqual(await buttonsWithoutEdge(page), []);
      const direction = await page.evaluate(() =>
        [...document.querySelectorAll('agent-chat')].map(
          chat => getComputedStyle(chat.shadowRoot!.querySelector('.window')!).direction,
        ),
      );
      const expected = look.name === 'right to left' ? 'rtl' : 'ltr';
      assert.deepEqual([...new Set(direction)], [expected]);
      if (look !== LOOKS[0]) return page.close();
      const judged = JSON.stringify(results.passes.map(rule => rule.nodes.map(node => node.target)));
      for (const inside of ['textarea', 'role=\\"log\\"', '.suggestion', 'lead-email']) {
        assert.ok(judged.includes(inside), `axe has looked at ${inside}`);
      }
      await page.close();
    });
  }

  it('gives a finger 44 pixels for everything that is not in a line of text', async () => {
    for (const variant of ['narrow', 'rtl']) {
      const viewport = { width: 430, height: 900 };
      const page = await open({
        name: 'a finger',
        query: `variant=${variant}`,
        page: { viewport, hasTouch: true, isMobile: true },
      });
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('agent-chat')].flatMap(chat =>
          [...chat.shadowRoot!.querySelectorAll<HTMLElement>('button, summary, a[href]')]
            // Those are exempt, also in WCAG 2.2: a larger one would cover the lines above and below.
            .filter(target => target.checkVisibility() && !target.matches('.text a, .citation-mark, label a'))
            .filter(target => {
              const { width, height } = target.getBoundingClientRect();
              return Math.min(width, height) < 43.9;
            })
            .map(
              target => `${chat.getAttribute('heading') ?? ''}: ${target.ariaLabel ?? target.textContent}`,
            ),
        ),
      );
      assert.deepEqual(small, [], variant);
      await page.close();
    }
  });

  it('fits a phone in every look, also those drawn wider for a desktop', async () => {
    const viewport = { width: 320, height: 640 };
    for (const query of ['', 'variant=light', 'variant=narrow']) {
      const page = await open({ name: 'a phone', query, page: { viewport } });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, query);
      await page.close();
    }
  });

  it('fits 320 pixels, and moves nothing with reduced motion', async () => {
    const page = await open(LOOKS[3]!);
    const found = await page.evaluate(() => {
      const chats = [...document.querySelectorAll('agent-chat')];
      return {
        page: document.documentElement.scrollWidth <= innerWidth,
        logs: chats.every(chat => {
          const log = chat.shadowRoot!.querySelector<HTMLElement>('[role=log]')!;
          return log.scrollWidth <= log.clientWidth;
        }),
        // A shade at the edge of code moves with who scrolls it, and else not.
        moving: chats
          .flatMap(chat => chat.shadowRoot!.getAnimations())
          .filter(({ timeline }) => timeline instanceof DocumentTimeline).length,
      };
    });
    assert.deepEqual(found, { page: true, logs: true, moving: 0 });
    await page.close();
  });
});
