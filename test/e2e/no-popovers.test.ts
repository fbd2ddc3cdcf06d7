import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Browser } from 'playwright';
import type { BenchServer } from '../../bench/server.ts';
import { useWidgetPage } from './widget-page.ts';

let server: BenchServer;
let browser: Browser;

useWidgetPage(stage => {
  ({ server, browser } = stage);
});

for (const width of [1280, 390]) {
  it(`a browser of 2022, without popovers, opens the chat, answers and closes it (${width} px)`, async () => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const faults: string[] = [];
    page.on('pageerror', error => faults.push(error.message));
    await page.addInitScript(forgetPopovers);
    await page.goto(`${server.origin}/widget.html`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill(JSON.stringify({ kind: 'blocks', kilobytes: 0, pace: 0 }));
    await field.press('Enter');
    await page.getByRole('button', { name: 'Copy text' }).last().waitFor();
    assert.ok(await page.getByRole('dialog').isVisible());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.ok(await page.getByRole('button', { name: 'Open chat' }).isVisible());
    assert.deepEqual(faults, []);
    await page.close();
  });
}

it('a browser without popovers keeps the window clear of a banner, with the page’s own launcher', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  await page.addInitScript(forgetPopovers);
  await page.goto(`${server.origin}/widget.html`);
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await page.evaluate(async () => {
    const banner = document.createElement('div');
    banner.id = 'cookies';
    banner.style.cssText = 'position: fixed; inset: auto 0 0; height: 120px';
    const chat = document.querySelector('agent-chat')!;
    chat.setAttribute('no-launcher', '');
    chat.setAttribute('avoid', '#cookies');
    // Both are read when the chat comes to its place.
    document.body.append(banner, chat);
    await chat.show();
  });
  await page.waitForFunction(() => {
    const dialog = document.querySelector('agent-chat')!.shadowRoot!.querySelector('dialog')!;
    return dialog.open && dialog.getBoundingClientRect().bottom <= 680;
  });
  assert.deepEqual(faults, []);
  await page.close();
});

/** Runs in the page before all else. */
function forgetPopovers(): void {
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
  /** Unknown in a list that forgives, it matches nothing; elsewhere it is no selector. */
  const without = (selectors: string): string => {
    if (selectors.replace(/:is\([^)]*\)/g, '').includes(':popover-open'))
      throw new DOMException(selectors, 'SyntaxError');
    return selectors.replaceAll(':popover-open', ':unheard-of');
  };
  const { matches } = Element.prototype;
  Element.prototype.matches = function (this: Element, selectors: string): boolean {
    return matches.call(this, without(selectors));
  } as typeof matches;
  for (const { prototype } of [Element, DocumentFragment]) {
    const { querySelector } = prototype;
    prototype.querySelector = function (this: Element & DocumentFragment, selectors: string) {
      return querySelector.call(this, without(selectors));
    } as typeof querySelector;
  }
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (text: string): void {
    replaceSync.call(this, text.replaceAll(':popover-open', ':unheard-of'));
  };
}
