/** An owner corrects a wrong answer in the panel, and visitors get the right one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { until } from '../node/until.ts';
import { openPanel } from './admin-panel.ts';
import { type App, startApp } from './app.ts';

const QUESTION = 'Do you rent kayaks in winter?';
const WRONG = 'We rent kayaks in winter and in summer';
const RIGHT = 'Not in winter: from May on.';

let app: App;
let browser: Browser;
let docs: string;

before(async () => {
  docs = mkdtempSync(join(tmpdir(), 'agent-chat-docs-'));
  writeFileSync(join(docs, 'kayaks.md'), `# Kayaks\n\n${WRONG}.`);
  app = await startApp({ DOCS_DIR: docs });
  browser = await launchHeadless();
});

after(async () => {
  await browser?.close();
  await app?.stop();
  rmSync(docs, { recursive: true, force: true });
});

/** The answer that a new visitor gets. */
async function ask(question: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app.url}/demo/`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question);
  await page.keyboard.press('Enter');
  const answer = page.locator('agent-chat [part~="assistant-message"]').last();
  await answer.getByRole('button', { name: 'Good answer' }).waitFor({ state: 'attached' });
  const text = await answer.innerText();
  await context.close();
  return text;
}

test('the owner corrects a wrong answer in the panel, and the next visitor gets the right one', async () => {
  assert.ok((await ask(QUESTION)).includes(WRONG));

  const owner = await openPanel(browser, app);
  await owner.openTab('Conversations');
  await owner.panel.getByRole('button', { name: QUESTION }).first().click();
  await owner.panel.getByRole('button', { name: `Answer this: ${QUESTION}` }).click();
  const form = owner.panel.getByRole('tabpanel', { name: 'Answers' });
  await form.getByRole('textbox', { name: 'Answer', exact: true }).fill(RIGHT);
  await form.getByRole('button', { name: 'Check what changes' }).click();
  await form.getByText('1 of 1 questions').waitFor();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText(/^Saved\./).waitFor();
  assert.ok((await ask('can I rent kayaks in winter')).includes(RIGHT));

  // The documents are read again.
  writeFileSync(join(docs, 'kayaks.md'), `# Kayaks\n\n${WRONG}, and canoes in spring.`);
  await until(async () => (await ask('Are there canoes in spring?')).includes('canoes in spring'));
  assert.ok((await ask(QUESTION)).includes(RIGHT));

  await form.getByRole('button', { name: `Pause: ${QUESTION}` }).click();
  await form.getByRole('button', { name: `Resume: ${QUESTION}` }).waitFor();
  assert.ok((await ask(QUESTION)).includes(WRONG));
  await owner.page.context().close();
});
