/** A visitor with the site in two tabs, each of which asks for consent first. */
import { it } from 'node:test';
import type { Browser, Page } from 'playwright';
import type { BenchServer } from '../../bench/server.ts';
import { useWidgetPage } from './widget-page.ts';

let server: BenchServer;
let browser: Browser;
useWidgetPage(stage => {
  ({ server, browser } = stage);
});

it('consent in one tab counts in all others', async () => {
  const context = await browser.newContext();
  const visit = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${server.origin}/widget.html`);
    await page.locator('agent-chat').evaluate(chat => {
      chat.setAttribute('consent', 'required');
      chat.setAttribute('open', '');
    });
    await page.getByRole('button', { name: 'Agree and start' }).waitFor();
    return page;
  };
  const here = await visit();
  const there = await visit();
  await there.getByRole('button', { name: 'Agree and start' }).click();
  await there.getByRole('textbox', { name: 'Message' }).waitFor();
  await here.getByRole('textbox', { name: 'Message' }).waitFor();
  await context.close();
});
