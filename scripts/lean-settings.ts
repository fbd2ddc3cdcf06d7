import type { Plugin } from 'vite';
import { OFF, type Tree, treeOf } from '../src/protocol/settings-defaults.ts';
import { SETTINGS_TABLE } from '../src/protocol/settings-table.ts';

/** Public, so that an owner's page can show them; but it is the proxy that obeys them, and the widget asks for none. */
const OBEYED_ELSEWHERE: readonly string[] = [
  'visibility',
  'allowedDomains',
  'rateLimit.messages',
  'rateLimit.seconds',
];

/** Of the settings table, the widget's bundle gets what a visitor's page needs: the defaults of the public rows. */
export const leanSettings: Plugin = {
  name: 'lean-settings',
  apply: 'build',
  load(id) {
    return id.endsWith('/src/protocol/settings-defaults.ts') ? publicDefaults() : undefined;
  },
};

function publicDefaults(): string {
  const rows = SETTINGS_TABLE.filter(row => row.access === 'public' && !OBEYED_ELSEWHERE.includes(row.key));
  const defaults: Tree = treeOf(rows.map(row => [row.key, row.default]));
  return `export const PUBLIC_DEFAULTS = ${JSON.stringify(defaults)};
export const DEFAULTS = PUBLIC_DEFAULTS;
export const OFF = ${JSON.stringify(OFF)};`;
}
