/** What an owner meets whose import is under way, whose file is wrong, or whose line is down for a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright';
import { openPanel } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

let app: App;
let browser: Browser;

useApp(stage => {
  ({ app, browser } = stage);
});

const file = (text: string, name = 'contacts.csv') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test('the page asks before it goes while an import has rows to send, and not after it', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  let refuses = true;
  await page.route('**/contacts', route =>
    refuses && route.request().method() === 'POST' ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByLabel('Choose a file').setInputFiles(file('external_id,name\nleft-1,Ann\n'));
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByRole('button', { name: 'Import 1 contact' }).waitFor();
  assert.equal(await asks(), false, 'before anything is sent');
  await panel.getByRole('button', { name: 'Import 1 contact' }).click();
  await panel.getByText('Paused.').waitFor();
  await owner.openTab('Agent');
  assert.equal(await asks(), true, 'with a row to send');
  await owner.openTab('Contacts');
  refuses = false;
  await panel.getByRole('button', { name: 'Resume' }).click();
  await panel.getByText('The import is finished.').waitFor();
  assert.equal(await asks(), false, 'after it');
  await page.context().close();
});

test('a line that is down as a file, an export or a report is asked for is named, and the next press works', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  const away = panel.getByText('The server cannot be reached.');
  const chunks = '**/chunks/**';
  const cut = () => page.route(chunks, route => route.abort());
  await cut();
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  await away.waitFor();
  await page.unroute(chunks);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  await (await download).path();
  await away.waitFor({ state: 'hidden' });

  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await cut();
  await panel.getByLabel('Choose a file').setInputFiles(file('external_id\nx\n'));
  await away.waitFor();
  await page.unroute(chunks);
  await panel.getByLabel('Choose a file').setInputFiles(file('external_id\nx\n'));
  await panel.getByRole('button', { name: 'Check the rows' }).waitFor();
  await page.context().close();
});

test('an import whose check is refused says when it can be tried again', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByLabel('Choose a file').setInputFiles(file('external_id\nlater-1\n'));
  await page.route('**/contacts?*', route =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '42' },
      json: { error: { code: 'rate_limited', message: 'too many' } },
    }),
  );
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByText('Try again in 42 seconds.').waitFor();
  await page.unroute('**/contacts?*');
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByRole('button', { name: 'Import 1 contact' }).waitFor();
  await page.context().close();
});

test('what is wrong with a file is said in the language of the panel', async () => {
  const owner = await openPanel(browser, app);
  const { page } = owner;
  await owner.openTab('Contacts');
  await page.locator('agent-chat-admin').evaluate(panel => panel.setAttribute('lang', 'de'));
  const panel = page.getByRole('region', { name: 'Chat-Einstellungen' });
  await panel.getByRole('button', { name: 'Importieren', exact: true }).click();
  for (const [wrong, said] of [
    [file(''), 'Es ist kein Kontakt darin.'],
    [file('external_id,name\n1,"Ann\n'), 'Das Anführungszeichen in Zeile 2 wird nicht geschlossen.'],
    [file('PK\0\0'), 'Sie ist kein Text. Eine Tabelle zuerst als CSV speichern.'],
    [file('[{"external_id":"a"},{"external_id":}]', 'c.json'), 'Eintrag 2 ist kein gültiges JSON.'],
  ] as const) {
    await panel.locator('.import input[type=file]').setInputFiles(wrong);
    await panel.getByRole('alert').getByText(`Diese Datei ist nicht lesbar: ${said}`).waitFor();
  }
  await page.context().close();
});
