import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { bytes } from '../../bench/measures/bytes.ts';
import type { BenchServer } from '../../bench/server.ts';
import { WidgetPage } from '../../bench/widget.ts';
import { FIRST_ANSWER_MAX } from '../node/build/bundle.ts';
import { useWidgetPage } from './widget-page.ts';

describe('the built widget on a page', () => {
  let server: BenchServer;
  let browser: Browser;

  useWidgetPage(stage => {
    ({ server, browser } = stage);
  });

  it('loads its launcher and the settings, adds few elements and moves nothing until it is opened, then loads what a simple answer needs', async () => {
    const context = await browser.newContext();
    const requested: string[] = [];
    context.on('request', request => {
      // Without the hash, which differs from build to build.
      requested.push(new URL(request.url()).pathname.replace(/-\w{8}\.js$/, '.js'));
    });
    const widget = await WidgetPage.on(context, server.origin);
    await widget.settled();
    assert.deepEqual(requested, ['/widget.html', '/agent-chat.js', '/api/v2/agents/bench/settings']);
    assert.ok((await widget.elements()) <= 15, `${await widget.elements()} elements`);
    assert.equal(await widget.layoutShift(), 0);
    requested.length = 0;
    await widget.show();
    await widget.ask({ kind: 'simple', kilobytes: 0.5, pace: 0 });
    await widget.page.getByRole('button', { name: 'Copy text' }).last().waitFor();
    assert.equal(await widget.page.getByRole('listitem').count(), 3);
    assert.ok(!requested.includes('/chunks/markdown.js'));
    assert.deepEqual(
      requested.filter(path => !path.startsWith('/chunks/')),
      ['/api/v2/agents/bench/settings', '/api/v2/session', '/api/v2/agents/bench/chat'].filter(path =>
        requested.includes(path),
      ),
    );
    requested.length = 0;
    await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
    await widget.page.getByRole('table').first().waitFor();
    assert.ok(requested.includes('/chunks/markdown.js'), requested.join(', '));
    await widget.close();
  });

  for (const [kind, kilobytes] of [
    ['blocks', 0],
    ['simple', 0.5],
  ] as const)
    it(`has a first answer on the screen after ${FIRST_ANSWER_MAX} KB (brotli), ${kilobytes ? 'with headings, lists, emphasis, links and code' : 'plain'}`, async () => {
      const { launcher, answer } = await bytes(browser, server.origin, { kind, kilobytes, pace: 0 });
      assert.ok(
        answer > launcher && answer <= FIRST_ANSWER_MAX * 1024,
        `${answer} bytes, ${launcher} of them to the launcher`,
      );
    });

  it('answers in plain text and without an error if no more code can be loaded, and formats once it can', async () => {
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
