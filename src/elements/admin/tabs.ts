import type { CSSResult } from 'lit';
import type { TabName } from '../../locales/admin/strings.ts';
import type { SettingsGroup } from '../../protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import type { AdminSession } from './session/session.ts';
import type { ToolTab } from './tool-tab.ts';

export interface ToolTabModule {
  Tab: new () => ToolTab;
  tag: string;
  styles?: CSSResult;
}

/** A tab shows either groups of the settings table or a tool, which loads when it is first opened. */
export interface TabEntry {
  /** Also names its label (`strings.tabs`) and its icon. */
  id: TabName;
  groups?: readonly SettingsGroup[];
  /** Whether the preview shows its settings. */
  isPreviewed?: boolean;
  load?: () => Promise<ToolTabModule>;
  /** Default: always. For what not every agent service offers. */
  isShown?: (session: AdminSession) => boolean;
}

/** Every tab of the panel, in order. A tool is a row here, a label, an icon and a folder. */
export const TABS: readonly TabEntry[] = [
  { id: 'agent', groups: ['identity', 'ai'], isPreviewed: true },
  { id: 'greeting', groups: ['experience'], isPreviewed: true },
  { id: 'look', groups: ['style'], isPreviewed: true },
  { id: 'opening', groups: ['auto-open'], isPreviewed: true },
  { id: 'leads', groups: ['lead-form'], isPreviewed: true },
  { id: 'access', groups: ['access', 'rate-limit'] },
  {
    id: 'conversations',
    load: () => import('./conversations/conversations-tab.ts'),
    isShown: ({ extensions }) => extensions.conversations !== undefined,
  },
  {
    id: 'answers',
    load: () => import('./answers/answers-tab.ts'),
    isShown: ({ extensions }) => extensions.answers === true,
  },
  {
    id: 'knowledge',
    load: () => import('./knowledge/knowledge-tab.ts'),
    isShown: ({ extensions }) => extensions.sources === true,
  },
  { id: 'contacts', load: () => import('./contacts/contacts-tab.ts') },
  { id: 'install', load: () => import('./install/install-tab.ts') },
  { id: 'usage', load: () => import('./usage/usage-tab.ts') },
  { id: 'test', load: () => import('./test-console/test-tab.ts') },
  { id: 'history', load: () => import('./history/history-tab.ts') },
  { id: 'json', load: () => import('./json/json-tab.ts') },
];

export function tabOf(id: TabName): TabEntry {
  return TABS.find(tab => tab.id === id)!;
}

/** The tab with the field of a setting. @param key of a row, or of an object that can be null */
export function tabOfSetting(key: string): TabName {
  const group = SETTINGS_TABLE.find(row => row.key === key || row.key.startsWith(`${key}.`))?.group;
  return TABS.find(({ groups }) => groups?.some(name => name === group))?.id ?? 'agent';
}
