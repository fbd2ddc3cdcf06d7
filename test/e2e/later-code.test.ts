/** What the widget fetches only when it is wanted may be out of reach just then. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright';
import { startServer } from '../../bench/server.ts';
import { WidgetPage } from '../../bench/widget.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/browser.ts';

describe('a chat whose further code cannot be had', () => {
  let server: { origin: string; close: () => void };
  let browser: Browser;

  before(async () => {
    server = await startServer();
    browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  it('answers in plain text, without a fault, and formats what comes once the line is back', async () => {
    const widget = await WidgetPage.open(browser, server.origin);
    const { page } = widget;
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await widget.show();
    await page.route('**/chunks/**', route => route.abort());
    await widget.ask({ kind: 'blocks', kilobytes: 0, pace: 0 });
    await page.getByText('Thank you for your message.').last().waitFor();
    await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
    await page.getByText('## What to do next').first().waitFor();
    assert.equal(await page.getByRole('heading', { name: 'What to do next' }).count(), 0);
    assert.ok(await page.getByRole('textbox', { name: 'Message' }).isEditable());
    await page.unroute('**/chunks/**');
    await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
    await page.getByRole('heading', { name: 'What to do next' }).first().waitFor();
    await page.getByRole('button', { name: 'Copy text' }).last().waitFor();
    assert.deepEqual(faults, []);
    await page.context().close();
  });
});
