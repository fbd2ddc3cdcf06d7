import { isTree, mergeSettings, type Settings, type SettingsPatch } from '../../../protocol/settings.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import { treeOf } from '../../../protocol/settings-tree.ts';
import { isBlank } from '../../../protocol/text.ts';

/** One difference between two versions: the value of a row, or a feature switched on or off. */
export interface Change {
  /** Key of the row, or of an object that can be null. */
  key: string;
  row?: SettingsRow;
  before: unknown;
  after: unknown;
}

/** @returns undefined inside a feature that is off */
export function valueAt(settings: Settings, key: string): unknown {
  let node: unknown = settings;
  for (const step of key.split('.')) {
    if (!isTree(node)) return undefined;
    node = node[step];
  }
  return node;
}

/** A copy with one value replaced. Switches a feature on, with its defaults, if it was off. */
export function withValue(settings: Settings, key: string, value: unknown): Settings {
  return mergeSettings(settings, patchOf([{ key, after: value }]));
}

/** The nullable object that contains a row, if any. */
export function featureOf(key: string): string | undefined {
  const [head] = key.split('.');
  return key !== head && NULLABLE_OBJECTS.some(name => name === head) ? head : undefined;
}

/** All differences between two versions, in the order of the table. */
export function changesBetween(before: Settings, after: Settings): Change[] {
  const changes: Change[] = [];
  for (const key of NULLABLE_OBJECTS) {
    const [was, is] = [valueAt(before, key), valueAt(after, key)];
    if ((was === null) !== (is === null)) changes.push({ key, before: was, after: is });
  }
  for (const row of SETTINGS_TABLE) {
    const [was, is] = [valueAt(before, row.key), valueAt(after, row.key)];
    if (was !== undefined && is !== undefined && !sameValue(was, is)) {
      changes.push({ key: row.key, row, before: was, after: is });
    }
  }
  return changes;
}

/** The smallest patch with these changes (docs/interface.md section 4.4). */
export function patchOf(changes: readonly Pick<Change, 'key' | 'after'>[]): SettingsPatch {
  return treeOf(changes.map(({ key, after }) => [key, after]));
}

/** Whether two keys are equal or one contains the other, as a feature contains its rows. */
export function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  return a === b || (isTree(a) && isTree(b) && JSON.stringify(a) === JSON.stringify(b));
}

/** Whether nobody has typed anything into an entry of a list, or of a list of objects with the same fields. */
export function isBlankEntry(entry: unknown, row?: SettingsRow): boolean {
  if (typeof entry === 'string') return isBlank(entry);
  if (row?.kind !== 'records' || !isTree(entry)) return false;
  return row.fields.every(({ key, kind }) => {
    const value = entry[key];
    if (kind === 'text') return isBlankEntry(value);
    return kind !== 'list' || (value as unknown[]).every(each => isBlankEntry(each));
  });
}

/** A list without its blank entries. Blank text becomes empty, as on the server. */
export function withoutBlanks(value: unknown, row?: SettingsRow): unknown {
  if (isBlankEntry(value)) return '';
  if (!Array.isArray(value)) return value;
  const full = value
    .filter(entry => !isBlankEntry(entry, row))
    .map(entry => (isTree(entry) ? trimmed(entry) : entry));
  return sameValue(full, value) ? value : full;
}

function trimmed(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, withoutBlanks(value)]));
}

/** The settings as the server stores them: without blank entries of lists. */
export function withoutBlankEntries(settings: Settings): Settings {
  const shorter = SETTINGS_TABLE.flatMap(row => {
    const before = valueAt(settings, row.key);
    const after = withoutBlanks(before, row);
    return after === before ? [] : [{ key: row.key, after }];
  });
  return shorter.length > 0 ? mergeSettings(settings, patchOf(shorter)) : settings;
}
