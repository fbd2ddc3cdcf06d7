import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/browser.ts';
import { isTree } from '../../src/protocol/settings.ts';
import type { SettingsRow } from '../../src/protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../src/protocol/settings-table.ts';
import { openPanel } from './admin-panel.ts';
import { type App, startApp } from './app.ts';

const TABS: Record<SettingsRow['group'], string> = {
  identity: 'Agent',
  ai: 'Agent',
  experience: 'Conversation',
  style: 'Look',
  'auto-open': 'Opening',
  'lead-form': 'Lead form',
  access: 'Access',
  'rate-limit': 'Access',
};

/** A value other than the default for every row of the table. A new row without one here fails the test. */
const WANTED: Record<string, unknown> = {
  name: 'Ada of the shop',
  instructions: 'Be brief and kind.',
  initialMessages: ['Welcome in.', 'Ask away.'],
  suggestedQueries: ['Where is my parcel?'],
  placeholder: 'Write to Ada',
  visibility: 'private',
  allowedDomains: ['shop.example', '*.shop.example'],
  'rateLimit.messages': 7,
  'rateLimit.seconds': 90,
  'rateLimit.message': 'Slow down, please.',
  model: 'some-model',
  temp: 0.7,
  'styles.theme': 'dark',
  'styles.buttonColor': '#a01040',
  'styles.alignment': 'left',
  'styles.userMessageColor': '#104060',
  'styles.agentMessageColor': '#dfe8d0',
  'styles.radius': 'large',
  'styles.font': 'Georgia, serif',
  'styles.density': 'spacious',
  'autoOpen.delay': 1,
  'autoOpen.scroll': 40,
  'autoOpen.idle': 120,
  'autoOpen.exitIntent': true,
  'autoOpen.returning': true,
  'autoOpen.floating': true,
  'autoOpen.urlPattern': '/pricing*',
  'autoOpen.perSession': 2,
  'autoOpen.perWeek': 5,
  'leadForm.title': 'Before we start',
  'leadForm.when': 'on-request',
  'leadForm.required': true,
  'leadForm.consent': 'I agree.',
  'leadForm.name.enabled': false,
  'leadForm.name.label': 'Who are you?',
  'leadForm.name.required': true,
  'leadForm.email.enabled': false,
  'leadForm.email.label': 'Your address',
  'leadForm.email.required': true,
  'leadForm.phone.enabled': true,
  'leadForm.phone.label': 'Your phone',
  'leadForm.phone.required': true,
};
const CHOICES: Record<string, string> = {
  private: 'Private',
  dark: 'Dark',
  left: 'Left',
  large: 'Large',
  spacious: 'Spacious',
  'on-request': 'When asked',
};

let app: App;
let browser: Browser;

before(async () => {
  app = await startApp();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

test('every setting of the table is changed by its field and is in force after saving', async () => {
  const owner = await openPanel(browser, app);
  for (const [tab, feature] of [
    ['Access', 'Limit how much one visitor can send'],
    ['Opening', 'Let the chat open by itself'],
    ['Lead form', 'Ask visitors for their contact details'],
  ] as const) {
    await owner.openTab(tab);
    await owner.panel.getByRole('switch', { name: feature }).check();
  }
  for (const row of SETTINGS_TABLE) {
    await owner.openTab(TABS[row.group]);
    await enter(owner.panel.getByRole('tabpanel'), row, WANTED[row.key]);
  }
  await owner.save();

  const settings = await readSettings();
  for (const row of SETTINGS_TABLE) {
    assert.deepEqual(settingAt(settings, row.key), WANTED[row.key], row.key);
    assert.notDeepEqual(WANTED[row.key], row.default, `${row.key} was changed at all`);
  }
  await write({
    ...nested(new Map(SETTINGS_TABLE.map(row => [row.key, row.default]))),
    rateLimit: null,
    autoOpen: null,
    leadForm: null,
  });
  await owner.page.context().close();
});

test('a visitor elsewhere sees what was saved within five seconds', async () => {
  const owner = await openPanel(browser, app);
  const visitor = await (await browser.newContext()).newPage();
  await openChat(visitor);

  const fill = async (tab: string, keys: readonly string[]): Promise<void> => {
    await owner.openTab(tab);
    for (const key of keys) {
      const row = SETTINGS_TABLE.find(found => found.key === key)!;
      await enter(owner.panel.getByRole('tabpanel'), row, WANTED[key]);
    }
  };
  await fill('Agent', ['name']);
  await fill('Conversation', ['initialMessages', 'suggestedQueries', 'placeholder']);
  await fill('Look', ['styles.theme', 'styles.buttonColor', 'styles.alignment', 'styles.font']);
  await owner.save();
  const saved = Date.now();

  await openChat(visitor);
  const chat = visitor.getByRole('dialog', { name: 'Ada of the shop' });
  await chat.getByText('Welcome in.').waitFor();
  await chat.getByRole('button', { name: 'Where is my parcel?' }).waitFor();
  await chat.getByPlaceholder('Write to Ada').waitFor();
  const look = await chat.evaluate(element => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return { font: style.fontFamily, scheme: style.colorScheme, left: box.left < innerWidth / 2 };
  });
  assert.match(look.font, /Georgia/);
  assert.equal(look.left, true);
  assert.match(look.scheme, /dark/);
  const launcher = visitor.locator('agent-chat [part~="launcher"]');
  assert.equal(
    await launcher.evaluate(element => getComputedStyle(element).backgroundColor),
    'rgb(160, 16, 64)',
  );
  assert.ok(Date.now() - saved < 5000, `it took ${Date.now() - saved} ms`);

  await fill('Access', ['visibility']);
  await owner.save();
  const refused = visitor.waitForResponse(response => response.url().endsWith('/settings'));
  await visitor.reload();
  assert.equal((await refused).status(), 403);
  await write({ visibility: 'public' });
  await visitor.context().close();
  await owner.page.context().close();
});

test('each keystroke shows in the widget beside the panel before anything is saved', async () => {
  const owner = await openPanel(browser, app);
  const writes: string[] = [];
  owner.page.on('request', request => {
    if (request.method() === 'POST') writes.push(request.url());
  });
  const name = owner.panel.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('');
  await name.pressSequentially('Eve');
  await owner.page.locator('agent-chat').getByRole('heading', { name: 'Eve' }).waitFor();
  await owner.panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await owner.page
    .locator('agent-chat')
    .getByRole('heading', { name: WANTED.name as string })
    .waitFor();
  assert.deepEqual(writes, []);
  await owner.page.context().close();
});

test('of two owners who change the same field, the second sees both versions and chooses', async () => {
  const [first, second] = [await openPanel(browser, app), await openPanel(browser, app)];
  await first.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('First');
  await second.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Second');
  await second.panel.getByRole('textbox', { name: 'Model' }).fill('second-model');
  await first.save();
  await second.panel.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = second.panel.getByRole('form', { name: 'Somebody else saved in the meantime' });
  await conflict.getByText('First').waitFor();
  await conflict.getByText('Second').waitFor();
  assert.equal(settingAt(await readSettings(), 'name'), 'First');
  await conflict.getByRole('radio', { name: 'Take theirs' }).check();
  await conflict.getByRole('button', { name: 'Continue' }).click();
  await second.save();
  const settings = await readSettings();
  assert.equal(settingAt(settings, 'name'), 'First');
  assert.equal(settingAt(settings, 'model'), 'second-model');
  await first.page.context().close();
  await second.page.context().close();
});

test('a save while the service is away keeps every change, and works once it is back', async () => {
  const owner = await openPanel(browser, app);
  await owner.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Patient');
  await owner.page.context().setOffline(true);
  await owner.panel.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = owner.panel.getByRole('alert').filter({ hasText: 'cannot be reached' });
  await alert.getByText('Nothing you typed is lost.').waitFor();
  assert.equal(await owner.panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Patient');
  await owner.page.context().setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await owner.panel.getByText('Accepted.').waitFor();
  assert.equal(settingAt(await readSettings(), 'name'), 'Patient');
  await owner.page.context().close();
});

test('the token stays out of addresses and storage unless the owner asks for it', async () => {
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

async function openChat(page: Page): Promise<void> {
  await page.goto(`${app.url}/demo/`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** Puts a value into a field the way its kind is used. */
async function enter(panel: Locator, row: SettingsRow, value: unknown): Promise<void> {
  const name = { name: row.label, exact: true };
  switch (row.kind) {
    case 'choice':
      await panel
        .getByRole('radiogroup', name)
        .getByRole('radio', { name: CHOICES[value as string]!, exact: true })
        .check();
      break;
    case 'boolean':
      await panel.getByRole('switch', name).setChecked(value as boolean);
      break;
    case 'optional-number':
      await panel.getByRole('switch', { name: `${row.label}: On` }).check();
      await panel.getByRole('textbox', name).fill(String(value));
      break;
    case 'list':
    case 'domains': {
      const list = panel.getByRole('group', name);
      for (let left = await list.getByRole('textbox').count(); left > 0; left--) {
        await list.getByRole('button', { name: 'Remove entry 1' }).click();
      }
      for (const [i, entry] of (value as string[]).entries()) {
        await panel.getByRole('button', { name: `Add to ${row.label}` }).click();
        await panel.getByRole('textbox', { name: `${row.label}, entry ${i + 1}` }).fill(entry);
      }
      break;
    }
    case 'font':
      await panel.getByRole('combobox', name).fill(String(value));
      break;
    default:
      await panel.getByRole('textbox', name).fill(String(value));
  }
}

async function readSettings(): Promise<unknown> {
  const response = await fetch(`${app.url}/v2/chatbots/${app.agentId}/settings`, {
    headers: { Authorization: `Bearer ${app.adminToken}` },
  });
  return ((await response.json()) as { data: { settings: unknown } }).data.settings;
}

async function write(patch: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${app.url}/v2/chatbots/settings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ chatbotId: app.agentId, ...patch }),
  });
  assert.equal(response.status, 202);
}

function settingAt(settings: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((node, step) => (isTree(node) ? node[step] : undefined), settings);
}

function nested(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const path = key.split('.');
    const last = path.pop()!;
    let node = tree;
    for (const step of path) {
      node[step] ??= {};
      node = node[step] as Record<string, unknown>;
    }
    node[last] = value;
  }
  return tree;
}
