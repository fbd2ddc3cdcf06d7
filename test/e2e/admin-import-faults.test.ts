/** What an owner meets whose import is under way, whose file is wrong, or whose line is down for a moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Route } from 'playwright';
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

test('warns before the page is left during an import, but not after it', async () => {
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

test('shows a lost connection during a read, an export or a report, and recovers', async () => {
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

test('an import whose check is refused says when to try again', async () => {
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

test('explains a file error in the language of the panel', async () => {
  const owner = await openPanel(browser, app);
  const { page } = owner;
  await owner.openTab('Contacts');
  await page.locator('agent-chat-admin').evaluate(panel => panel.setAttribute('lang', 'de'));
  const panel = page.getByRole('region', { name: 'Chat-Einstellungen' });
  await panel.getByRole('button', { name: 'Importieren', exact: true }).click();
  for (const [wrong, said] of [
    [file(''), 'Sie enthält keine Kontakte.'],
    [file('external_id,name\n1,"Ann\n'), 'Das Anführungszeichen in Zeile 2 wird nicht geschlossen.'],
    [file('PK\0\0'), 'Sie ist keine Textdatei. Speichern Sie eine Tabelle zuerst als CSV.'],
    [file('[{"external_id":"a"},{"external_id":}]', 'c.json'), 'Eintrag 2 ist kein gültiges JSON.'],
  ] as const) {
    await panel.locator('.import input[type=file]').setInputFiles(wrong);
    await panel.getByRole('alert').getByText(`Diese Datei ist nicht lesbar: ${said}`).waitFor();
  }
  await page.context().close();
});

test('an export can be stopped, and a failed one reports no progress', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  const pages = '**/contacts?*per_page=1000';
  const under = (second: (route: Route) => Promise<void> | void) =>
    page.route(pages, route => {
      if (new URL(route.request().url()).searchParams.get('page') === '2') return second(route);
      const json = {
        data: [{ external_id: 'a' }],
        total: 2,
        pages: { page: 1, per_page: 1000, total_pages: 2 },
      };
      return route.fulfill({ json });
    });
  const start = panel.getByRole('button', { name: 'Export CSV' });
  const exported = panel.getByText('Exported 1 of 2');
  await under(() => {});
  await start.click();
  await exported.waitFor();
  await panel.getByRole('button', { name: 'Stop' }).press('Enter');
  await exported.waitFor({ state: 'detached' });
  assert.equal(await start.evaluate(button => button.matches(':focus')), true, 'the keyboard goes on');

  await page.unroute(pages);
  await under(route => route.fulfill({ status: 403 }));
  await start.click();
  await panel.getByText('This token doesn’t have permission to do that.').waitFor();
  assert.equal(await exported.count(), 0);

  await page.unroute(pages);
  const download = page.waitForEvent('download');
  await start.click();
  await (await download).path();
  await page.context().close();
});

test('the error of a token refused during an import disappears with the right token', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  let refuses = true;
  await page.route('**/contacts', route =>
    refuses && route.request().method() === 'POST' ? route.fulfill({ status: 401 }) : route.continue(),
  );
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByLabel('Choose a file').setInputFiles(file('external_id\nanew-1\n'));
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByRole('button', { name: 'Import 1 contact' }).click();
  refuses = false;
  await panel.getByLabel('Admin token').fill(app.adminToken);
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  await panel.getByText('Paused.').waitFor();
  await panel.getByText('not accepted').waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Resume' }).click();
  await panel.getByText('The import is finished.').waitFor();
  await page.context().close();
});

test('a file can be dropped onto the import', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['external_id,name\ndropped-1,Ann\n'], 'dropped.csv'));
    return data;
  });
  const place = panel.getByRole('region', { name: 'Import contacts' });
  await place.dispatchEvent('dragover', { dataTransfer });
  await place.dispatchEvent('drop', { dataTransfer });
  await panel.getByRole('button', { name: 'Check the rows' }).click();
  await panel.getByRole('button', { name: 'Import 1 contact' }).waitFor();
  await page.context().close();
});

test('an export continues while another tab is open, and ends with the panel', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  let go = (): void => {};
  const held = new Promise<void>(resolve => {
    go = resolve;
  });
  const pages = '**/contacts?*per_page=1000';
  const hold = (until: Promise<void>) =>
    page.route(pages, async route => {
      await until;
      await route.continue();
    });
  await hold(held);
  await panel.getByRole('button', { name: 'Export CSV' }).click();
  await owner.openTab('History');
  const download = page.waitForEvent('download');
  go();
  await (await download).path();

  await page.unroute(pages);
  await hold(new Promise(() => {}));
  await owner.openTab('Contacts');
  const asked = page.waitForRequest(pages);
  await panel.getByRole('button', { name: 'Export CSV' }).click();
  const request = await asked;
  const ended = page.waitForEvent('requestfailed', failed => failed === request);
  await page.locator('agent-chat-admin').evaluate(element => element.remove());
  await ended;
  await page.context().close();
});
