/** A page that has been idle for a while prefetches the window's code, and runs it only once somebody opens the chat. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { type App, useApp } from './app.ts';

const WINDOW = /\/agent-chat-window-\w+\.js$/;
const QUIET_MS = 4000;

describe('the window on a page that has been idle for a while', () => {
  let app: App;
  let browser: Browser;

  useApp(stage => {
    ({ app, browser } = stage);
  });

  it('is in the cache without taking memory, and opens from there', async () => {
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const cached: boolean[] = [];
    network.on('Network.responseReceived', ({ response }) => {
      if (WINDOW.test(response.url)) cached.push(response.fromDiskCache === true);
    });
    const fetched = page.waitForResponse(WINDOW);
    await idle(page, `${app.url}/demo/`);
    await (await fetched).finished();
    const isRead = await page.evaluate(() => customElements.get('agent-chat-conversation') !== undefined);
    assert.equal(isRead, false);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    assert.deepEqual(cached, [false, true], 'once from the network, then from the cache');
    await page.close();
  });

  it('is loaded as a script if the page’s policy allows only scripts from its origin', async () => {
    const scripts = app.url.replace('localhost', '127.0.0.1');
    const site = createServer((_, response) => {
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': `script-src ${scripts}; connect-src ${app.url}`,
        })
        .end(
          `<!doctype html><title>Site</title><script type="module" src="${scripts}/agent-chat.js" data-agent-id="${app.agentId}" data-endpoint="${app.url}/"></script>`,
        );
    }).listen(0);
    await once(site, 'listening');
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', message => complaints.push(message.text()));
    await idle(page, `http://localhost:${(site.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => customElements.get('agent-chat-conversation'));
    assert.deepEqual(complaints, []);
    await page.close();
    site.close();
  });

  // Firefox never requests a module again that failed once: until a reload the chat would stay closed.
  it('is imported by Firefox only once it was fetched, so that a second attempt after a failure works', async () => {
    const page = await browser.newPage();
    await page.addInitScript(() => Object.assign(window, { mozInnerScreenX: 0 }));
    const read: string[] = [];
    page.on('request', request => {
      if (WINDOW.test(request.url())) read.push(request.resourceType());
    });
    await page.route(WINDOW, route => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(`${app.url}/demo/`);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByText('The chat couldn’t be loaded. Try again.').waitFor();
    assert.deepEqual(read, ['fetch']);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await page.close();
  });

  async function idle(page: Page, url: string): Promise<void> {
    await page.clock.install();
    await page.goto(url);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await page.clock.fastForward(QUIET_MS);
  }
});
