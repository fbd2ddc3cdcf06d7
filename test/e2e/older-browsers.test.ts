import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type { BenchServer } from '../../bench/server.ts';
import { useWidgetPage } from './widget-page.ts';

let server: BenchServer;
let browser: Browser;

useWidgetPage(stage => {
  ({ server, browser } = stage);
});

/** Opens the chat where no colour can be made of another one, and asks for an answer with code in it. */
async function ask(options: { colorScheme: 'light' | 'dark'; buttonColor: string }): Promise<Page> {
  const page = await browser.newPage({ colorScheme: options.colorScheme });
  await page.addInitScript(forgetMadeColours);
  await page.goto(`${server.origin}/widget.html`);
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await page.evaluate(buttonColor => {
    document.querySelector('agent-chat')!.settings = { styles: { theme: 'auto', buttonColor } };
    document.documentElement.style.colorScheme = 'light dark';
  }, options.buttonColor);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(JSON.stringify({ kind: 'blocks', kilobytes: 1, pace: 0 }));
  await field.press('Enter');
  await page.getByRole('button', { name: 'Copy text' }).last().waitFor();
  return page;
}

for (const [colorScheme, surface, text] of [
  ['light', 'rgb(255, 255, 255)', 'rgb(23, 24, 29)'],
  ['dark', 'rgb(23, 24, 29)', 'rgb(236, 236, 240)'],
] as const) {
  it(`a browser without relative colours shows a readable ${colorScheme} chat`, async () => {
    const page = await ask({ colorScheme, buttonColor: '#ffd400' });
    const style = (selector: string): Promise<Record<string, string>> =>
      page
        .locator(`agent-chat ${selector}`)
        .last()
        .evaluate(element => {
          const { backgroundColor, color } = getComputedStyle(element);
          return { backgroundColor, color };
        });
    assert.equal((await style('dialog')).backgroundColor, surface);
    const yellow = { backgroundColor: 'rgb(255, 212, 0)', color: 'rgb(28, 28, 28)' };
    assert.deepEqual(await style('[part~=user-message] [part~=bubble]'), yellow, 'dark on a light brand');
    assert.deepEqual(await style('[part=launcher]'), yellow, 'the launcher too');
    assert.equal((await style('[part~=assistant-message] [part~=bubble]')).color, text);
    await page.close();
  });
}

it('a browser without relative colours follows the visitor’s colour scheme', async () => {
  const page = await ask({ colorScheme: 'light', buttonColor: '#123456' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => {
    const dialog = document.querySelector('agent-chat')!.shadowRoot!.querySelector('dialog')!;
    return getComputedStyle(dialog).backgroundColor === 'rgb(23, 24, 29)';
  });
  await page.close();
});

/** Runs in the page before all else. */
function forgetMadeColours(): void {
  for (const { prototype } of [Element, ShadowRoot]) Reflect.deleteProperty(prototype, 'getHTML');
  // A window that the browser drew with colours of its own making would be seen through.
  const unknown = /light-dark\(|\b(?:color|oklch)\(from/g;
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text: string): void {
    replaceSync.call(this, text.replace(unknown, 'unheard-of('));
  };
}
