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
    return a.length === b.length && a.every((item, i) => item === b[i]);
  return a === b || (isTree(a) && isTree(b) && JSON.stringify(a) === JSON.stringify(b));
}

export function isBlankEntry(entry: unknown): boolean {
  return typeof entry === 'string' && isBlank(entry);
}

/** A list without its blank entries. Blank text becomes empty, as on the server. */
export function withoutBlanks(value: unknown): unknown {
  if (isBlankEntry(value)) return '';
  return Array.isArray(value) && value.some(isBlankEntry)
    ? value.filter(entry => !isBlankEntry(entry))
    : value;
}

/** The settings as the server stores them: without blank entries of lists. */
export function withoutBlankEntries(settings: Settings): Settings {
  const shorter = SETTINGS_TABLE.flatMap(({ key }) => {
    const before = valueAt(settings, key);
    const after = withoutBlanks(before);
    return after === before ? [] : [{ key, after }];
  });
  return shorter.length > 0 ? mergeSettings(settings, patchOf(shorter)) : settings;
}
