import type { AdminStrings, FaultStrings, FeatureKey, SettingKey } from '../../../locales/admin/strings.ts';
import { parseAllowedDomain } from '../../../protocol/allowed-domain.ts';
import { isTree } from '../../../protocol/settings.ts';
import { hasWordsOf, recordFault, settingFault } from '../../../protocol/settings-patch.ts';
import type { RecordsRow, SettingsRow } from '../../../protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';
import { isBlankEntry, sameValue, withoutBlanks } from '../session/setting-changes.ts';

export function rowLabel(row: SettingsRow, strings: AdminStrings): string {
  return strings.rows[row.key as SettingKey]?.[0] ?? row.label;
}

export function rowHint(row: SettingsRow, strings: AdminStrings): string | undefined {
  const translated = strings.rows[row.key as SettingKey];
  return translated ? translated[1] : row.hint;
}

/** The label of a row or a feature. */
export function keyLabel(key: string, strings: AdminStrings): string {
  const row = SETTINGS_TABLE.find(found => found.key === key);
  return row ? rowLabel(row, strings) : (strings.features[key as FeatureKey] ?? key);
}

/** A number as people type it: with the decimal sign of the language, without grouping. */
export function numberText(value: unknown, { form }: AdminStrings): string {
  return typeof value === 'number' ? String(value).replace('.', form.decimalSign) : String(value);
}

/** A value as text. Only the options of a choice are translated. */
export function valueText(value: unknown, strings: AdminStrings, row?: SettingsRow): string {
  const { form, options } = strings;
  if (value === null || value === false) return form.off;
  if (value === true) return form.on;
  if (Array.isArray(value)) {
    if (value.length === 0) return form.empty;
    return value.map(entry => (isTree(entry) ? recordText(entry, strings) : entry)).join(' · ');
  }
  if (value === '' || value === undefined) return form.empty;
  return (row?.kind === 'choice' && options[String(value)]) || numberText(value, strings);
}

/** An entry of several fields as text: those that have a value. */
function recordText(entry: Record<string, unknown>, strings: AdminStrings): string {
  const given = Object.values(entry).filter(value => value !== '' && value !== false && String(value) !== '');
  return given.map(value => valueText(value, strings)).join(', ');
}

/** Describes a feature that is on by the values that differ from the defaults. */
export function featureText(key: string, feature: object, strings: AdminStrings): string {
  const valueOfPath = (path: string): unknown => {
    let node: unknown = feature;
    for (const step of path.split('.')) node = Object(node)[step];
    return node;
  };
  const parts = SETTINGS_TABLE.flatMap(row => {
    if (!row.key.startsWith(`${key}.`)) return [];
    const value = valueOfPath(row.key.slice(key.length + 1));
    return sameValue(value, row.default)
      ? []
      : [rowLabel(row, strings) + strings.form.colon + valueText(value, strings, row)];
  });
  return [strings.form.on, ...parts].join(' · ');
}

/** The error of a field in the form, which ignores blank entries of a list. */
export function validationMessage(
  row: SettingsRow,
  value: unknown,
  strings: AdminStrings,
): string | undefined {
  if (settingFault(row, withoutBlanks(value, row)) !== undefined)
    return ruleMessage(row, value, strings, entry => isBlankEntry(entry, row));
  // A warning only: the visitor's browser may know a colour that this one does not.
  const isUnknown = row.kind === 'colour' && !isBlankEntry(value) && !CSS.supports('color', String(value));
  return isUnknown ? strings.faults.colour : undefined;
}

/** Explains the rule that a value breaks. `settingFault` of the protocol decides whether it breaks one. */
export function ruleMessage(
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
    case 'domains':
    case 'word-groups': {
      if (!Array.isArray(value) || value.length > row.maxItems) return faults.entries(row.maxItems);
      const entries: readonly unknown[] = value;
      if (entries.every(ignored) && 'minItems' in row && row.minItems) return faults.noEntry;
      const ofLength = (entry: unknown): entry is string =>
        typeof entry === 'string' && !isBlank(entry) && countCharacters(entry) <= row.max;
      const wrong = entries.findIndex(entry => !ignored(entry) && !ofLength(entry));
      if (wrong >= 0) return faults.entry(wrong + 1, row.max);
      if (row.kind === 'word-groups') {
        const odd = entries.findIndex(entry => !ignored(entry) && !hasWordsOf(row, entry as string));
        return faults.words(odd + 1, row.minWords, row.maxWords);
      }
      return faults.domain(
        entries.findIndex(entry => !ignored(entry) && !parseAllowedDomain(entry as string)) + 1,
      );
    }
    case 'records':
      return recordsMessage(row, value, faults, ignored);
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

function recordsMessage(
  row: RecordsRow,
  value: unknown,
  faults: FaultStrings,
  ignored: (entry: unknown) => boolean,
): string {
  if (!Array.isArray(value) || value.length > row.maxItems) return faults.entries(row.maxItems);
  const entries: readonly unknown[] = value;
  const taken = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (ignored(entry)) continue;
    const count = taken.size;
    const whole = isTree(entry) && (withoutBlanks([entry]) as [Record<string, unknown>])[0];
    if (!whole || recordFault(row, whole, new Set())) return faults.incomplete(i + 1);
    recordFault(row, whole, taken);
    if (row.unique && taken.size === count) return faults.repeated(i + 1);
  }
  return faults.entries(row.maxItems);
}
