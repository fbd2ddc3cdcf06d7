import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { parseAllowedDomain } from '../../../protocol/allowed-domain.ts';
import { settingFault } from '../../../protocol/settings-patch.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';
import { isBlankEntry, withoutBlanks } from '../blank-entries.ts';

/** As in the form, where blank entries of a list count for nothing but their place. */
export function formFaultText(row: SettingsRow, value: unknown, strings: AdminStrings): string | undefined {
  if (settingFault(row, withoutBlanks(value)) !== undefined)
    return faultText(row, value, strings, isBlankEntry);
  // Said, and no more: what this browser does not know, that of a visitor may.
  const isUnknown = row.kind === 'colour' && !isBlankEntry(value) && !CSS.supports('color', String(value));
  return isUnknown ? strings.faults.colour : undefined;
}

/** What is wrong with a value, in the reader's language. The protocol decides whether something is. */
export function faultText(
  row: SettingsRow,
  value: unknown,
  { faults }: AdminStrings,
  ignored: (entry: unknown) => boolean = () => false,
): string | undefined {
  if (value === undefined || settingFault(row, value) === undefined) return undefined;
  switch (row.kind) {
    case 'choice':
    case 'boolean':
      return faults.choice;
    case 'number':
    case 'integer':
    case 'optional-number':
      return faults.number(row.min, row.max, row.kind === 'integer');
    case 'list':
    case 'domains': {
      if (!Array.isArray(value) || value.length > row.maxItems) return faults.entries(row.maxItems);
      const entries: readonly unknown[] = value;
      const ofLength = (entry: unknown): entry is string =>
        typeof entry === 'string' && !isBlank(entry) && countCharacters(entry) <= row.max;
      const wrong = entries.findIndex(entry => !ignored(entry) && !ofLength(entry));
      if (wrong >= 0) return faults.entry(wrong + 1, row.max);
      return faults.domain(
        entries.findIndex(entry => !ignored(entry) && !parseAllowedDomain(entry as string)) + 1,
      );
    }
    default: {
      const length = typeof value === 'string' && !isBlank(value) ? countCharacters(value) : 0;
      if (length > row.max || length < (row.min ?? 1)) return faults.text(row.min ?? 0, row.max);
      return row.kind === 'font'
        ? faults.font
        : row.kind === 'colour'
          ? faults.colour
          : faults.text(0, row.max);
    }
  }
}
