import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright';
import { startServer } from '../../bench/server.ts';
import { WidgetPage } from '../../bench/widget.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/browser.ts';

const CDN = join(import.meta.dirname, '../../dist/cdn');

describe('the built widget on a page', () => {
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

  it('asks for nothing but its launcher and the settings, adds few elements and moves nothing, until it is opened; and for 30 KB until a plain answer is there', async () => {
    const context = await browser.newContext();
    const requested: string[] = [];
    context.on('request', request => {
      // Without what tells one build's chunk from the next one's.
      requested.push(new URL(request.url()).pathname.replace(/-\w{7}\.js$/, '.js'));
    });
    const widget = await WidgetPage.on(context, server.origin);
    await widget.settled();
    assert.deepEqual(requested.toSorted(), [
      '/agent-chat.js',
      '/api/v2/agents/bench/settings',
      '/chunks/base.js',
      '/widget.html',
    ]);
    assert.ok((await widget.elements()) <= 15, `${await widget.elements()} elements`);
    assert.equal(await widget.layoutShift(), 0);
    requested.length = 0;
    await widget.show();
    const loaded = await widget.page.evaluate(loadedAtAnswer, {
      ask: JSON.stringify({ kind: 'blocks', kilobytes: 0, pace: 0 }),
      answer: 'Thank you for your message.',
    });
    const scripts = loaded.filter(path => path.endsWith('.js'));
    const bytes = scripts.map(path => brotliCompressSync(readFileSync(join(CDN, path))).length);
    const sum = bytes.reduce((a, b) => a + b, 0);
    assert.ok(sum > 20_000 && sum <= 30 * 1024, `${sum} bytes in ${scripts.join(', ')}`);
    await widget.page.getByRole('button', { name: 'Copy text' }).last().waitFor();
    assert.ok(!requested.includes('/chunks/markdown.js'));
    assert.deepEqual(
      requested.filter(path => !path.startsWith('/chunks/')),
      ['/api/v2/session', '/api/v2/agents/bench/chat'].filter(path => requested.includes(path)),
    );
    requested.length = 0;
    await widget.ask({ kind: 'blocks', kilobytes: 1, pace: 0 });
    await widget.page.getByRole('heading', { name: 'What to do next' }).first().waitFor();
    assert.ok(requested.includes('/chunks/markdown.js'), requested.join(', '));
    await widget.close();
  });
});

/** Runs in the page: asks, and tells the paths of all that had been loaded by the time the answer was drawn. */
function loadedAtAnswer({ ask, answer }: { ask: string; answer: string }): Promise<string[]> {
  const chat = document.querySelector('agent-chat')!;
  const root = chat.shadowRoot!;
  return new Promise(resolve => {
    new MutationObserver(() => {
      const bubbles = [...root.querySelectorAll('[part~=bubble]')];
      if (!bubbles.some(bubble => bubble.textContent?.includes(answer))) return;
      resolve(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    }).observe(root, { childList: true, characterData: true, subtree: true });
    void (chat as unknown as { sendMessage(text: string): Promise<void> }).sendMessage(ask);
  });
}
