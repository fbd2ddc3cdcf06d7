import { type CSSResult, html } from 'lit';
import type { AdminStrings, TabName } from '../../locales/admin/strings.ts';
import { importAgain } from './import-again.ts';
import { renderNotFetched } from './notice.ts';
import type { ToolTab } from './tool-tab.ts';

interface ToolTabModule {
  Tab: new () => ToolTab;
  tag: string;
  styles?: CSSResult;
}

/** One loader a tab: nothing of it is fetched before it is opened. */
const LOADERS: Partial<Record<TabName, () => Promise<ToolTabModule>>> = {
  contacts: () => import('./contacts/contacts-tab.ts'),
  install: () => import('./install/install-tab.ts'),
  test: () => import('./test-console/test-tab.ts'),
  usage: () => import('./usage/usage-tab.ts'),
  json: () => import('./json/json-tab.ts'),
  history: () => import('./history/history-tab.ts'),
};

/** Tools that were opened. They are kept, so that an import goes on while another tab is looked at. */
export class ToolTabs {
  readonly #open = new Map<TabName, ToolTab>();
  /** Those whose file could not be had. */
  readonly #missing = new Set<TabName>();

  get all(): readonly ToolTab[] {
    return [...this.#open.values()];
  }

  /** What they draw with, and that it changed. */
  tell(told: Pick<ToolTab, 'session' | 'strings' | 'revision' | 'locale'>): void {
    for (const tool of this.all) Object.assign(tool, told);
  }

  get(name: TabName): ToolTab | undefined {
    return this.#open.get(name);
  }

  render(name: TabName, strings: AdminStrings, again: () => void): unknown {
    if (this.#missing.has(name)) return renderNotFetched(strings, again);
    return this.#open.get(name) ?? html`<p class="waiting" role="status">${strings.contacts.loading}</p>`;
  }

  /** Fetches a tool, again where that failed before. */
  async fetch(name: TabName, root: ShadowRoot): Promise<void> {
    try {
      const tool = await makeToolTab(name, root);
      if (tool && !this.#open.has(name)) this.#open.set(name, tool);
      this.#missing.delete(name);
    } catch {
      this.#missing.add(name);
    }
  }
}

/** Loads, registers and makes a tab; its styles go into the panel's root once. */
async function makeToolTab(name: TabName, root: ShadowRoot): Promise<ToolTab | undefined> {
  const loaded = await LOADERS[name]?.().catch(importAgain<ToolTabModule>);
  if (!loaded) return undefined;
  const { Tab, tag, styles } = loaded;
  if (!customElements.get(tag)) customElements.define(tag, Tab);
  const sheet = styles?.styleSheet;
  if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return document.createElement(tag) as ToolTab;
}
