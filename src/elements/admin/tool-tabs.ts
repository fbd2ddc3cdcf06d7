import { html } from 'lit';
import type { AdminStrings, TabName } from '../../locales/admin/strings.ts';
import { retryImport } from './lazy-import.ts';
import { renderLoadError } from './notices.ts';
import { type ToolTabModule, tabOf } from './tabs.ts';
import type { ToolTab } from './tool-tab.ts';

/** The tools opened for one agent. They stay, so that an import continues while another tab is open. */
export class ToolTabs {
  readonly #opened = new Map<TabName, ToolTab>();
  /** Tools whose code did not load. */
  readonly #failed = new Set<TabName>();

  get all(): readonly ToolTab[] {
    return [...this.#opened.values()];
  }

  /** Sets the properties that all tools render from. */
  update(properties: Pick<ToolTab, 'session' | 'strings' | 'revision' | 'locale'>): void {
    for (const tool of this.all) Object.assign(tool, properties);
  }

  get(name: TabName): ToolTab | undefined {
    return this.#opened.get(name);
  }

  render(name: TabName, strings: AdminStrings, retry: () => void): unknown {
    if (this.#failed.has(name)) return renderLoadError(strings, retry);
    return this.#opened.get(name) ?? html`<p class="waiting" role="status">${strings.contacts.loading}</p>`;
  }

  /** Loads a tool, also after an earlier attempt failed. */
  async load(name: TabName, root: ShadowRoot): Promise<void> {
    try {
      const tool = await createToolTab(name, root);
      if (tool && !this.#opened.has(name)) this.#opened.set(name, tool);
      this.#failed.delete(name);
    } catch {
      this.#failed.add(name);
    }
  }
}

/** Loads and registers the element of a tab and adds its styles to the panel's root once. */
async function createToolTab(name: TabName, root: ShadowRoot): Promise<ToolTab | undefined> {
  const module = await tabOf(name)
    .load?.()
    .catch(retryImport<ToolTabModule>);
  if (!module) return undefined;
  const { Tab, tag, styles } = module;
  if (!customElements.get(tag)) customElements.define(tag, Tab);
  const sheet = styles?.styleSheet;
  if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return document.createElement(tag) as ToolTab;
}
