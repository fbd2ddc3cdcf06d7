/** A site whose proxy, on another origin, asks each visitor for proof that he is a person. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { serve } from '@hono/node-server';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { type AgentProxy, createProxy } from '../../src/proxy/index.ts';
import { type Site, startSite } from '../fakes/site.ts';
import { type FakeUpstream, KEY, startUpstream } from '../fakes/upstream.ts';

const AGENT = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const CDN = join(import.meta.dirname, '../../dist/cdn');

describe('with a bot check', () => {
  let upstream: FakeUpstream;
  let proxy: AgentProxy;
  let server: ReturnType<typeof serve>;
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What the check was shown, oldest first. */
  let proofs: string[] = [];

  before(async () => {
    upstream = await startUpstream();
    proxy = createProxy({
      baseUrl: upstream.url,
      servicesUrl: upstream.url,
      apiKey: KEY,
      sessionSecret: 'session-secret-of-at-least-32-characters',
      botCheck: ({ token }) => {
        proofs.push(token);
        return token === 'human';
      },
    });
    const files = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (!pathname.endsWith('.js')) return proxy(request);
      const headers = { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' };
      return new Response(await readFile(join(CDN, pathname), 'utf8'), { headers });
    };
    server = serve({ fetch: files, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    site = await startSite();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    site.pages['/'] = {
      body: `<!doctype html><html lang="en"><title>A shop</title><body>
        <script type="module" src="${origin}/agent-chat.js"></script>
        <agent-chat agent-id="${AGENT}" mode="inline"></agent-chat>`,
    };
    browser = await launchHeadless();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await proxy?.close({ graceMs: 0 });
    server?.close();
    await upstream?.close();
  });
  beforeEach(async () => {
    proofs = [];
    upstream.seen.length = 0;
    context = await browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    await page.goto(site.url);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
  afterEach(() => context.close());

  const ask = async (question: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Message' }).fill(question);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  };
  const notice = (text: string): Locator => page.getByRole('log').getByText(text);
  const answers = (): Locator => notice('Hello, world.');
  /** The page's own way to a proof: each call waits for `settle`. */
  const usePageCheck = (): Promise<void> =>
    page.evaluate(() => {
      const checks: { resolve(token: string): void; reject(reason: Error): void }[] = [];
      Object.assign(window, { checks });
      document.querySelector('agent-chat')!.botToken = () =>
        new Promise((resolve, reject) => checks.push({ resolve, reject }));
    });
  const settle = (how: 'resolve' | 'reject', token = 'human'): Promise<void> =>
    page.evaluate(
      ([how, token]) => {
        const [check] = (
          window as unknown as { checks: Record<string, (value: unknown) => void>[] }
        ).checks.splice(0);
        check![how!]!(how === 'reject' ? new Error('closed') : token);
      },
      [how, token],
    );

  it('the page is asked for the proof when it is needed, the visitor sees why, and is not asked again', async () => {
    await usePageCheck();
    await ask('Open on Monday?');
    await notice('Checking that you’re human…').waitFor();
    await settle('resolve');
    await answers().waitFor();
    assert.equal(await notice('Checking that you’re human…').count(), 0);
    await ask('And on Sunday?');
    await answers().nth(1).waitFor();
    assert.deepEqual(proofs, ['', 'human']);
    assert.equal(upstream.seen.filter(({ url }) => url.endsWith('/chat')).length, 2);
  });

  it('a token is a proof too', async () => {
    await page.evaluate(() => {
      document.querySelector('agent-chat')!.botToken = 'human';
    });
    await ask('Open on Monday?');
    await answers().waitFor();
    assert.deepEqual(proofs, ['', 'human']);
  });

  for (const [what, how, token] of [
    ['fails', 'reject', ''],
    ['brings nothing that counts', 'resolve', 'robot'],
  ] as const) {
    it(`a check that ${what} keeps the question, and can be repeated`, async () => {
      await usePageCheck();
      await ask('Open on Monday?');
      await notice('Checking that you’re human…').waitFor();
      await settle(how, token);
      await notice('We couldn’t verify that you’re human.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await notice('Checking that you’re human…').waitFor();
      await settle('resolve');
      await answers().waitFor();
      assert.equal(await page.getByText('Open on Monday?').count(), 1);
    });
  }

  it('a visitor who stops the question waits for no check', async () => {
    await usePageCheck();
    await ask('Open on Monday?');
    await notice('Checking that you’re human…').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await ask('Open on Tuesday?');
    await notice('Checking that you’re human…').waitFor();
    await page.evaluate(() => (window as unknown as { checks: unknown[] }).checks.shift());
    await settle('resolve');
    await answers().waitFor();
  });

  it('the console tells a page without a proof what is missing', async () => {
    const warned = page.waitForEvent('console', message => message.text().includes('botToken'));
    await ask('Open on Monday?');
    await notice('You don’t have access to this chat.').waitFor();
    await warned;
  });
});
