import { isTree, mergeSettings, type Settings, type SettingsPatch } from '../../protocol/settings.ts';
import { treeOf } from '../../protocol/settings-defaults.ts';
import type { SettingsRow } from '../../protocol/settings-rows.ts';
import { NULLABLE_OBJECTS, SETTINGS_TABLE } from '../../protocol/settings-table.ts';

/** One thing that differs between two versions: a row of the table, or a feature switched on or off as a whole. */
export interface Change {
  /** The row's key, or the name of an object that may be null. */
  key: string;
  row?: SettingsRow;
  before: unknown;
  after: unknown;
}

/** The value of a row; undefined inside a feature that is off. */
export function valueAt(settings: Settings, key: string): unknown {
  let node: unknown = settings;
  for (const step of key.split('.')) {
    if (!isTree(node)) return undefined;
    node = node[step];
  }
  return node;
}

/** A copy with one value replaced. A feature that was off is switched on with its defaults. */
export function withValue(settings: Settings, key: string, value: unknown): Settings {
  return mergeSettings(settings, patchOf([{ key, after: value }]));
}

/** The object around a row that may be null, if it has one. */
export function featureOf(key: string): string | undefined {
  const [head] = key.split('.');
  return key !== head && NULLABLE_OBJECTS.some(name => name === head) ? head : undefined;
}

/** Everything that must change to come from one version to the other, in the table's order. */
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

/** The smallest patch that makes these changes, as section 4.4 takes it. */
export function patchOf(changes: readonly Pick<Change, 'key' | 'after'>[]): SettingsPatch {
  return treeOf(changes.map(({ key, after }) => [key, after]));
}

/** True when two changes touch the same thing: equal keys, or a feature and a row inside it. */
export function touchSame(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => item === b[i]);
  return a === b || (isTree(a) && isTree(b) && JSON.stringify(a) === JSON.stringify(b));
}
