import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings, TabName } from '../../locales/admin/strings.ts';
import { icon } from './icons.ts';

const SETTINGS_TABS: readonly TabName[] = ['agent', 'conversation', 'look', 'opening', 'leads', 'access'];
const TOOL_TABS: readonly TabName[] = ['contacts', 'install', 'usage', 'test', 'history', 'json'];
const TABS: readonly TabName[] = [...SETTINGS_TABS, ...TOOL_TABS];

export interface TabListOptions {
  strings: AdminStrings;
  open: TabName;
  changed: ReadonlySet<TabName>;
  faulty: ReadonlySet<TabName>;
  choose: (tab: TabName) => void;
}

/** Tabs by the ARIA pattern: one stop for Tab, arrows, Home and End move and open. */
export function renderTabList(options: TabListOptions): TemplateResult {
  const { strings, open, choose } = options;
  const onKey = (event: KeyboardEvent): void => {
    const tab = neighbour(open, event);
    if (!tab) return;
    event.preventDefault();
    choose(tab);
    const root = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot;
    root.getElementById(`tab-${tab}`)?.focus();
  };
  return html`<div role="tablist" part="nav" aria-label=${strings.panel} aria-orientation="vertical" @keydown=${onKey}>
    ${SETTINGS_TABS.map(tab => renderTab(tab, options))}
    <span class="tabs-gap" role="presentation"></span>
    ${TOOL_TABS.map(tab => renderTab(tab, options))}
  </div>`;
}

function renderTab(tab: TabName, { strings, open, changed, faulty, choose }: TabListOptions): TemplateResult {
  const bad = faulty.has(tab);
  return html`<button
    type="button"
    role="tab"
    id="tab-${tab}"
    aria-controls="tabpanel"
    aria-selected=${tab === open}
    tabindex=${tab === open ? 0 : -1}
    @click=${() => choose(tab)}
  >
    ${icon(tab)} ${strings.tabs[tab]}
    ${bad || changed.has(tab) ? html`<span class="mark ${bad ? 'bad' : ''}"><span class="sr">${bad ? strings.saving.fixFirst(1) : strings.form.unsaved}</span></span>` : nothing}
  </button>`;
}

function neighbour(open: TabName, event: KeyboardEvent): TabName | undefined {
  const at = TABS.indexOf(open);
  const rtl = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl';
  switch (event.key) {
    case 'ArrowDown':
      return TABS.at((at + 1) % TABS.length);
    case 'ArrowUp':
      return TABS.at(at - 1);
    case 'ArrowRight':
      return TABS.at(rtl ? at - 1 : (at + 1) % TABS.length);
    case 'ArrowLeft':
      return TABS.at(rtl ? (at + 1) % TABS.length : at - 1);
    case 'Home':
      return TABS[0];
    case 'End':
      return TABS.at(-1);
    default:
      return undefined;
  }
}
