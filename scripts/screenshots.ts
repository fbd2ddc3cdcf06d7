/**
 * Takes the pictures of the README and the documents from the running thing, with sample contacts and numbers in it:
 * `npx node scripts/screenshots.ts`. With names of tabs, `demo`, `gallery` or `elsewhere`, only those:
 * `npx node scripts/screenshots.ts Usage "Try it"`.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, chromium, type Page } from 'playwright';
import { type Owner, openPanel, TABS } from '../test/e2e/admin-panel.ts';
import { type App, startApp } from '../test/e2e/app.ts';
import { CHROMIUM_ARGS, ensureChromium } from './browser.ts';

const FOLDER = process.env.IMAGES ?? 'docs/images';
const wanted = process.argv.slice(2);

async function shoot(page: Page, name: string, clip?: Clip): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({
    path: join(FOLDER, `${name}.png`),
    animations: 'disabled',
    ...(clip && { clip }),
  });
}

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the panel that fits the screen. */
async function panelOn(page: Page): Promise<Clip> {
  await page.evaluate(() => scrollTo(0, 0));
  const { x, y, width, height } = (await page.locator('agent-chat-admin').boundingBox())!;
  const room = page.viewportSize()!.height - y + 8;
  return { x: x - 8, y: y - 8, width: width + 16, height: Math.min(height + 16, room) };
}

async function demo(browser: Browser, app: App): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`${app.url}/demo/`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('textbox', { name: 'Message' }).fill('Does it set cookies?');
  await page.keyboard.press('Enter');
  await window
    .getByRole('list', { name: /source/ })
    .getByRole('button')
    .first()
    .click();
  await page.mouse.move(0, 0);
  await shoot(page, 'demo-shop');
  await page.close();
}

/** An agent as in a shop after a month. */
async function furnish(app: App): Promise<void> {
  const post = (path: string, body: object, author: string): Promise<Response> =>
    fetch(app.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${app.adminToken}`,
        'X-Admin-Name': encodeURIComponent(author),
      },
      body: JSON.stringify(body),
    });
  const save = (settings: object, author: string): Promise<Response> =>
    post('/v2/chatbots/settings', { chatbotId: app.agentId, ...settings }, author);
  await save(
    { name: 'Corner Shelf', instructions: 'Answer briefly, and name the page it stands on.' },
    'Ann Miller',
  );
  await save(
    {
      initialMessages: [
        'Hello! I know the manuals of everything on the shelf.',
        'What would you like to know?',
      ],
      suggestedQueries: ['How do I install it?', 'Does it work on my site?'],
      allowedDomains: ['shop.example', '*.shop.example'],
      rateLimit: { messages: 20, seconds: 60, message: 'One moment, please.' },
      autoOpen: { delay: 20, urlPattern: '/pricing*' },
      leadForm: { title: 'May we write to you?', when: 'after-reply', consent: 'I agree to be written to.' },
    },
    'Zoë Roth',
  );
  await save(
    { styles: { buttonColor: '#3b4cca', userMessageColor: '#3b4cca', radius: 'large' } },
    'Ann Miller',
  );
  const names = ['Ann Miller', 'Zoë Roth', 'Élodie Petit', 'Omar Said', 'Maya Cohen', 'Lars Holm'];
  const users = Array.from({ length: 240 }, (_, i) => ({
    external_id: `customer-${1000 + i}`,
    name: names[i % names.length],
    email: `customer.${1000 + i}@shop.example`,
    phonenumber: `+49 30 555 ${100 + i}`,
    custom_attributes: { tier: i % 3 ? 'silver' : 'gold', city: 'Berlin' },
  }));
  await post(`/v2/chatbots/${app.agentId}/contacts`, { users }, '');
  for (const message of [
    'How do I run it on another port?',
    'Where do dinosaurs live?',
    'Do you sell gift vouchers?',
    'are gift vouchers sold here',
    'Can I pick up an order on a Saturday?',
  ]) {
    const response = await fetch(`${app.url}/api/v2/agents/${app.agentId}/chat`, {
      method: 'POST',
      // One of `allowedDomains`.
      headers: { 'Content-Type': 'application/json', Origin: 'https://shop.example' },
      body: JSON.stringify({ message }),
    });
    if (!response.ok) throw new Error(`the chat answers ${response.status}: ${await response.text()}`);
    await response.text();
  }
  const answers = `/v2/chatbots/${app.agentId}/answers`;
  await post(answers, { question: 'Do you gift-wrap orders?', answer: 'Not yet.', paused: true }, '');
  await post(
    answers,
    {
      question: 'How long does delivery take?',
      otherWays: ['When does my parcel arrive?', 'How fast do you ship?'],
      answer: 'Two to three working days within the EU, **one** in Berlin. Parcels leave us at 4 pm.',
      url: '/delivery',
    },
    '',
  );
  const store = new DatabaseSync(join(app.dataDir, 'proxy.sqlite'), { timeout: 5000 });
  const insert = store.prepare(
    'insert into proxy_usage (agent_id, day, requests, replies, failures, unanswered, credits) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
  );
  for (let ago = 29; ago > 0; ago--) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const requests = 60 + ((ago * 37) % 41) - (ago % 7 < 2 ? 38 : 0);
    const failures = ago % 9 === 0 ? 2 : 0;
    insert.run(
      app.agentId,
      day,
      requests,
      requests - failures,
      failures,
      Math.round(requests / (9 + (ago % 4))),
      requests,
    );
  }
  const vote = store.prepare(
    'insert into proxy_votes (agent_id, voter, message_id, value, reason, at) values (?, ?, ?, ?, ?, ?)',
  );
  for (let i = 0; i < 46; i++) {
    const reason = i === 3 ? 'It named the page, thank you.' : i === 9 ? 'I meant the other model.' : null;
    vote.run(
      app.agentId,
      `sample-${i}`,
      `m-${i}`,
      i % 6 === 3 && i !== 3 ? 'down' : 'up',
      reason,
      1_790_000_000 + i,
    );
  }
  store.close();
}

/** Waits until a tab is ready for its picture. */
const PREPARE: Record<string, (owner: Owner) => Promise<unknown>> = {
  Appearance: owner => frame(owner, 'Phone'),
  Conversations: ({ panel }) => panel.getByRole('listitem').first().waitFor(),
  Answers: ({ panel }) =>
    panel
      .getByRole('button', { name: /^Answer this/ })
      .first()
      .waitFor(),
  Contacts: ({ panel }) => panel.getByRole('rowheader').first().waitFor(),
  Usage: ({ panel }) => panel.getByRole('figure').first().waitFor(),
  'Try it': async ({ panel }) => {
    await panel.getByRole('textbox', { name: 'Message' }).fill('How do I run it on another port?');
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('"type":"done"').waitFor();
  },
  History: async ({ panel }) => panel.getByRole('button', { name: /^Version 2/ }).click(),
};

async function frame({ panel }: Owner, size: 'Phone' | 'Desktop'): Promise<void> {
  await panel.getByRole('radiogroup', { name: 'Size' }).getByRole('radio', { name: size }).check();
}

async function tour(
  browser: Browser,
  app: App,
  scheme: 'light' | 'dark',
  tabs: readonly string[],
): Promise<void> {
  const owner = await openPanel(browser, app);
  await owner.page.setViewportSize({ width: 1280, height: 940 });
  await owner.page.emulateMedia({ colorScheme: scheme });
  for (const tab of tabs.filter(name => wanted.length === 0 || wanted.includes(name))) {
    await owner.openTab(tab);
    await PREPARE[tab]?.(owner);
    const name = `admin-${tab.toLowerCase().replaceAll(' ', '-')}`;
    const clip = tab === 'Appearance' ? undefined : await panelOn(owner.page);
    await shoot(owner.page, scheme === 'light' ? name : `${name}-dark`, clip);
    if (tab === 'Appearance') await frame(owner, 'Desktop');
  }
  await owner.page.context().close();
}

/** The panel on a phone, and in a language from right to left. */
async function elsewhere(browser: Browser, app: App): Promise<void> {
  const { page, openTab } = await openPanel(browser, app);
  await openTab('Appearance');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.locator('agent-chat-admin').scrollIntoViewIfNeeded();
  await page.locator('agent-chat-admin').evaluate(element => element.scrollIntoView());
  await page.screenshot({ path: join(FOLDER, 'admin-phone.png'), animations: 'disabled' });
  await page.setViewportSize({ width: 1280, height: 940 });
  await page.locator('agent-chat-admin').evaluate(element => element.setAttribute('lang', 'ar'));
  await page.getByRole('tab', { name: 'المظهر' }).waitFor();
  await shoot(page, 'admin-rtl');
  await page.context().close();
}

/** The gallery of all states of a conversation. */
async function gallery(browser: Browser, app: App): Promise<void> {
  for (const variant of ['light', 'dark', 'rtl']) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 1500 },
      colorScheme: variant === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(`${app.url}/demo/gallery.html?variant=${variant}`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await shoot(page, `gallery-${variant}`);
    await page.close();
  }
}

const app = await startApp();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
try {
  if (wanted.length === 0 || wanted.includes('demo')) await demo(browser, app);
  if (wanted.length === 0 || wanted.includes('gallery')) await gallery(browser, app);
  await furnish(app);
  await tour(browser, app, 'light', TABS);
  // The package contains the pictures, and dark looks the same in every tab.
  await tour(browser, app, 'dark', ['Appearance']);
  if (wanted.length === 0 || wanted.includes('elsewhere')) await elsewhere(browser, app);
} finally {
  await browser.close();
  await app.stop();
}
