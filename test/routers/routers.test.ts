/**
 * Next.js, Astro and Turbo as sites use them: built, served, and walked through by their own links in the middle of an
 * answer. Part of `npm run test:demos`, because it needs the registry.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { freePort } from '../../scripts/loopback.ts';
import { type App, startApp } from '../e2e/app.ts';
import { type OpenAiServer, openAiServer } from '../fakes/openai-server.ts';
import { type FakeUpstream, KEY, startUpstream } from '../fakes/upstream.ts';
import { AGENT, eventsIn, textOf } from '../node/proxy/harness.ts';
import { exampleCode } from '../runtimes/examples.ts';
import { installPackages } from './install-packages.ts';

const HERE = import.meta.dirname;
/** The proxy as a route of the site itself, as the documents have it. */
const ROUTE = join(HERE, 'next/app/chat/[...path]');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

let provider: OpenAiServer;
let app: App;
let upstream: FakeUpstream;
let browser: Browser;
let next: ChildProcess;
let files: Server;
/** Where each framework's site is. */
const sites: Record<'next' | 'astro' | 'turbo', string> = { next: '', astro: '', turbo: '' };

/** Two frameworks build first, minutes on a slow machine. */
before(startSites, { timeout: 300_000 });

async function startSites(): Promise<void> {
  provider = await openAiServer();
  app = await startApp({ OPENAI_BASE_URL: provider.url });
  upstream = await startUpstream();
  browser = await launchHeadless();
  installPackages(HERE);
  mkdirSync(ROUTE, { recursive: true });
  writeFileSync(join(ROUTE, 'route.js'), exampleCode('next'));
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_AGENT_ID: app.agentId,
    NEXT_PUBLIC_ENDPOINT: app.url,
    ASTRO_TELEMETRY_DISABLED: '1',
    AGENT_ID: app.agentId,
    ENDPOINT: app.url,
  };
  const run = (...args: string[]): Buffer =>
    execFileSync(process.execPath, args, { cwd: HERE, env, stdio: ['ignore', 'ignore', 'inherit'] });
  run('node_modules/next/dist/bin/next', 'build', 'next');
  run('node_modules/astro/bin/astro.mjs', 'build', '--root', 'astro', '--silent');
  const port = await freePort();
  next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', 'next', '-p', String(port)], {
    cwd: HERE,
    env: { ...env, AGENT_BASE_URL: upstream.url, AGENT_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of next.stdout!) {
    said += chunk;
    if (/Ready/.test(said)) break;
  }
  sites.next = `http://localhost:${port}`;
  files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const body = pathname.startsWith('/turbo/') ? turboPage(pathname) : read(pathname);
      response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'text/html; charset=utf-8');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  files.listen(0, 'localhost');
  await once(files, 'listening');
  const address = `http://localhost:${(files.address() as AddressInfo).port}`;
  Object.assign(sites, { astro: address, turbo: `${address}/turbo` });
}

after(async () => {
  await browser?.close();
  next?.kill();
  files?.close();
  await app?.stop();
  await upstream?.close();
  await provider?.close();
  rmSync(join(ROUTE, '..'), { recursive: true, force: true });
});

function read(pathname: string): Buffer {
  if (pathname === '/turbo.js') {
    return readFileSync(join(HERE, 'node_modules/@hotwired/turbo/dist/turbo.es2017-esm.js'));
  }
  return readFileSync(join(HERE, 'astro/dist', extname(pathname) ? pathname : `${pathname}/index.html`));
}

/** A page of a site that uses Turbo: the chat by its script tag, or placed in the page, permanent or thrown away. */
function turboPage(pathname: string): string {
  const [, , how, number] = pathname.split('/');
  const other = number === 'one' ? 'two' : 'one';
  const tag = `<script type="module" src="${app.url}/agent-chat.js"`;
  const placed = how === 'placed' ? 'data-turbo-permanent' : how === 'thrown' ? '' : undefined;
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title>
    <script type="module" src="/turbo.js"></script>
    ${placed === undefined ? `${tag} data-agent-id="${app.agentId}"></script>` : `${tag}></script>`}</head>
    <body><main><h1>Page ${number}</h1><a href="/turbo/${how}/${other}">To page ${other}</a></main>
    ${placed === undefined ? '' : `<agent-chat id="chat" ${placed} agent-id="${app.agentId}" endpoint="${app.url}"></agent-chat>`}
    </body></html>`;
}

interface Site {
  name: string;
  /** The first of its two pages. */
  path: () => string;
  /** Whether the links of the page are the router's by now. */
  ready: () => boolean;
}

const hydrated = (): boolean => 'ready' in document.documentElement.dataset;
const routed = (): boolean => customElements.get('turbo-frame') !== undefined;
const always = (): boolean => document.readyState === 'complete';

const SITES: Site[] = [
  { name: 'Next.js, by next/script', path: () => `${sites.next}/by-tag`, ready: hydrated },
  { name: 'Next.js, imported into a layout', path: () => `${sites.next}/by-import`, ready: hydrated },
  { name: 'Astro, by script tag', path: () => `${sites.astro}/tag-one`, ready: always },
  { name: 'Astro, placed and persistent', path: () => `${sites.astro}/placed-one`, ready: always },
  { name: 'Turbo, by script tag', path: () => `${sites.turbo}/tag/one`, ready: routed },
  { name: 'Turbo, placed and permanent', path: () => `${sites.turbo}/placed/one`, ready: routed },
];

/** Where the element is in a part of the page that is changed, and nothing says that it stays. */
const THROWN: Site[] = [
  { name: 'Astro', path: () => `${sites.astro}/thrown-one`, ready: always },
  { name: 'Turbo', path: () => `${sites.turbo}/thrown/one`, ready: routed },
];

for (const { name, path, ready } of SITES) {
  test(`an answer continues, once, while the visitor navigates a site of ${name}`, async () => {
    const { page, turn, faults } = await halfAnswered(path(), ready);
    const window = page.getByRole('dialog');
    const field = window.getByRole('textbox', { name: 'Message' });
    const log = window.getByRole('log');
    await page.evaluate(() => Object.assign(globalThis, { loaded: 'once' }));
    await walk(page, 'To page two', 'Page two');
    turn.goOn();
    await log.getByText('The first half and the second.').waitFor();
    assert.equal(await log.getByText('The first half').count(), 1);
    await window.getByRole('button', { name: 'Send message' }).waitFor();
    assert.deepEqual(await stateOf(page), { chats: 1, said: ['user', 'assistant'], open: true });
    assert.equal(await field.inputValue(), 'half a ques');
    await walk(page, 'To page one', 'Page one');
    await page.goBack();
    await page.getByRole('heading', { name: 'Page two' }).waitFor();
    await field.fill('And where is that written?');
    await field.press('Enter');
    await page.waitForFunction(() => document.querySelector('agent-chat')?.messages.length === 4);
    assert.equal((await stateOf(page)).chats, 1);
    assert.equal(await page.evaluate(() => (globalThis as unknown as { loaded?: string }).loaded), 'once');
    assert.equal(turn.asked(), 2);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

for (const { name, path, ready } of THROWN) {
  test(`an answer continues in the next element if ${name} removes the first`, async () => {
    const { page, turn, faults } = await halfAnswered(path(), ready);
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
    const first = await page.locator('agent-chat').elementHandle();
    await walk(page, 'To page two', 'Page two');
    await page.waitForFunction(gone => !gone?.isConnected, first);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const log = page.getByRole('log');
    await log.getByText('The first half').waitFor();
    turn.goOn();
    await log.getByText('The first half and the second.').waitFor();
    assert.equal(await log.getByText('The first half').count(), 1);
    await page.waitForFunction(() => document.querySelector('agent-chat')?.messages.length === 2);
    assert.deepEqual(await stateOf(page), { chats: 1, said: ['user', 'assistant'], open: true });
    assert.equal(await field.inputValue(), 'half a ques');
    await field.fill('And where is that written?');
    await field.press('Enter');
    await page.waitForFunction(() => document.querySelector('agent-chat')?.messages.length === 4);
    assert.equal(turn.asked(), 2);
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('the proxy answers a question as a route of a Next.js site, built as a new app', async () => {
  const response = await fetch(`${sites.next}/chat/api/v2/agents/${AGENT}/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'hi', stream: true }),
  });
  assert.equal(textOf(eventsIn(await response.text())), 'Hello, world.');
});

/** A visitor who has read half an answer and begun the next question. */
async function halfAnswered(
  url: string,
  ready: () => boolean,
): Promise<{ page: Page; turn: ReturnType<typeof slowAnswer>; faults: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    // Astro cuts its own movement short where a visitor goes on before it is over.
    if (!message.startsWith('Transition was skipped')) faults.push(message);
  });
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  const turn = slowAnswer();
  await page.goto(url);
  await page.waitForFunction(ready);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Message' });
  await field.fill('How do I run it on another port?');
  await field.press('Enter');
  await page.getByRole('log').getByText('The first half').waitFor();
  await field.fill('half a ques');
  return { page, turn, faults };
}

/** By a link of the page, without a pointer: nobody has to find a place where the window is not. */
async function walk(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: link }).evaluate(node => (node as HTMLElement).click());
  await page.getByRole('heading', { name: heading }).waitFor();
  // Turbo shows a page it knows before it has fetched it again; going back meanwhile is a rejection of its own.
  await page.waitForFunction(() => document.documentElement.ariaBusy !== 'true');
}

function stateOf(page: Page): Promise<{ chats: number; said: string[]; open: boolean }> {
  return page.evaluate(() => {
    const chats = [...document.querySelectorAll('agent-chat')];
    const dialog = chats[0]?.shadowRoot?.querySelector('dialog');
    return {
      chats: chats.length,
      said: chats[0]?.messages.map(({ role }) => role) ?? [],
      open: dialog?.matches(':popover-open') ?? false,
    };
  });
}

/** A model that stops half way until it is told to go on. */
function slowAnswer(): { goOn: () => void; asked: () => number } {
  const gate = Promise.withResolvers<void>();
  const asked = provider.seen.length;
  provider.script(
    {
      text: ['The first half', ' and the second.'],
      before: piece => (piece === 1 ? gate.promise : undefined),
    },
    { text: ['In the documents.'] },
  );
  return { goOn: gate.resolve, asked: () => provider.seen.length - asked };
}
