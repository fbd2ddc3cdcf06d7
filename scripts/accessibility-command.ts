import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { PlaywrightLauncher } from '@web/test-runner-playwright';

/** What this file needs of Puppeteer, whose types are a dependency of a dependency. */
interface PuppeteerLauncher extends BrowserLauncher {
  getPage(id: string): {
    evaluateHandle(code: () => unknown): Promise<{ asElement(): PuppeteerNode | null }>;
  };
}
interface PuppeteerNode {
  $$(selector: string): Promise<PuppeteerNode[]>;
  evaluate(code: (element: Element) => boolean): Promise<boolean>;
}

const UNREADABLE = 'unreadable';

/** What a screen reader finds at the focus. */
interface Exposed {
  role: string;
  name: string;
}

/**
 * The command `exposes-focus`: whether the accessibility tree has a focused node with this role and name in
 * `<agent-chat>`. Reads Chromium's tree by its protocol, and asks Firefox for its nodes by WebDriver BiDi.
 * `unreadable` in other browsers.
 */
export function accessibilityCommand(): TestRunnerPlugin {
  return {
    name: 'accessibility-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'exposes-focus') return undefined;
      const { browser, id } = session;
      const wanted = payload as Exposed;
      if (browser.type === 'playwright') return inChromium(browser as PlaywrightLauncher, id, wanted);
      if (browser.type === 'puppeteer') return inFirefox(browser as PuppeteerLauncher, id, wanted);
      return UNREADABLE;
    },
  };
}

async function inChromium(browser: PlaywrightLauncher, id: string, wanted: Exposed): Promise<boolean> {
  const page = browser.getPage(id);
  const cdp = await page.context().newCDPSession(page);
  try {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree');
    return nodes.some(
      ({ ignored, role, name, properties = [] }) =>
        !ignored &&
        role?.value === wanted.role &&
        name?.value === wanted.name &&
        properties.some(property => property.name === 'focused' && property.value.value === true),
    );
  } finally {
    await cdp.detach();
  }
}

async function inFirefox(
  browser: PuppeteerLauncher,
  id: string,
  { role, name }: Exposed,
): Promise<boolean | typeof UNREADABLE> {
  const page = browser.getPage(id);
  // WebKit's launcher offers only what the test runner's own commands use.
  if (!('evaluateHandle' in page)) return UNREADABLE;
  const root = (
    await page.evaluateHandle(() => document.querySelector('agent-chat')!.shadowRoot!)
  ).asElement();
  const found = (await root?.$$(`aria/${name}[role="${role}"]`)) ?? [];
  const isFocused = await Promise.all(
    found.map(node =>
      node.evaluate(element => element === (element.getRootNode() as ShadowRoot).activeElement),
    ),
  );
  return isFocused.includes(true);
}
