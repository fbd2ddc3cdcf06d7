import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings, TabName } from '../../locales/admin/strings.ts';
import { icon } from './icons.ts';
import type { TabEntry } from './tabs.ts';

export interface TabListOptions {
  tabs: readonly TabEntry[];
  strings: AdminStrings;
  selected: TabName;
  /** Tabs with unsaved changes. */
  changed: ReadonlySet<TabName>;
  /** Tabs with a value that cannot be saved. */
  invalid: ReadonlySet<TabName>;
  select: (tab: TabName) => void;
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ with automatic activation. */
export function renderTabList(options: TabListOptions): TemplateResult {
  const { tabs, strings, selected, select } = options;
  const onKey = (event: KeyboardEvent): void => {
    const tab = targetOfKey(event, tabs, selected);
    if (!tab) return;
    event.preventDefault();
    select(tab.id);
    const root = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot;
    root.getElementById(`tab-${tab.id}`)?.focus();
  };
  const [settings, tools] = [tabs.filter(tab => tab.groups), tabs.filter(tab => !tab.groups)];
  return html`<div role="tablist" part="nav" aria-label=${strings.panel} aria-orientation="vertical" @keydown=${onKey}>
    ${settings.map(tab => renderTab(tab.id, options))}
    <span class="tabs-gap" role="presentation"></span>
    ${tools.map(tab => renderTab(tab.id, options))}
  </div>`;
}

function renderTab(
  tab: TabName,
  { strings, selected, changed, invalid, select }: TabListOptions,
): TemplateResult {
  const isInvalid = invalid.has(tab);
  return html`<button
    type="button"
    role="tab"
    id="tab-${tab}"
    aria-controls="tabpanel"
    aria-selected=${tab === selected}
    tabindex=${tab === selected ? 0 : -1}
    @click=${() => select(tab)}
  >
    ${icon(tab)} ${strings.tabs[tab]}
    ${isInvalid || changed.has(tab) ? html`<span class="mark ${isInvalid ? 'bad' : ''}"><span class="sr">${isInvalid ? strings.saving.fixFirst(1) : strings.form.unsaved}</span></span>` : nothing}
  </button>`;
}

function targetOfKey(
  event: KeyboardEvent,
  tabs: readonly TabEntry[],
  selected: TabName,
): TabEntry | undefined {
  const index = tabs.findIndex(tab => tab.id === selected);
  const [previous, next] = [tabs.at(index - 1), tabs.at((index + 1) % tabs.length)];
  const rtl = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl';
  switch (event.key) {
    case 'ArrowDown':
      return next;
    case 'ArrowUp':
      return previous;
    case 'ArrowRight':
      return rtl ? previous : next;
    case 'ArrowLeft':
      return rtl ? next : previous;
    case 'Home':
      return tabs[0];
    case 'End':
      return tabs.at(-1);
    default:
      return undefined;
  }
}
