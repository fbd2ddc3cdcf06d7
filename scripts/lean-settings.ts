import type { Plugin } from 'vite';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../src/protocol/settings-table.ts';

/** Of the settings table, the widget's bundle gets what a visitor's page needs: public rows, without words for admins. */
export const leanSettings: Plugin = {
  name: 'lean-settings',
  apply: 'build',
  load(id) {
    return id.endsWith('/src/protocol/settings-table.ts') ? publicTable() : undefined;
  },
};

export function publicTable(): string {
  const rows = SETTINGS_TABLE.filter(row => row.access === 'public');
  const lean = rows.map(({ key, access, default: value }) => ({ key, access, default: value }));
  return `export const SETTINGS_TABLE = ${JSON.stringify(lean)};
export const NULLABLE_OBJECTS = ${JSON.stringify(NULLABLE_OBJECTS)};`;
}
