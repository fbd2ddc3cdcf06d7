import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright';
import { isTree } from '../../src/protocol/settings.ts';
import { openPanel } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

let app: App;
let browser: Browser;

useApp(stage => {
  ({ app, browser } = stage);
});

test('previews each keystroke before anything is saved', async () => {
  const owner = await openPanel(browser, app);
  const writes: string[] = [];
  owner.page.on('request', request => {
    if (request.method() === 'POST') writes.push(request.url());
  });
  const name = owner.panel.getByRole('textbox', { name: 'Name', exact: true });
  const before = await name.inputValue();
  await name.fill('');
  await name.pressSequentially('Eve');
  await owner.page.locator('agent-chat').getByRole('heading', { name: 'Eve' }).waitFor();
  await owner.panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await owner.page.locator('agent-chat').getByRole('heading', { name: before }).waitFor();
  assert.deepEqual(writes, []);
  await owner.page.context().close();
});

test('shows a conflict to the second of two owners who change the same field', async () => {
  const [first, second] = [await openPanel(browser, app), await openPanel(browser, app)];
  await first.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('First');
  await second.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Second');
  await second.panel.getByRole('textbox', { name: 'Model' }).fill('second-model');
  await first.save();
  await second.panel.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = second.panel.getByRole('form', { name: 'Someone else saved while you were editing' });
  await conflict.getByText('First').waitFor();
  await conflict.getByText('Second').waitFor();
  assert.equal(settingAt(await readSettings(), 'name'), 'First');
  await conflict.getByRole('radio', { name: 'Use theirs' }).check();
  await conflict.getByRole('button', { name: 'Continue' }).click();
  await second.save();
  const settings = await readSettings();
  assert.equal(settingAt(settings, 'name'), 'First');
  assert.equal(settingAt(settings, 'model'), 'second-model');
  await first.page.context().close();
  await second.page.context().close();
});

test('keeps all changes while the service is down, and saves when it is back', async () => {
  const owner = await openPanel(browser, app);
  await owner.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Patient');
  await owner.page.context().setOffline(true);
  await owner.panel.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = owner.panel.getByRole('alert').filter({ hasText: 'cannot be reached' });
  await alert.getByText('Nothing you typed is lost.').waitFor();
  assert.equal(await owner.panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Patient');
  await owner.page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await owner.panel.getByText(/^Saved\./).waitFor();
  assert.equal(settingAt(await readSettings(), 'name'), 'Patient');
  await owner.page.context().close();
});

test('the token is not in URLs, and in storage only if the owner wants it', async () => {
  const owner = await openPanel(browser, app);
  const stored = await owner.page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href]),
  );
  assert.doesNotMatch(stored, new RegExp(app.adminToken));
  await owner.page.reload();
  await owner.panel.getByLabel('Admin token').fill('a wrong one');
  await owner.panel.getByRole('button', { name: 'Open', exact: true }).click();
  await owner.panel.getByRole('alert').getByText('The admin token was not accepted.').waitFor();
  await owner.panel.getByLabel('Admin token').fill(app.adminToken);
  await owner.panel.getByLabel('Remember in this tab').check();
  await owner.panel.getByRole('button', { name: 'Open', exact: true }).click();
  await owner.panel.getByRole('tablist').waitFor();
  await owner.page.reload();
  await owner.panel.getByRole('tablist').waitFor();
  await owner.page.context().close();
});

async function readSettings(): Promise<unknown> {
  const response = await fetch(`${app.url}/v2/chatbots/${app.agentId}/settings`, {
    headers: { Authorization: `Bearer ${app.adminToken}` },
  });
  return ((await response.json()) as { data: { settings: unknown } }).data.settings;
}

function settingAt(settings: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((node, step) => (isTree(node) ? node[step] : undefined), settings);
}

test('the settings page is in the language of the browser', async () => {
  const page = await browser.newPage({ locale: 'de-DE' });
  await page.goto(`${app.url}/`);
  await page.getByRole('region', { name: 'Chat-Einstellungen' }).getByLabel('Admin-Token').waitFor();
  await page.close();
});
