import { mergeSettings, type Settings } from '../../protocol/settings.ts';
import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import { isBlank } from '../../protocol/text.ts';
import { patchOf, valueAt } from './setting-changes.ts';

const LISTS = SETTINGS_TABLE.filter(({ kind }) => kind === 'list' || kind === 'domains');

export function isBlankEntry(entry: unknown): boolean {
  return typeof entry === 'string' && isBlank(entry);
}

/** A value of a setting but for such entries, if it is a list. */
export function withoutBlanks(value: unknown): unknown {
  return Array.isArray(value) && value.some(isBlankEntry)
    ? value.filter(entry => !isBlankEntry(entry))
    : value;
}

/** The settings but for entries of lists that nobody has written anything into. */
export function withoutBlankEntries(settings: Settings): Settings {
  const shorter = LISTS.flatMap(({ key }) => {
    const before = valueAt(settings, key);
    const after = withoutBlanks(before);
    return after === before ? [] : [{ key, after }];
  });
  return shorter.length > 0 ? mergeSettings(settings, patchOf(shorter)) : settings;
}
