/**
 * The apps of `examples/` as their readers get them: installed from the registry, built with Vite, opened in a browser,
 * asked a question. A command of its own (`npm run test:demos`), because it needs the registry.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { build } from 'vite';
import { packedTarball } from '../node/build/packed.ts';
import { app, browser } from './demo-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const folders: string[] = [];
const servers: Server[] = [];

after(() => {
  for (const server of servers) server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** In development React runs each effect twice, as a strict app's readers meet it first. */
const DEMOS = [
  ['react', 'production'],
  ['react', 'development'],
  ['vue', 'production'],
  ['svelte', 'production'],
  ['solid', 'production'],
  ['preact', 'production'],
  ['angular', 'production'],
] as const;

for (const [name, mode] of DEMOS) {
  test(`answers in the ${name} demo (${mode}), opened by the app’s own button, and updates its counter`, async () => {
    const page = await (await browser.newContext()).newPage();
    const faults: string[] = [];
    page.on('pageerror', error => faults.push(error.message));
    page.on('console', message => message.type() === 'error' && faults.push(message.text()));
    await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
    await page.goto(await serve(await buildDemo(name, mode)));
    await page.getByRole('button', { name: 'Ask us (0 unread)' }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('textbox', { name: 'Message' }).fill('How do I run it on another port?');
    await window.getByRole('button', { name: 'Send message' }).click();
    // Closed before the answer is there, so that the app hears of it.
    await window.getByRole('textbox', { name: 'Message' }).press('Escape');
    await page.getByRole('button', { name: 'Ask us (1 unread)' }).click();
    await window.getByRole('log').getByText(/8787/).first().waitFor();
    await page.getByRole('button', { name: 'Ask us (0 unread)' }).waitFor();
    assert.equal(
      await page
        .getByRole('button', { name: 'Close chat' })
        .first()
        .evaluate(() => {
          const root = document.querySelector('agent-chat')?.shadowRoot;
          const launcher = root?.querySelector('[part=launcher]');
          return launcher ? getComputedStyle(launcher).backgroundColor : '';
        }),
      'rgb(47, 111, 79)',
    );
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

/** A React app that draws itself anew, with the chat open from the start and a heading that comes and goes. */
const APP = `import 'agent-chat';
import { createAgentChat } from 'agent-chat/react';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
const AgentChat = createAgentChat(React);
const h = React.createElement;
function App() {
  const [count, setCount] = React.useState(0);
  return h(React.StrictMode, null,
    h('button', { onClick: () => setCount(count + 1) }, 'Drawn ' + count),
    h(AgentChat, {
      agentId: import.meta.env.VITE_AGENT_ID,
      endpoint: import.meta.env.VITE_ENDPOINT,
      open: true,
      heading: count % 2 ? 'Help' : undefined,
    }));
}
createRoot(document.getElementById('app')).render(h(App));`;

test('leaves a chat closed that the visitor closed when a React app renders again, and follows the app’s own changes', async () => {
  const page = await (await browser.newContext()).newPage();
  const settings = page.waitForResponse(`${app.url}/api/v2/agents/${app.agentId}/settings`);
  await page.goto(await serve(await buildDemo('react', 'production', APP)));
  const { name: own } = (await (await settings).json()) as { name: string };
  await page.getByRole('dialog').getByRole('heading', { name: own }).waitFor();
  await page.getByRole('button', { name: 'Drawn 0' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Help' }).waitFor();
  await page.getByRole('button', { name: 'Drawn 1' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: own }).waitFor();
  await page.getByRole('button', { name: 'Close chat' }).first().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Drawn 2' }).click();
  await page.getByRole('button', { name: 'Drawn 3' }).waitFor();
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  await page.context().close();
});

/** A copy of the demo, or an app in its place, with what it depends on; its agent-chat is this one, as published. */
async function buildDemo(name: string, mode: string, main?: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `agent-chat-${name}-`));
  folders.push(folder);
  const source = join(ROOT, 'examples', name);
  cpSync(source, folder, { recursive: true, filter: path => !/\/(?:node_modules|dist)$/.test(path) });
  if (main !== undefined) writeFileSync(join(folder, 'main.js'), main);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  manifest.dependencies['agent-chat'] = `file:${packedTarball('agent-chat')}`;
  delete manifest.devDependencies.vite;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  Object.assign(process.env, { VITE_AGENT_ID: app.agentId, VITE_ENDPOINT: app.url });
  // Vite builds for what NODE_ENV says, whatever the mode.
  Object.assign(process.env, { NODE_ENV: mode });
  const config = join(folder, 'vite.config.js');
  await build({ root: folder, mode, configFile: existsSync(config) && config, logLevel: 'warn' });
  return join(folder, 'dist');
}

async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : String(request.url);
    try {
      const body = readFileSync(join(folder, path));
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}
