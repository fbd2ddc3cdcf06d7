import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Browser, Request } from 'playwright';
import { openPanel } from './admin-panel.ts';
import { type App, useApp } from './app.ts';

let app: App;
let browser: Browser;

useApp(stage => {
  ({ app, browser } = stage);
});

/** Rows as a shop exports them, with a fault in every hundredth, of four kinds in turn. */
function shopExport(count: number): { csv: string; expected: Map<number, string> } {
  const expected = new Map<number, string>();
  const lines = ['Customer ID;Full name;E-Mail;Phone;Tier'];
  for (let row = 1; row <= count; row++) {
    let [id, email] = [`c-${row}`, `p${row}@shop.example`];
    let state = 'created';
    if (row % 100 === 0) {
      const kind = (row / 100) % 4;
      if (kind === 0) [email, state] = ['no address', 'invalid'];
      if (kind === 1) [id, state] = ['', 'invalid'];
      if (kind === 2) [email, state] = [`P${row - 1}@SHOP.example`, 'duplicate'];
      if (kind === 3) [id, state] = [`known-${row}`, 'exists'];
    }
    // Below the headings.
    expected.set(row + 1, state);
    lines.push(`${id};"Person ""${row}"", Ltd";${email};'+49 30 ${row};gold`);
  }
  return { csv: lines.join('\r\n'), expected };
}

async function create(users: object[]): Promise<void> {
  const response = await fetch(`${app.url}/v2/chatbots/${app.agentId}/contacts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ users }),
  });
  assert.equal(response.status, 201);
}

test('imports a list of addresses without ids, and recognizes it the second time', async () => {
  const csv = '\ufeffVorname;Nachname;E-Mail-Adresse\r\nAda;"Lovelace; Countess";Ada@shop.example\r\n';
  const owner = await openPanel(browser, app);
  await owner.openTab('Contacts');
  const check = async (): Promise<void> => {
    await owner.panel.getByRole('button', { name: 'Import' }).click();
    await owner.panel
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await owner.panel.getByText('The email address will be used').waitFor();
    await owner.panel.getByRole('button', { name: 'Check the rows' }).click();
  };
  await check();
  await owner.panel.getByRole('button', { name: 'Import 1 contact' }).click();
  await owner.panel.getByText('The import is finished.').waitFor();
  await owner.panel
    .getByRole('row', { name: 'ada@shop.example Ada Lovelace; Countess Ada@shop.example' })
    .waitFor();
  await owner.panel.getByRole('button', { name: 'Close the import' }).click();
  await check();
  await owner.panel.getByText('1 already exists', { exact: true }).waitFor();
});

test('imports 5,000 contacts with invalid rows and reports each row', async () => {
  const { csv, expected } = shopExport(5000);
  const known = [...expected].filter(([, state]) => state === 'exists').map(([row]) => `known-${row - 1}`);
  await create(known.map(external_id => ({ external_id })));
  const owner = await openPanel(browser, app);
  await owner.openTab('Contacts');
  await owner.panel.getByText('13 contacts', { exact: true }).waitFor();
  await owner.panel.getByRole('button', { name: 'Import' }).click();
  await owner.panel
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const customer = owner.panel.getByRole('combobox', { name: 'Customer ID: Import as' });
  await customer.waitFor();
  assert.equal(await customer.inputValue(), 'external_id');
  await owner.panel.getByRole('button', { name: 'Check the rows' }).click();
  await owner.panel.getByRole('button', { name: 'Import 4,950 contacts' }).click();
  await owner.panel.getByText('The import is finished.').waitFor();
  for (const text of ['4,950 created', '12 already exist', '25 with errors', '13 twice in the file']) {
    await owner.panel.getByText(text, { exact: true }).waitFor();
  }
  await owner.panel.getByText('4,963 contacts', { exact: true }).waitFor();

  const download = owner.page.waitForEvent('download');
  await owner.panel.getByRole('button', { name: 'Download the row-by-row report' }).click();
  const report = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  assert.equal(report.length, 5000);
  const states = new Map(
    report.map(line => [Number(line.split(',')[0]), /,(created|exists|invalid|duplicate),/.exec(line)?.[1]]),
  );
  assert.deepEqual(states, expected);
  await owner.page.context().close();
});

test('lists the newest contact first, exports all, and renders a hostile name as text', async () => {
  const hostile = '<img src=x onerror="globalThis.hacked=1">';
  await create([
    {
      external_id: '=HYPERLINK("http://evil.example")',
      name: hostile,
      custom_attributes: { [hostile]: hostile },
    },
  ]);
  const owner = await openPanel(browser, app);
  await owner.openTab('Contacts');
  const cell = owner.panel.getByRole('cell', { name: hostile, exact: true });
  await cell.waitFor();
  await owner.panel
    .getByRole('row', { name: /HYPERLINK/ })
    .getByText('1 attribute')
    .click();
  assert.equal(await owner.page.evaluate(() => 'hacked' in globalThis), false);
  assert.equal(await owner.panel.locator('img').count(), 0);

  const download = owner.page.waitForEvent('download');
  await owner.panel.getByRole('button', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  const total = Number((await owner.panel.getByText(/^[\d,]+ contacts?$/).innerText()).replace(/\D/g, ''));
  assert.equal(csv.trim().split('\r\n').length, total + 1);
  assert.match(csv, /"'=HYPERLINK/);
  await owner.page.context().close();
});

test('the next export clears the error of the last one', async () => {
  await create([{ external_id: 'export-1' }]);
  const { page, panel, openTab } = await openPanel(browser, app);
  await openTab('Contacts');
  await panel.getByRole('rowheader', { name: 'export-1' }).waitFor();
  const fault = panel.getByText('The server cannot be reached.');
  await page.route('**/contacts?*', route => route.abort());
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  await fault.waitFor();
  await page.unroute('**/contacts?*');
  const held = Promise.withResolvers<void>();
  await page.route('**/contacts?*', async route => {
    await held.promise;
    await route.continue();
  });
  await panel.getByRole('button', { name: 'Export JSON' }).click();
  await panel.getByRole('button', { name: 'Stop' }).waitFor();
  assert.equal(await fault.count(), 0);
  const download = page.waitForEvent('download');
  held.resolve();
  await download;
  await page.context().close();
});

test('an import that is closed while sending continues and can be reopened', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  let answer = (): void => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/contacts', async route => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await owner.openTab('Contacts');
  const importing = panel.getByRole('button', { name: 'Import', exact: true });
  const close = panel.getByRole('button', { name: 'Close the import' });
  await importing.click();
  await panel.getByLabel('Choose a file').setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('external_id,name\nlate-1,Ann\nlate-2,Bo\n'),
  });
  // By keyboard, which has its place at every step.
  const place = panel.locator('.import :focus');
  await panel.getByRole('button', { name: 'Check the rows' }).press('Enter');
  const start = panel.getByRole('button', { name: 'Import 2 contacts' });
  await start.waitFor();
  assert.equal(await place.count(), 1);
  await start.press('Enter');
  const pause = panel.getByRole('button', { name: 'Pause' });
  await pause.waitFor();
  assert.equal(await place.count(), 1);
  await close.click();
  await pause.waitFor({ state: 'hidden' });
  await importing.click();
  await pause.waitFor();

  await close.click();
  const arrived = page.waitForResponse(response => response.request().method() === 'POST');
  answer();
  assert.equal((await arrived).status(), 201);
  await importing.click();
  await panel.getByText('The import is finished.').waitFor();
  await panel.getByText('2 created', { exact: true }).waitFor();
  await close.click();
  await importing.click();
  await panel.getByText('Choose a file').waitFor();
  await page.context().close();
});

test('another file can be chosen after an import', async () => {
  const owner = await openPanel(browser, app);
  const { panel } = owner;
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  for (const id of ['first-file', 'second-file']) {
    await panel.getByLabel('Choose a file').setInputFiles({
      name: `${id}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`external_id\n${id}\n`),
    });
    await panel.getByRole('button', { name: 'Check the rows' }).click();
    await panel.getByText('The import is finished.').waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Import 1 contact' }).click();
    await panel.getByText('The import is finished.').waitFor();
    await panel.getByRole('rowheader', { name: id }).waitFor();
  }
  await owner.page.context().close();
});

test('the file chosen last is imported, not the one still being checked', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  const first = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let asked: Request | undefined;
  await page.route('**/contacts?*per_page=1000', async route => {
    if (!asked) {
      asked = route.request();
      await first.promise;
    }
    await route.continue();
  });
  const end = (request: Request): void => {
    if (request === asked) over.resolve();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  const file = (name: string, rows: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`external_id,name\n${rows}\n`),
  });
  await panel.getByLabel('Choose a file').setInputFiles(file('first.csv', 'first-1,Ann\nfirst-2,Bo'));
  const check = panel.getByRole('button', { name: 'Check the rows' });
  await check.click();
  await panel.getByText('Checked 0 of 2').waitFor();
  await panel.getByLabel('Choose a file').setInputFiles(file('second.csv', 'second-1,Cy'));
  await panel.getByRole('cell', { name: 'second-1' }).waitFor();
  await check.click();
  await panel.getByText('1 row is ready to import.').waitFor();
  first.resolve();
  await over.promise;
  await panel.getByRole('button', { name: 'Import 1 contact', exact: true }).click();
  await panel.getByText('1 created', { exact: true }).waitFor();
  await page.context().close();
});

test('two columns cannot share a field: the first becomes an attribute', async () => {
  const owner = await openPanel(browser, app);
  const { page, panel } = owner;
  await owner.openTab('Contacts');
  await panel.getByRole('button', { name: 'Import', exact: true }).click();
  await panel.getByLabel('Choose a file').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('external_id,Given,Family\nada,Ada,Lovelace\n'),
  });
  const given = panel.getByRole('combobox', { name: 'Given: Import as' });
  await given.selectOption('name');
  await panel.getByRole('combobox', { name: 'Family: Import as' }).selectOption('name');
  assert.equal(await given.inputValue(), 'attribute');
  await page.context().close();
});

test('columns can be mapped without scrolling sideways, also on a phone', async () => {
  const owner = await openPanel(browser, app);
  await owner.openTab('Contacts');
  await owner.panel.getByRole('button', { name: 'Import' }).click();
  const csv = 'external_id,name,email,Where they heard of the shop\n1,Ada,ada@shop.example,a friend\n';
  await owner.panel
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const columns = owner.panel.getByRole('region', { name: 'Match the columns' });
  for (const width of [1280, 360]) {
    await owner.page.setViewportSize({ width, height: 900 });
    const room = (await columns.boundingBox())!;
    const choices = await columns.getByRole('combobox', { name: /Import as$/ }).all();
    assert.equal(choices.length, 4);
    for (const choice of choices) {
      const box = (await choice.boundingBox())!;
      assert.ok(box.width > 100, `a choice is ${box.width} px wide at ${width}`);
      assert.ok(box.x >= room.x && box.x + box.width <= room.x + room.width, `out of view at ${width}`);
    }
  }
  await owner.page.context().close();
});

test('a mistyped heading is pointed out until its column is mapped', async () => {
  const owner = await openPanel(browser, app);
  await owner.openTab('Contacts');
  await owner.panel.getByRole('button', { name: 'Import' }).click();
  await owner.panel.getByLabel('Choose a file').setInputFiles({
    name: 'slip.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('exernal_id,Email\nc-9,nine@shop.example\n'),
  });
  const column = owner.panel.getByRole('combobox', {
    name: 'exernal_id: Import as',
    description: 'Did you mean “external id”?',
  });
  await column.selectOption({ label: 'Your ID' });
  await owner.panel.getByText('Did you mean').waitFor({ state: 'detached' });
});
