import type { SettingsRow } from '../../src/protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../src/protocol/settings-table.ts';
import { treeOf } from '../../src/protocol/settings-tree.ts';

/** The defaults of the settings table as plain data: the widget needs no labels, hints and limits. */
export function settingsDefaults(): string {
  return `// Generated from settings-table.ts by \`npm run generate\`.
import type { Tree } from './settings-tree.ts';

/** Settings that visitors may see, as long as nobody changes them. Groups that are off have the values they start with. */
export const PUBLIC_DEFAULTS: Tree = ${JSON.stringify(defaultsOf('public'))};

/** All settings as long as nobody changes them. */
export const DEFAULTS: Tree = { ...PUBLIC_DEFAULTS, ${JSON.stringify(defaultsOf('private')).slice(1, -1)} };

/** The groups that null switches off, all of them off. */
export const OFF: Tree = ${JSON.stringify(Object.fromEntries(NULLABLE_OBJECTS.map(key => [key, null])))};

/** What an entry of each setting with entries of several fields is made of. */
export const RECORDS: Tree = ${JSON.stringify(recordShapes())};
`;
}

/** The defaults of the fields of records, by the key of their row. */
function recordShapes(): object {
  const rows: readonly SettingsRow[] = SETTINGS_TABLE;
  const records = rows.filter(row => row.kind === 'records');
  return Object.fromEntries(
    records.map(({ key, fields }) => [
      key,
      Object.fromEntries(fields.map(field => [field.key, field.default])),
    ]),
  );
}

function defaultsOf(access: 'public' | 'private'): object {
  const rows = SETTINGS_TABLE.filter(row => row.access === access);
  const nested = rows.find(row => access === 'private' && row.key.includes('.'));
  if (nested) throw new Error(`${nested.key}: DEFAULTS would replace its group; merge the two deeply`);
  return treeOf(rows.map(row => [row.key, row.default]));
}
