import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SettingsRow } from '../../../src/protocol/settings-rows.ts';
import { SETTINGS_TABLE } from '../../../src/protocol/settings-table.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
const count = new Intl.NumberFormat('en');

test('every setting is documented with its limits, its default and who sees it, and no other', () => {
  assert.deepEqual(
    page
      .split('\n')
      .filter(line => /^\| `/.test(line))
      .sort(),
    SETTINGS_TABLE.map(lineOf).sort(),
  );
});

test('it is said which settings no browser of a visitor gets', () => {
  const [, said] = /^Private are (.*):/m.exec(page)!;
  const own: readonly SettingsRow[] = SETTINGS_TABLE;
  assert.deepEqual(
    [...said!.matchAll(/`([^`]+)`/g)].map(([, key]) => key),
    own.filter(({ access }) => access === 'private').map(({ key }) => key),
  );
});

function lineOf(row: SettingsRow): string {
  const hint = row.hint?.replace(/[[\]*]/g, '\\$&');
  return `| \`${row.key}\` | ${valuesOf(row)} | ${defaultOf(row)} | ${hint} |`;
}

function valuesOf(row: SettingsRow): string {
  switch (row.kind) {
    case 'text':
    case 'long-text':
      return `text of ${row.min ?? 0} to ${count.format(row.max)} characters`;
    case 'colour':
      return 'any CSS colour';
    case 'font':
      return 'a list of font families, as in CSS';
    case 'choice':
      return row.options.map(option => `\`${option}\``).join(', ');
    case 'integer':
    case 'number':
      return `${row.kind === 'integer' ? 'whole number' : 'number'} from ${row.min} to ${count.format(row.max)}`;
    case 'optional-number':
      return `\`null\` or a number from ${row.min} to ${count.format(row.max)}`;
    case 'boolean':
      return '`true`, `false`';
    case 'list':
      return `up to ${row.maxItems} texts of 1 to ${count.format(row.max)} characters`;
    case 'domains':
      return `up to ${row.maxItems} domains or origins`;
  }
}

function defaultOf(row: SettingsRow): string {
  if (Array.isArray(row.default) || row.default === '') return 'empty';
  return `\`${row.default}\``;
}
