import type { AdminStrings, FeatureKey, SettingKey } from '../../../locales/admin/strings.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';

export function rowLabel(row: SettingsRow, strings: AdminStrings): string {
  return strings.rows[row.key as SettingKey]?.[0] ?? row.label;
}

export function rowHint(row: SettingsRow, strings: AdminStrings): string | undefined {
  const translated = strings.rows[row.key as SettingKey];
  return translated ? translated[1] : row.hint;
}

/** The name of whatever a change's key points at: a row, or a feature as a whole. */
export function keyLabel(key: string, strings: AdminStrings): string {
  const row = SETTINGS_TABLE.find(found => found.key === key);
  return row ? rowLabel(row, strings) : (strings.features[key as FeatureKey] ?? key);
}

/** A number with the language's decimal sign, and nothing between its thousands: as one types it. */
export function numberText(value: unknown, { form }: AdminStrings): string {
  return typeof value === 'number' ? String(value).replace('.', form.decimalSign) : String(value);
}

/** A setting's value in words; only a choice has words of ours. */
export function valueText(value: unknown, strings: AdminStrings, row?: SettingsRow): string {
  const { form, options } = strings;
  if (value === null || value === false) return form.off;
  if (value === true) return form.on;
  if (Array.isArray(value)) return value.length === 0 ? form.empty : value.join(' · ');
  if (value === '' || value === undefined) return form.empty;
  return (row?.kind === 'choice' && options[String(value)]) || numberText(value, strings);
}

/** A feature that is on, and what of it is not as it is at first. */
export function featureText(key: string, feature: object, strings: AdminStrings): string {
  const within = (path: string): unknown =>
    path.split('.').reduce<unknown>((node, step) => Object(node)[step], feature);
  const told = SETTINGS_TABLE.flatMap(row => {
    if (!row.key.startsWith(`${key}.`)) return [];
    const value = within(row.key.slice(key.length + 1));
    return value === row.default
      ? []
      : [rowLabel(row, strings) + strings.form.colon + valueText(value, strings, row)];
  });
  return [strings.form.on, ...told].join(' · ');
}
