import { defaultSettings, isTree, mergeSettings, type Settings } from '../../protocol/settings.ts';
import type { SettingsRow } from '../../protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import { patchOf } from './setting-changes.ts';

/**
 * Settings out of an answer that may come from an older or newer server: every row of this table, defaults where
 * the answer has none or something of another type. Unknown keys are left out.
 */
export function readSettings(answer: unknown): Settings {
  const known: { key: string; after: unknown }[] = [];
  const off = NULLABLE_OBJECTS.filter(key => !isTree(ownValue(answer, [key])));
  for (const row of SETTINGS_TABLE) {
    const path = row.key.split('.');
    if (off.some(key => key === path[0])) continue;
    const value = ownValue(answer, path);
    known.push({ key: row.key, after: ofKind(row, value) ? value : row.default });
  }
  return mergeSettings(defaultSettings(), patchOf(known));
}

function ownValue(answer: unknown, path: readonly string[]): unknown {
  let node = answer;
  for (const step of path) {
    if (!isTree(node) || !Object.hasOwn(node, step)) return undefined;
    node = node[step];
  }
  return node;
}

function ofKind(row: SettingsRow, value: unknown): boolean {
  if (Array.isArray(row.default)) {
    return Array.isArray(value) && value.every(entry => typeof entry === 'string');
  }
  if (row.kind === 'optional-number') return value === null || typeof value === 'number';
  return typeof value === typeof row.default;
}
