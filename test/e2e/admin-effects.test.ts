import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { SETTINGS_TABLE } from '../../src/protocol/settings-table.ts';
import { type OpenAiServer, openAiServer } from '../fakes/openai-server.ts';
import { type Site, startSite } from '../fakes/site.ts';
import { type Owner, openPanel } from './admin-panel.ts';
import { type App, startApp } from './app.ts';
import { fillIn } from './settings-form.ts';

let provider: OpenAiServer;
let elsewhere: Site;
let app: App;
let browser: Browser;
let owner: Owner;
let visitors: BrowserContext;
/** Every key whose effect was seen. */
const seen = new Set<string>();

before(async () => {
  provider = await openAiServer({ models: ['some-model'] });
  elsewhere = await startSite();
  app = await startApp({ OPENAI_BASE_URL: provider.url });
  browser = await launchHeadless();
  owner = await openPanel(browser, app);
  visitors = await browser.newContext({ viewport: { width: 1000, height: 700 } });
});

after(async () => {
  await browser?.close();
  await app?.stop();
  await elsewhere?.close();
  await provider?.close();
});

/** A visitor's first visit, in a browser context that is not the owner's. Scripts are cached, nothing is remembered. */
async function visit(path = '/demo/'): Promise<Page> {
  const page = await visitors.newPage();
  await page.goto(`${app.url}/demo/icon.svg`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(app.url + path);
  return page;
}

/** Fills in and saves, and has a visitor look. Each effect is then held against what it found. */
async function change<Sight>(
  effects: Record<string, readonly [value: unknown, see: (sight: Sight) => unknown]>,
  look: () => Promise<Sight>,
): Promise<Sight> {
  await fillIn(owner, Object.fromEntries(Object.entries(effects).map(([key, [value]]) => [key, value])));
  await owner.save();
  const sight = await look();
  for (const [key, [value, see]] of Object.entries(effects)) {
    const row = SETTINGS_TABLE.find(found => found.key === key);
    assert.notDeepEqual(value, row?.default, `${key} was changed at all`);
    await see(sight);
    seen.add(key);
  }
  return sight;
}

const launcher = (page: Page): Locator => page.locator('agent-chat [part~="launcher"]');
const chatOf = (page: Page): Locator => page.getByRole('dialog');

async function openChat(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open chat' }).click();
  await chatOf(page).waitFor();
  return chatOf(page);
}

async function send(chat: Locator, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('button', { name: 'Send message' }).click();
}

/** @param before how many answers there were */
async function answered(chat: Locator, before = 0): Promise<void> {
  await chat.getByRole('log').getByText('How can I help you today?').nth(before).waitFor();
}

async function opensByItself(page: Page): Promise<void> {
  await chatOf(page).waitFor();
}

/** All is loaded and nothing more happens. */
async function staysClosed(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  assert.equal(await launcher(page).getAttribute('aria-expanded'), 'false');
}

interface Look {
  page: Page;
  chat: Locator;
  /** A computed property. */
  style(target: Locator, name: string): Promise<string>;
}

/** A visitor opens the chat. */
async function look(): Promise<Look> {
  const page = await visit();
  const chat = await openChat(page);
  await chat.getByText('Ask away.').waitFor();
  return {
    page,
    chat,
    style: (target, name) =>
      target.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name),
  };
}

function bubble(chat: Locator, of: 'user-message' | 'assistant-message'): Locator {
  return chat.locator(`[part~="${of}"] [part~="bubble"]`).last();
}

test('saved settings apply to the next visitor', async () => {
  const asked = () => provider.seen.at(-1)!.body;
  await change<Look>(
    {
      name: [
        'Ada of the shop',
        ({ page }) => page.getByRole('dialog', { name: 'Ada of the shop' }).waitFor(),
      ],
      initialMessages: [['Welcome in.', 'Ask away.'], ({ chat }) => chat.getByText('Welcome in.').waitFor()],
      suggestedQueries: [
        ['Where is my parcel?'],
        ({ chat }) => chat.getByRole('button', { name: 'Where is my parcel?' }).waitFor(),
      ],
      subtitle: ['Replies at once', ({ chat }) => chat.getByText('Replies at once').waitFor()],
      placeholder: ['Write to Ada', ({ chat }) => chat.getByPlaceholder('Write to Ada').waitFor()],
      disclaimer: [
        'Ada may be wrong. [Privacy](https://shop.example/privacy)',
        ({ chat }) => chat.getByRole('link', { name: 'Privacy' }).waitFor(),
      ],
      instructions: [
        'Answer like a lighthouse keeper.',
        async ({ chat }) => {
          await send(chat, 'Who are you?');
          await answered(chat);
          assert.match(asked().messages[0]!.content, /lighthouse keeper/);
        },
      ],
      allowedTools: [
        ['add', 'subtract'],
        async ({ page, chat }) => {
          await page.evaluate(() => {
            const tool = { description: 'Adds.', run: () => 2 };
            document.querySelector('agent-chat')!.registerTool('add', tool);
            document.querySelector('agent-chat')!.registerTool('multiply', tool);
          });
          // A tool is offered once its code has loaded.
          await page.waitForLoadState('networkidle');
          await send(chat, 'What is one and one?');
          await answered(chat, 1);
          const { tools } = asked() as { tools?: { function: { name: string } }[] };
          assert.deepEqual(
            tools?.map(tool => tool.function.name),
            ['add'],
          );
        },
      ],
      synonyms: [
        ['flurbwort, nginx'],
        async ({ chat }) => {
          await send(chat, 'Is there a flurbwort?');
          await answered(chat, 2);
          assert.match(JSON.stringify(asked().messages), /nginx/i);
        },
      ],
      model: ['some-model', () => assert.equal(asked().model, 'some-model')],
      temp: [0.7, () => assert.equal(asked().temperature, 0.7)],
      'styles.theme': [
        'dark',
        async ({ chat, style }) => assert.match(await style(chat, 'color-scheme'), /dark/),
      ],
      'styles.buttonColor': [
        '#a01040',
        async ({ page, style }) =>
          assert.equal(await style(launcher(page), 'background-color'), 'rgb(160, 16, 64)'),
      ],
      'styles.alignment': [
        'left',
        async ({ chat }) => assert.ok((await chat.boundingBox())!.x < 100, 'it stands at the left'),
      ],
      'styles.userMessageColor': [
        '#104060',
        async ({ chat, style }) =>
          assert.equal(await style(bubble(chat, 'user-message'), 'background-color'), 'rgb(16, 64, 96)'),
      ],
      'styles.agentMessageColor': [
        '#203820',
        async ({ chat, style }) =>
          assert.equal(await style(bubble(chat, 'assistant-message'), 'background-color'), 'rgb(32, 56, 32)'),
      ],
      'styles.radius': [
        'large',
        async ({ chat, style }) => assert.equal(await style(chat, 'border-start-start-radius'), '22px'),
      ],
      'styles.font': [
        'Georgia, serif',
        async ({ chat, style }) => assert.match(await style(chat, 'font-family'), /Georgia/),
      ],
      'styles.answers': [
        'bubble',
        async ({ chat, style }) =>
          assert.notEqual(await style(bubble(chat, 'assistant-message'), 'padding-inline-start'), '0px'),
      ],
      'styles.density': [
        'spacious',
        async ({ chat, style }) =>
          assert.equal(await style(chat.locator('[part~="header"]'), 'padding-inline-start'), '20px'),
      ],
    },
    look,
  );
  await change<Locator>(
    {
      pageGreetings: [
        [{ urlPattern: '/demo/?from=*', messages: ['Hello from there.'], queries: [] }],
        chat => chat.getByText('Hello from there.').waitFor(),
      ],
    },
    async () => openChat(await visit('/demo/?from=shop')),
  );
});

test('the owner can try unsaved instructions without changing the chat of visitors', async () => {
  await fillIn(owner, { instructions: 'Answer like a pirate.', temp: 0.1 });
  await owner.openTab('Try it');
  await owner.panel.getByRole('textbox', { name: 'Message' }).fill('Who are you?');
  await owner.panel.getByRole('button', { name: 'Send' }).click();
  await owner.panel.getByRole('list', { name: 'Events' }).getByText('"type":"done"').waitFor();
  const { messages, temperature } = provider.seen.at(-1)!.body;
  assert.match(messages[0]!.content, /pirate/);
  assert.equal(temperature, 0.1);
  await owner.panel.getByText('Answers follow your unsaved instructions').waitFor();
  const chat = await openChat(await visit());
  await send(chat, 'Who are you?');
  await answered(chat);
  assert.match(provider.seen.at(-1)!.body.messages[0]!.content, /lighthouse keeper/);
  for (let i = 0; i < 2; i++) await owner.panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await owner.panel.getByText('Everything is saved').waitFor();
});

test('the pinned snippet runs on another site, but not with one byte changed', async () => {
  await owner.openTab('Install');
  await owner.panel.getByLabel('Pin this exact version').check();
  const code = owner.panel.getByRole('region', { name: 'Script tag' });
  await code.getByText('integrity=').waitFor();
  const snippet = await code.innerText();
  assert.match(snippet, /agent-chat\.js\?v=\d+\.\d+\.\d+-[0-9a-f]{12}"/);
  const page = await visitors.newPage();
  elsewhere.pages['/pinned'] = { body: `<!doctype html><title>Pinned</title>${snippet}` };
  await page.goto(`${elsewhere.url}/pinned`);
  await page.getByRole('button', { name: 'Open chat' }).waitFor();
  elsewhere.pages['/tampered'] = {
    body: `<!doctype html><title>Tampered</title>${snippet.replace(/sha384-./, found => `sha384-${found.endsWith('A') ? 'B' : 'A'}`)}`,
  };
  const complaint = page.waitForEvent('console', message => message.text().includes('integrity'));
  await page.goto(`${elsewhere.url}/tampered`);
  await complaint;
  assert.equal(await page.locator('agent-chat').count(), 0);
});

test('the lead form asks for the configured fields at the configured time', async () => {
  const labelled = (label: string) => async (form: Locator) => {
    const field = form.getByLabel(label, { exact: true });
    await field.waitFor();
    // An optional field says so beside its label.
    assert.equal(await field.evaluate(element => (element as HTMLInputElement).required), true, label);
  };
  await change<Locator>(
    {
      'leadForm.title': ['Before we start', form => form.getByText('Before we start').waitFor()],
      'leadForm.required': [
        true,
        async form => assert.equal(await form.getByRole('button', { name: 'Skip' }).count(), 0),
      ],
      'leadForm.consent': [
        'I agree to be called.',
        form => form.getByLabel('I agree to be called.').waitFor(),
      ],
      'leadForm.name.label': ['Who are you?', labelled('Who are you?')],
      'leadForm.name.required': [true, labelled('Who are you?')],
      'leadForm.email.label': ['Your address', labelled('Your address')],
      'leadForm.email.required': [true, labelled('Your address')],
      'leadForm.phone.enabled': [true, labelled('Your number')],
      'leadForm.phone.label': ['Your number', labelled('Your number')],
      'leadForm.phone.required': [true, labelled('Your number')],
      'leadForm.fields': [
        [{ name: 'order', label: 'Your order', type: 'choice', required: true, options: ['Shoes', 'Socks'] }],
        form =>
          form
            .getByRole('combobox', { name: 'Your order' })
            .selectOption('Socks')
            .then(() => {}),
      ],
    },
    async () => {
      const form = (await openChat(await visit())).getByRole('form', { name: 'Before we start' });
      await form.waitFor();
      return form;
    },
  );
  await change<Locator>(
    {
      'leadForm.when': [
        'after-reply',
        async chat => {
          assert.equal(await chat.getByRole('form').count(), 0);
          await send(chat, 'Who are you?');
          await chat.getByRole('form', { name: 'Before we start' }).waitFor();
        },
      ],
      'leadForm.name.enabled': [
        false,
        async chat => assert.equal(await chat.getByLabel('Who are you?').count(), 0),
      ],
      'leadForm.email.enabled': [
        false,
        async chat => assert.equal(await chat.getByLabel('Your address').count(), 0),
      ],
    },
    async () => openChat(await visit()),
  );
  await owner.openTab('Lead form');
  await owner.panel.getByRole('switch', { name: 'Ask visitors for their contact details' }).uncheck();
});

test('the chat opens by the rules of autoOpen', async () => {
  await change<Page>(
    {
      'autoOpen.delay': [0, opensByItself],
      'autoOpen.perSession': [
        2,
        async page => {
          await page.reload();
          await opensByItself(page);
        },
      ],
    },
    async () => {
      const page = await visit();
      await opensByItself(page);
      return page;
    },
  );
  await change<Page>(
    {
      'autoOpen.floating': [
        true,
        async page => assert.equal(await launcher(page).getAttribute('aria-expanded'), 'false'),
      ],
      'autoOpen.perWeek': [
        1,
        async page => {
          await page.evaluate(() => sessionStorage.clear());
          await page.reload();
          await staysClosed(page);
          assert.equal(await page.getByText('Ask away.').count(), 0);
        },
      ],
      'autoOpen.urlPattern': ['/demo/?plan=*', async () => staysClosed(await visit())],
    },
    async () => {
      const page = await visit('/demo/?plan=a');
      await page.getByText('Ask away.').waitFor();
      return page;
    },
  );
  await fillIn(owner, { 'autoOpen.urlPattern': '', 'autoOpen.floating': false });
  await change<Page>(
    {
      'autoOpen.returning': [
        true,
        async page => {
          await staysClosed(page);
          await send(await openChat(page), 'Who are you?');
          await answered(chatOf(page));
          // Somebody who closed the chat wants it closed; this one just comes back.
          await page.reload();
          await opensByItself(page);
        },
      ],
    },
    () => visit(),
  );
  await fillIn(owner, { 'autoOpen.returning': false, 'autoOpen.delay': null });
  await change<Page>(
    {
      'autoOpen.scroll': [
        40,
        async page => {
          await staysClosed(page);
          await page.mouse.wheel(0, 5000);
          await opensByItself(page);
        },
      ],
      'autoOpen.exitIntent': [
        true,
        async () => {
          const page = await visit();
          await staysClosed(page);
          await page.evaluate(() =>
            document.body.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true })),
          );
          await opensByItself(page);
        },
      ],
    },
    () => visit(),
  );
  await fillIn(owner, { 'autoOpen.scroll': null, 'autoOpen.exitIntent': false });
  await change<Page>({ 'autoOpen.idle': [1, opensByItself] }, async () => {
    const page = await visit();
    await opensByItself(page);
    return page;
  });
  await owner.openTab('Auto-open');
  await owner.panel.getByRole('switch', { name: 'Open the chat automatically' }).uncheck();
});

test('visibility, domains and rate limit apply to visitors', async () => {
  elsewhere.pages['/'] = {
    body: `<!doctype html><title>Elsewhere</title><script type="module" src="${app.url}/agent-chat.js" data-agent-id="${app.agentId}"></script>`,
  };
  const lookElsewhere = async (): Promise<boolean> => {
    const stranger = await visitors.newPage();
    const asked = stranger.waitForRequest(request => request.url().endsWith('/settings'));
    await stranger.goto(elsewhere.url);
    // What the browser's cross-origin rules hold back has no answer that a page could read.
    return (await (await asked).response().catch(() => null))?.ok() !== true;
  };
  assert.equal(await lookElsewhere(), false, 'any site may, as long as nobody says otherwise');
  const held = (chat: Locator): Locator => chat.getByRole('log').getByText('Slow down, please.');
  await change<Locator>(
    {
      'rateLimit.messages': [
        1,
        async chat => {
          await send(chat, 'Who are you?');
          await answered(chat);
          await send(chat, 'And now?');
          await held(chat).waitFor();
        },
      ],
      'rateLimit.seconds': [
        90,
        async chat => assert.match(await held(chat).innerText(), /\b([6-8]\d|9[01]) seconds/),
      ],
      'rateLimit.message': ['Slow down, please.', chat => held(chat).waitFor()],
      allowedDomains: [
        ['shop.example', '*.shop.example'],
        async () => assert.equal(await lookElsewhere(), true),
      ],
    },
    async () => openChat(await visit()),
  );
  await change<number>({ visibility: ['private', status => assert.equal(status, 403)] }, async () => {
    const page = await visitors.newPage();
    const settings = page.waitForResponse(response => response.url().endsWith('/settings'));
    await page.goto(`${app.url}/demo/`);
    return (await settings).status();
  });
});

test('covers every setting of the table', () => {
  assert.deepEqual(
    SETTINGS_TABLE.map(row => row.key).filter(key => !seen.has(key)),
    [],
  );
});
