import { html } from 'lit';
import type { AdminStrings, TabName } from '../../locales/admin/strings.ts';
import { renderNotFetched } from './notice.ts';
import { makeToolTab, type ToolTab } from './tool-tab.ts';

/** Tools that were opened. They are kept, so that an import goes on while another tab is looked at. */
export class ToolTabs {
  readonly #open = new Map<TabName, ToolTab>();
  /** Those whose file could not be had. */
  readonly #missing = new Set<TabName>();

  get all(): readonly ToolTab[] {
    return [...this.#open.values()];
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
