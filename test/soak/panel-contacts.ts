/**
 * Imports, pages and exports many contacts through the panel against a running app, and says the longest task the
 * tab had in each step: `npm run soak:panel`. Rows: `CONTACTS` (100,000). Fails past `LONGEST` milliseconds (100).
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Download, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { openPanel } from '../e2e/admin-panel.ts';
import { startApp } from '../e2e/app.ts';

const COUNT = Number(process.env.CONTACTS ?? 100_000);
const LONGEST = Number(process.env.LONGEST ?? 100);

const folder = await mkdtemp(join(tmpdir(), 'agent-chat-contacts-'));
const csv = join(folder, 'contacts.csv');
const json = join(folder, 'contacts.json');
const people = Array.from({ length: COUNT }, (_, i) => ({
  external_id: `c-${i + 1}`,
  name: `Person ${i + 1} of the shop`,
  // Each hundredth row is at fault.
  email: i % 100 === 99 ? 'no address' : `person.${i + 1}@shop.example`,
  phonenumber: `+49 30 ${i + 1}`,
  tier: 'gold',
}));
const lines = people.map(person => Object.values(person).join(','));
await writeFile(csv, ['external_id,name,email,phonenumber,tier', ...lines, ''].join('\n'));
await writeFile(json, JSON.stringify(people));

const app = await startApp();
const browser = await launchHeadless();
let worst = 0;

/** The longest task of a step; the browser reports those of more than 50 ms. */
async function step(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    Object.assign(globalThis, { tasks, observer });
  });
  const started = performance.now();
  await act();
  const seconds = (performance.now() - started) / 1000;
  const tasks = await page.evaluate(() => {
    const { tasks, observer } = globalThis as unknown as { tasks: number[]; observer: PerformanceObserver };
    for (const { duration } of observer.takeRecords()) tasks.push(duration);
    observer.disconnect();
    return tasks;
  });
  const longest = Math.round(Math.max(0, ...tasks));
  worst = Math.max(worst, longest);
  const said = tasks.length === 0 ? 'none over 50 ms' : `longest ${longest} ms, ${tasks.length} over 50 ms`;
  console.log(`${name.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s   tasks: ${said}`);
}

async function countLines(download: Download): Promise<number> {
  let count = 0;
  for await (const _ of createInterface({ input: createReadStream(await download.path()) })) count++;
  return count;
}

try {
  const { page, panel, openTab } = await openPanel(browser, app);
  page.setDefaultTimeout(300_000);
  await openTab('Contacts');
  const button = (name: string | RegExp) => panel.getByRole('button', { name });
  const number = (count: number): string => count.toLocaleString('en');
  const good = COUNT - Math.floor(COUNT / 100);
  await button('Import').click();
  await step(page, `read ${number(COUNT)} rows of CSV`, async () => {
    await panel.getByLabel('Choose a file').setInputFiles(csv);
    await button('Check the rows').waitFor();
  });
  await step(page, 'check them', async () => {
    await button('Check the rows').click();
    await button(`Import ${number(good)} contacts`).waitFor();
  });
  await step(page, 'send them', async () => {
    await button(`Import ${number(good)} contacts`).click();
    await panel.getByText('The import is finished.').waitFor();
  });
  await step(page, 'write the report by row', async () => {
    const download = page.waitForEvent('download');
    await button('Download the row-by-row report').click();
    const rows = await countLines(await download);
    if (rows !== COUNT + 1) throw new Error(`the report has ${rows} lines`);
  });
  await button('Close the import').click();
  await step(page, 'show 1,000 a page', async () => {
    await panel.getByLabel('Rows per page').selectOption('1000');
    await panel.getByRole('rowheader', { name: 'c-999', exact: true }).waitFor();
  });
  await step(page, 'go to the last page', async () => {
    await button('Last page').click();
    await panel.getByRole('rowheader', { name: `c-${COUNT - 1}`, exact: true }).waitFor();
  });
  await step(page, 'export all as CSV', async () => {
    const download = page.waitForEvent('download');
    await button('Export CSV').click();
    const rows = await countLines(await download);
    if (rows !== good + 1) throw new Error(`the export has ${rows} lines`);
  });
  await button('Import').click();
  await step(page, `read ${number(COUNT)} rows of JSON`, async () => {
    await panel.getByLabel('Choose a file').setInputFiles(json);
    await button('Check the rows').waitFor();
  });
  await step(page, 'know them all again', async () => {
    await button('Check the rows').click();
    await panel.getByText(`${number(good)} already exist`).waitFor();
  });
} finally {
  await browser.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(`longest task: ${worst} ms`);
if (worst > LONGEST) {
  console.error(`more than ${LONGEST} ms`);
  process.exitCode = 1;
}
