import { defaultSettings, isTree, mergeSettings, type Settings } from '../../../protocol/settings.ts';
import type { RecordField, RecordsRow, SettingsRow } from '../../../protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import { patchOf } from './setting-changes.ts';

/**
 * Reads settings from an older or newer server. A value that is missing or has another type becomes the default, an
 * object that can be null becomes null; unknown keys are dropped.
 */
export function readSettings(answer: unknown): Settings {
  const off = NULLABLE_OBJECTS.filter(key => !isTree(ownValue(answer, [key])));
  const known: { key: string; after: unknown }[] = off.map(key => ({ key, after: null }));
  for (const row of SETTINGS_TABLE) {
    const path = row.key.split('.');
    if (off.some(key => key === path[0])) continue;
    const value = ownValue(answer, path);
    const read = row.kind === 'records' ? withAllFields(row, value) : value;
    known.push({ key: row.key, after: hasKind(row, read) ? read : row.default });
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

function hasKind(row: SettingsRow | RecordField, value: unknown): boolean {
  if (row.kind === 'records') return Array.isArray(value) && value.every(entry => hasFields(row, entry));
  if (Array.isArray(row.default)) {
    return Array.isArray(value) && value.every(entry => typeof entry === 'string');
  }
  if (row.kind === 'optional-number') return value === null || typeof value === 'number';
  return typeof value === typeof row.default;
}

/** The entries with the defaults of the fields that an earlier version did not have. */
function withAllFields({ fields }: RecordsRow, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const defaults = Object.fromEntries(fields.map(field => [field.key, field.default]));
  return value.map((entry: unknown) => (isTree(entry) ? { ...defaults, ...entry } : entry));
}

/** Whether an entry has the fields of its row, and no others, so that the form shows all of it. */
function hasFields({ fields }: RecordsRow, entry: unknown): boolean {
  if (!isTree(entry) || Object.keys(entry).length !== fields.length) return false;
  return fields.every(field => hasKind(field, entry[field.key]));
}
