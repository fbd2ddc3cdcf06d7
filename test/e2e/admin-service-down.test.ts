import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { freePort } from '../../scripts/loopback.ts';
import { listen } from '../../src/cli/listen.ts';
import { createPages } from '../../src/cli/pages/pages.ts';
import { dataFolder, runCommand } from '../node/cli/running.ts';

const AGENT = '3f2b8c1e-6d0a-4b7e-9a51-0c2d4e6f8a10';
const KEY = 'ac_key-of-the-service-that-dies';
const ADMIN = 'admin-canary-0123456789';

let browser: Browser;
before(async () => {
  browser = await launchHeadless();
});
after(() => browser?.close());

test('keeps the draft when the service is killed during a save, and saves when it is back', async t => {
  const dataDir = dataFolder();
  const port = await freePort();
  const startService = async () => {
    const command = runCommand(t, ['service'], {
      PORT: String(port),
      DATA_DIR: dataDir,
      AGENT_ID: AGENT,
      AGENT_API_KEY: KEY,
    });
    await command.printed(/service is at/);
    return command;
  };
  const service = await startService();
  const proxy = runCommand(t, ['proxy'], {
    AGENT_BASE_URL: `http://127.0.0.1:${port}`,
    AGENT_API_KEY: KEY,
    ADMIN_TOKEN: ADMIN,
    DATA_DIR: dataDir,
    PORT: '0',
  });
  const [, proxyPort] = await proxy.printed(/localhost:(\d+)/);
  const proxyUrl = `http://localhost:${proxyPort}`;
  const savedName = async (): Promise<unknown> => {
    const response = await fetch(`${proxyUrl}/v2/chatbots/${AGENT}/settings`, {
      headers: { Authorization: `Bearer ${ADMIN}` },
    });
    return ((await response.json()) as { data: { settings: { name: string } } }).data.settings.name;
  };
  // The owner's own back office, somewhere else than the proxy.
  const pages = createPages({ agentId: AGENT, docsDirs: [] });
  const office = await listen(
    request =>
      new URL(request.url).pathname === '/office'
        ? new Response(
            `<!doctype html><html lang="en"><title>Office</title>
             <script type="module" src="/agent-chat-admin.js"></script>
             <agent-chat-admin endpoint="${proxyUrl}/" agent-id="${AGENT}"></agent-chat-admin>`,
            { headers: { 'Content-Type': 'text/html' } },
          )
        : pages.fetch(request),
    { port: 0, host: '127.0.0.1' },
  );
  t.after(() => office.close(0));

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://localhost:${office.port}/office`);
  const panel = page.getByRole('region', { name: 'Chat settings' });
  await panel.getByLabel('Admin token').fill(ADMIN);
  await panel.getByLabel('Your name').fill('Zoë');
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  const name = panel.getByRole('textbox', { name: 'Name', exact: true });
  const instructions = panel.getByRole('textbox', { name: 'Instructions' });
  await name.fill('Patient');
  await instructions.fill('Wait for whoever is late.');

  service.child.kill('SIGKILL');
  await service.ended;
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = panel.getByRole('alert').filter({ hasText: 'The agent service isn’t responding right now.' });
  await alert.getByText('Nothing you typed is lost.').waitFor();
  assert.deepEqual(
    [await name.inputValue(), await instructions.inputValue()],
    ['Patient', 'Wait for whoever is late.'],
  );
  await panel.getByText('2 unsaved changes').waitFor();
  assert.equal(await savedName(), 'Assistant', 'what the service did not accept is not in force');

  await startService();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText(/^Saved\./).waitFor();
  assert.equal(await savedName(), 'Patient');
  await panel.getByRole('tab', { name: 'History' }).click();
  await panel.getByRole('button', { name: /^Version 1 .*by Zoë/ }).waitFor();
  await context.close();
});
