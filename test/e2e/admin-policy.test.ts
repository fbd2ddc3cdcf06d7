import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { listenLocally } from '../../scripts/loopback.ts';
import { TABS } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

let app: App;
let browser: Browser;

useApp(stage => {
  ({ app, browser } = stage);
});

/** A back office somewhere else that embeds the panel, and what else it has, under the strictest policy. */
async function backOffice(names: string, more = ''): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src ${app.url}; connect-src ${app.url}; ` +
        `require-trusted-types-for 'script'; trusted-types ${names}`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Back office</title><body>
       <script type="module" src="${app.url}/agent-chat-admin.js"></script>
       <agent-chat-admin agent-id="${app.agentId}"></agent-chat-admin>${more}`,
    );
  });
  const port = await listenLocally(server);
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens a back office, and keeps what the browser complains of there. */
async function visit(
  t: TestContext,
  office: { url: string; close: () => void },
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  t.after(async () => {
    await context.close();
    office.close();
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(office.url);
  return { page, complaints };
}

test('every tab works cross-origin under a strict policy with Trusted Types', async t => {
  const { page, complaints } = await visit(t, await backOffice('lit-html'));
  const panel = page.getByRole('region', { name: 'Chat settings' });
  await panel.getByLabel('Admin token').fill(app.adminToken);
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  for (const tab of TABS) {
    await panel.getByRole('tab', { name: tab }).click();
    await panel.getByRole('tabpanel', { name: tab }).getByRole('heading', { level: 3 }).first().waitFor();
  }
  await panel.getByRole('tab', { name: 'Agent' }).click();
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('From the office');
  await panel.locator('agent-chat').getByRole('heading', { name: 'From the office' }).waitFor();
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByText(/^Saved\./).waitFor();

  await panel.getByRole('tab', { name: 'Contacts' }).click();
  await panel.getByRole('button', { name: 'Import' }).click();
  await panel.getByLabel('Choose a file').setInputFiles({
    name: 'one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('external_id,name\n1,Ann\n'),
  });
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByRole('button', { name: 'Import 1 contact' }).click();
  await panel.getByText('The import is finished.').waitFor();
  assert.deepEqual(complaints, []);
});

test('panel and widget work on one page under their combined policies', async t => {
  const office = await backOffice(
    "lit-html 'allow-duplicates'",
    `<script type="module" src="${app.url}/agent-chat.js" data-agent-id="${app.agentId}"></script>`,
  );
  const { page, complaints } = await visit(t, office);
  await page.getByRole('region', { name: 'Chat settings' }).getByLabel('Admin token').waitFor();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the test console shows each event, the reply and the time to its first token', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app.url}/`);
  const panel = page.getByRole('region', { name: 'Chat settings' });
  await panel.getByLabel('Admin token').fill(app.adminToken);
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByRole('textbox', { name: 'Message' }).fill('How do I run it on another port?');
  await panel.getByRole('button', { name: 'Send' }).click();
  const events = panel.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await events.filter({ hasText: '"type":"done"' }).waitFor();
  assert.ok((await events.count()) > 2);
  assert.match(await panel.locator('.reply').innerText(), /PORT|8787/);
  await panel
    .getByRole('status')
    .getByText(/^[\d,]+ ms$/)
    .first()
    .waitFor();
  await context.close();
});
