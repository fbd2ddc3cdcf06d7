import type { RecordField, SettingsRow } from '../../src/protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../src/protocol/settings-table.ts';
import { table } from './table.ts';

const ROWS: readonly SettingsRow[] = SETTINGS_TABLE;
const number = new Intl.NumberFormat('en');

/** The settings whose keys begin with one of `names`: `name instructions`, or `styles` for all of `styles.*`. */
export function settingsTable(...names: string[]): string {
  const rows = names.flatMap(name => ROWS.filter(({ key }) => key === name || key.startsWith(`${name}.`)));
  if (rows.length === 0) throw new Error(`no setting is called ${names.join(' or ')}`);
  return table(
    ['setting', 'value', 'default', 'what it does'],
    rows.map(row => [`\`${row.key}\``, valuesOf(row), defaultOf(row), hintOf(row)]),
  );
}

/** The settings that no visitor's browser receives. */
export function privateSettings(): string {
  const keys = ROWS.filter(({ access }) => access === 'private').map(({ key }) => `\`${key}\``);
  return `Private settings: ${keys.join(', ')}. The proxy never sends them to a visitor's browser. All others are public.`;
}

function hintOf({ hint = '' }: SettingsRow): string {
  return hint.replace(/[[\]*]/g, '\\$&');
}

function valuesOf(row: SettingsRow | RecordField): string {
  switch (row.kind) {
    case 'text':
    case 'long-text':
      return `text of ${row.min ?? 0} to ${number.format(row.max)} characters`;
    case 'colour':
      return 'any CSS colour';
    case 'font':
      return 'a list of font families, as in CSS';
    case 'choice':
      return row.options.map(option => `\`${option}\``).join(', ');
    case 'integer':
    case 'number':
      return `${row.kind === 'integer' ? 'whole number' : 'number'} from ${row.min} to ${number.format(row.max)}`;
    case 'optional-number':
      return `\`null\` or a number from ${row.min} to ${number.format(row.max)}`;
    case 'boolean':
      return '`true`, `false`';
    case 'list':
      return `${row.minItems ? `${row.minItems} to` : 'up to'} ${row.maxItems} texts of 1 to ${number.format(row.max)} characters`;
    case 'domains':
      return `up to ${row.maxItems} domains or origins`;
    case 'word-groups':
      return `up to ${row.maxItems} groups of ${row.minWords} to ${row.maxWords} words or phrases, each group a text with commas between them`;
    case 'records':
      return `up to ${row.maxItems} objects: ${row.fields.map(field => `\`${field.key}\` (${valuesOf(field)}${field.key === row.only?.field ? `, with \`${row.only.if}\` \`${row.only.is}\`` : ''})`).join(', ')}`;
  }
}

function defaultOf(row: SettingsRow): string {
  if (Array.isArray(row.default) || row.default === '') return 'empty';
  return `\`${row.default}\``;
}
