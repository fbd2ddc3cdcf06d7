import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { launchHeadless } from '../../scripts/browser.ts';
import { type App, startApp } from '../e2e/app.ts';

/** The whole application, and a browser to visit its demo pages with; for the file of tests that imports this. */
export let app: App;
export let browser: Browser;

before(async () => {
  app = await startApp();
  browser = await launchHeadless();
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

export interface Visit {
  page: Page;
  /** Paths that were asked for, in order; whole addresses of other hosts. */
  asked: string[];
}

export async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await (await browser.newContext(options)).newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url().replace(app.url, '')));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(app.url + path);
  return { page, asked };
}

export const launcher = (page: Page): Locator => page.getByRole('button', { name: 'Open chat' });
export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

export async function ask(page: Page): Promise<void> {
  await composer(page).fill('How do I run it on another port?');
  await composer(page).press('Enter');
  await page.getByRole('log').getByText(/8787/).first().waitFor();
  await page.getByRole('button', { name: 'Send message' }).waitFor();
}

/** A form that asks for everything and wants an address. */
export const LEAD_FORM = {
  title: 'May we write to you?',
  when: 'before',
  required: false,
  consent: 'I agree to be written to.',
  name: { enabled: true, label: '', required: false },
  email: { enabled: true, label: '', required: true },
  phone: { enabled: true, label: '', required: false },
};

/**
 * Names of the buttons in view that nothing sets apart from what is around them. Entries of a menu share its edge. The
 * grip that resizes the window lies over its corner, and has an edge while it is pointed at or focused.
 */
export function buttonsWithoutEdge(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('agent-chat')]
      .flatMap(chat => [...(chat.shadowRoot?.querySelectorAll('button:not([role=menuitem])') ?? [])])
      .filter(button => button.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .filter(button => !button.matches('[part=resize-handle]:not(:hover, :focus-visible)'))
      .filter(button => {
        const { borderTopWidth, borderTopStyle, backgroundColor, color, forcedColorAdjust } =
          getComputedStyle(button);
        const edge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
        return !edge || color === backgroundColor || forcedColorAdjust === 'none';
      })
      .map(button => button.getAttribute('aria-label') ?? button.textContent),
  );
}
