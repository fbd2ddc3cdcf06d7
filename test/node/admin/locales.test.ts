import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../../src/locales/admin/en.ts';
import { adminLanguage, loadAdminStrings } from '../../../src/locales/admin/load.ts';
import { SETTINGS_TABLE } from '../../../src/protocol/settings-table.ts';

const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'he', 'zh', 'ja', 'ko', 'hi'];

for (const language of LANGUAGES) {
  test(`names every setting, hint and choice in ${language}`, async () => {
    const strings = await loadAdminStrings(language);
    assert.notEqual(strings, en, 'it is not English in disguise');
    for (const row of SETTINGS_TABLE) {
      const words = strings.rows[row.key];
      assert.ok(words, `${row.key} has a label`);
      assert.equal(words[1] !== undefined, 'hint' in row, `${row.key} has a hint where English has one`);
    }
    assert.deepEqual(Object.keys(strings.options).sort(), Object.keys(en.options).sort());
    const labels = SETTINGS_TABLE.filter(row => row.group === 'lead-form').map(
      row => strings.rows[row.key]![0],
    );
    assert.equal(new Set(labels).size, labels.length, 'no two fields of a form are called the same');
  });
}

test('finds the language of a regional tag, and English for one it does not speak', () => {
  assert.equal(adminLanguage('pt-BR'), 'pt');
  assert.equal(adminLanguage('zh_Hant_TW'), 'zh');
  assert.equal(adminLanguage('iw_IL'), 'he');
  assert.equal(adminLanguage('eo'), 'en');
  assert.equal(adminLanguage('constructor'), 'en');
});
