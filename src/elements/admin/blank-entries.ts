import { mergeSettings, type Settings } from '../../protocol/settings.ts';
import { SETTINGS_TABLE } from '../../protocol/settings-table.ts';
import { isBlank } from '../../protocol/text.ts';
import { patchOf, valueAt } from './setting-changes.ts';

export function isBlankEntry(entry: unknown): boolean {
  return typeof entry === 'string' && isBlank(entry);
}

/** A value of a setting but for such entries, if it is a list; a text that is blank is empty, as the server keeps it. */
export function withoutBlanks(value: unknown): unknown {
  if (isBlankEntry(value)) return '';
  return Array.isArray(value) && value.some(isBlankEntry)
    ? value.filter(entry => !isBlankEntry(entry))
    : value;
}

/** The settings but for what nobody has written anything into. */
export function withoutBlankEntries(settings: Settings): Settings {
  const shorter = SETTINGS_TABLE.flatMap(({ key }) => {
    const before = valueAt(settings, key);
    const after = withoutBlanks(before);
    return after === before ? [] : [{ key, after }];
  });
  return shorter.length > 0 ? mergeSettings(settings, patchOf(shorter)) : settings;
}
