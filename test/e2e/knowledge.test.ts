/** From an empty install, with the panel alone: files become answers, and the built-in documents disappear. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { docxOf, pdfOf } from '../fakes/documents.ts';
import { sitemapOf, startSite } from '../fakes/site.ts';
import { openPanel } from './admin-panel.ts';
import { type App, startApp } from './app.ts';

let app: App;
let browser: Browser;

before(async () => {
  app = await startApp({ PRIVATE_SITES: '1' });
  browser = await launchHeadless();
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

/** What a new visitor reads: the whole chat, and the answer to a question. */
async function visit(question: string): Promise<{ opened: string; answer: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app.url}/demo/`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await field.waitFor();
  const opened = await page.locator('agent-chat').last().innerText();
  await field.fill(question);
  await page.keyboard.press('Enter');
  const answer = page.locator('agent-chat [part~="assistant-message"]').last();
  await answer.getByRole('button', { name: 'Good answer' }).waitFor({ state: 'attached' });
  const text = await answer.innerText();
  await context.close();
  return { opened, answer: text };
}

test('a PDF, a Word file and a text become answers with the panel alone', async () => {
  const owner = await openPanel(browser, app);
  await owner.openTab('Knowledge');
  const tab = owner.panel.getByRole('tabpanel', { name: 'Knowledge' });
  await tab.getByText('Documents about agent-chat').waitFor();

  await tab.locator('input[type=file]').setInputFiles([
    {
      name: 'kayaks.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf([['# Kayaks', 'A kayak for two costs 40 euros a day.']]),
    },
    { name: 'parking.docx', mimeType: '', buffer: docxOf(['# Parking', 'Parking is behind the boathouse.']) },
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('This is no PDF.') },
  ]);
  const uploads = tab.getByRole('list', { name: 'Uploads' });
  await uploads.getByText('Damaged, or not what its name says.').waitFor();
  await tab.getByRole('button', { name: 'Write a text' }).click();
  await tab.getByRole('textbox', { name: 'Title' }).fill('Dogs');
  await tab.getByRole('textbox', { name: 'Text' }).fill('Dogs are welcome on every boat.');
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  await tab.getByText('Documents: 3 ·').waitFor();
  await tab.getByText('Documents about agent-chat').waitFor({ state: 'detached' });

  await tab.getByRole('textbox', { name: 'Question' }).fill('Are dogs welcome on a boat?');
  await tab.getByRole('button', { name: 'Find' }).click();
  await tab.getByText('Is quoted').waitFor();

  const first = await visit('What does a kayak for two cost?');
  assert.match(first.answer, /40 euros/);
  assert.doesNotMatch(first.opened, /agent-chat/);
  assert.match((await visit('Where is parking?')).answer, /behind the boathouse/);
  assert.match((await visit('Are dogs welcome on a boat?')).answer, /every boat/);

  const sources = tab.getByRole('list', { name: 'Sources' });
  await sources.getByText('Documents', { exact: true }).click();
  await tab.getByRole('button', { name: 'Forget: kayaks.pdf' }).click();
  await tab
    .getByRole('group', { name: /^Forget it/ })
    .getByRole('button', { name: 'Forget' })
    .click();
  await tab.getByText('Forgotten: kayaks.pdf').waitFor();
  assert.doesNotMatch((await visit('What does a kayak for two cost?')).answer, /40 euros/);
  await owner.page.context().close();
});

test('a website of 200 pages becomes answers with the panel alone, and a forgotten page none', async t => {
  const site = await startSite();
  t.after(() => site.close());
  const paths = Array.from({ length: 200 }, (_, n) => `/boats/${n}`);
  for (const [n, path] of paths.entries())
    site.pages[path] = {
      body: `<title>Boat ${n}</title><h1>Boat ${n}</h1><p>The hull of boat number ${n} is ${n + 3} metres long.</p>`,
    };
  site.pages['/'] = {
    body: '<title>Boathouse</title><h1>Boathouse</h1><p>The boathouse is at the lake.</p>',
  };
  site.pages['/boats/13'] = { status: 500 };
  site.pages['/sitemap.xml'] = sitemapOf(['/', ...paths].map(path => site.url + path));

  const owner = await openPanel(browser, app);
  await owner.openTab('Knowledge');
  const tab = owner.panel.getByRole('tabpanel', { name: 'Knowledge' });
  await tab.getByRole('button', { name: 'Read a website' }).click();
  await owner.page.keyboard.type(site.url);
  await owner.page.keyboard.press('Enter');
  await tab.getByText(`Ready: answers use ${site.url}/ from now on.`).waitFor({ timeout: 120_000 });
  await tab.getByText('Documents: 200 ·').waitFor();
  await tab.getByText('Skipped: 1').waitFor();
  const leftOut = tab.locator('details').filter({ hasText: 'Left out' });
  await leftOut.getByText('Left out').click();
  await leftOut.getByText('The site responded with an error.').waitFor();
  assert.match((await visit('How long is the hull of boat number 150?')).answer, /153 metres/);

  const source = tab
    .getByRole('list', { name: 'Sources' })
    .getByRole('listitem')
    .filter({ hasText: site.url })
    .first();
  await source.getByText('Documents', { exact: true }).click();
  await tab.getByRole('button', { name: `Forget: ${site.url}/boats/150` }).click();
  await tab
    .getByRole('group', { name: /^Forget it/ })
    .getByRole('button', { name: 'Forget' })
    .click();
  await tab.getByText(`Forgotten: ${site.url}/boats/150`).waitFor();
  assert.doesNotMatch((await visit('How long is the hull of boat number 150?')).answer, /153 metres/);
  await owner.page.context().close();
});
