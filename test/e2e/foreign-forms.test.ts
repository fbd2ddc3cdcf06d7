/** What a page of another site can send without a preflight, from a real browser: its forms, and `no-cors` requests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { type Listener, listen } from '../../src/cli/listen.ts';
import { type AgentProxy, createProxy } from '../../src/proxy/index.ts';
import { type FakeUpstream, KEY, startUpstream } from '../fakes/upstream.ts';

const AGENT = '3f2b8c1e-6d0a-4b7e-9a51-0c2d4e6f8a10';
const TARGETS = [
  `/api/v2/agents/${AGENT}/chat`,
  `/api/v2/agents/${AGENT}/feedback`,
  '/api/v2/session',
  `/v2/chatbots/${AGENT}/contacts`,
  `/v2/chatbots/${AGENT}/draft-chat`,
  '/v2/chatbots/settings',
];
/** With `text/plain` a form writes `name=value`: this one makes it JSON. */
const NAME = `{"message":"hi","chatbotId":"${AGENT}","name":"Evil","users":[{"name":"Eve"}],"x":"`;
const VALUE = '"}';
const JSON_TEXT = `${NAME}=${VALUE}`;

describe('a page of another site', () => {
  let upstream: FakeUpstream;
  let proxy: AgentProxy;
  let listener: Listener;
  let site: Server;
  let browser: Browser;
  let page: Page;
  let proxyUrl: string;

  before(async () => {
    upstream = await startUpstream();
    // Any site may show this agent, and the owner's own check lets everybody in: only the kind of body is left.
    proxy = createProxy({ baseUrl: upstream.url, apiKey: KEY, authorize: () => true });
    listener = await listen(proxy, { port: 0, host: '127.0.0.1' });
    proxyUrl = `http://127.0.0.1:${listener.port}`;
    site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Another site</title>');
    }).listen(0, 'localhost');
    await once(site, 'listening');
    browser = await launchHeadless();
    page = await browser.newPage();
  });

  after(async () => {
    await browser?.close();
    site?.close();
    await listener?.close(0);
    await proxy?.close({ graceMs: 0 });
    await upstream?.close();
  });

  const visit = (): Promise<unknown> =>
    page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);

  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    it(`sends nothing to the service with a form of ${enctype}`, async () => {
      for (const target of TARGETS) {
        await visit();
        const answered = page.waitForResponse(proxyUrl + target);
        const submitted = page.waitForURL(proxyUrl + target);
        await page.evaluate(
          ({ action, enctype, name, value }) => {
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action, enctype });
            const field = document.createElement('input');
            Object.assign(field, { type: 'hidden', name, value });
            form.append(field);
            document.body.append(form);
            form.submit();
          },
          { action: proxyUrl + target, enctype, name: NAME, value: VALUE },
        );
        const response = await answered;
        const headers = await response.request().allHeaders();
        assert.equal(headers['sec-fetch-site'], 'cross-site');
        assert.ok(headers['content-type']?.startsWith(enctype), headers['content-type']);
        if (enctype === 'text/plain') assert.equal(response.request().postData()?.trim(), JSON_TEXT);
        await submitted;
        assert.equal(response.status(), 415, target);
      }
      assert.equal(upstream.seen.length, 0);
    });
  }

  it('sends nothing to the service with requests that need no preflight', async () => {
    await visit();
    const seen: number[] = [];
    page.on('response', response => seen.push(response.status()));
    await page.evaluate(
      async ({ addresses, json }) => {
        const bodies = [json, new Blob([json]), new Blob([json], { type: 'text/plain' }), new FormData()];
        for (const address of addresses) {
          for (const body of bodies) {
            await fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body });
            navigator.sendBeacon(address, body);
          }
          // A type that needs a permission, and is not given without one.
          const typed = { 'Content-Type': 'application/json' };
          await fetch(address, { method: 'POST', mode: 'no-cors', headers: typed, body: json });
        }
      },
      { addresses: TARGETS.map(target => proxyUrl + target), json: JSON_TEXT },
    );
    const expected = TARGETS.length * 9;
    while (seen.length < expected) await page.waitForEvent('response');
    assert.deepEqual(new Set(seen), new Set([415]));
    assert.equal(upstream.seen.length, 0);
  });
});
