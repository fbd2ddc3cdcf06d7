/** What floats over a page, in the files that visitors load: they hold less of the libraries than the sources see. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type { BenchServer } from '../../bench/server.ts';
import { useWidgetPage } from './widget-page.ts';

describe('in the bundle, the first messages', () => {
  let server: BenchServer;
  let browser: Browser;
  let faults: string[];
  useWidgetPage(stage => {
    ({ server, browser } = stage);
  });

  /** A page whose chat greets by itself and keeps off a banner. */
  const visit = async (): Promise<Page> => {
    const page = await browser.newPage();
    faults = [];
    page.on('pageerror', error => faults.push(error.message));
    await page.goto(`${server.origin}/widget.html`);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.evaluate(() => {
      const banner = document.createElement('div');
      banner.id = 'cookies';
      const chat = document.querySelector('agent-chat')!;
      chat.remove();
      chat.setAttribute('avoid', '#cookies');
      chat.settings = { initialMessages: ['Welcome!'], autoOpen: { delay: 0, floating: true } };
      document.body.append(banner, chat);
    });
    await page.getByRole('button', { name: 'Welcome!' }).waitFor();
    return page;
  };

  it('disappear when the visitor dismisses them', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Welcome!' }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
    await page.close();
  });

  it('disappear when the visitor opens the chat', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Welcome!' }).count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it('disappear with the chat, when the page removes it', async () => {
    const page = await visit();
    const left = await page.evaluate(() => {
      const chat = document.querySelector('agent-chat')!;
      chat.remove();
      return chat.shadowRoot!.querySelectorAll('[part=greeting]').length;
    });
    assert.equal(left, 0);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
