/** The admin panel as its owner uses it: by roles and names, one step a function. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import type { App } from './app.ts';

export const TABS = [
  'Agent',
  'Greeting',
  'Appearance',
  'Auto-open',
  'Lead form',
  'Access',
  'Conversations',
  'Answers',
  'Knowledge',
  'Contacts',
  'Install',
  'Usage',
  'Try it',
  'History',
  'JSON',
];

export interface Owner {
  page: Page;
  panel: Locator;
  openTab(name: string): Promise<void>;
  save(): Promise<void>;
}

/** Opens the page at `/` with the admin token typed in. */
export async function openPanel(browser: Browser, app: App): Promise<Owner> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
  const page = await context.newPage();
  await page.goto(`${app.url}/`);
  const panel = page.getByRole('region', { name: 'Chat settings' });
  await panel.getByLabel('Admin token').fill(app.adminToken);
  await panel.getByRole('button', { name: 'Open', exact: true }).click();
  await panel.getByRole('tablist').waitFor();
  return {
    page,
    panel,
    openTab: async name => {
      await panel.getByRole('tab', { name }).click();
      await panel.getByRole('tabpanel', { name }).getByRole('heading').first().waitFor();
    },
    save: async () => {
      await panel.getByRole('button', { name: 'Save', exact: true }).click();
      await panel.getByText(/^Saved\./).waitFor();
    },
  };
}
