import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowFaultMessage } from '../../../src/elements/admin/contacts/import-messages.ts';
import { errorMessage } from '../../../src/elements/admin/error-message.ts';
import { loadPanelStrings, panelLanguage } from '../../../src/elements/admin/panel-language.ts';
import { featureText, keyLabel } from '../../../src/elements/admin/settings/setting-text.ts';
import { en } from '../../../src/locales/admin/en.ts';
import { PANEL_LANGUAGE_FILES } from '../../../src/locales/admin/language-files.ts';
import { SETTINGS_TABLE } from '../../../src/protocol/settings-table.ts';

const PANEL_CODES = Object.keys(PANEL_LANGUAGE_FILES);

for (const language of PANEL_CODES) {
  test(`names every setting, hint and choice in ${language}`, async () => {
    const strings = await loadPanelStrings(language);
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

test('matches a regional tag, and falls back to English', () => {
  assert.equal(panelLanguage('pt-BR'), 'pt');
  assert.equal(panelLanguage('zh_Hant_TW'), 'zh-Hant');
  assert.equal(panelLanguage('iw_IL'), 'he');
  assert.equal(panelLanguage('eo'), 'en');
  assert.equal(panelLanguage('sv'), 'en', 'a language of the widget alone');
  assert.equal(panelLanguage('constructor'), 'en');
});

test('uses the singular for 1, and the dual for 2 in Arabic and Hebrew', async () => {
  const said: Record<string, readonly [again: string, reading: string, start: string]> = {
    de: ['Versuchen Sie es in 1 Sekunde erneut.', '1 Zeile gelesen …', '1 Kontakt importieren'],
    fr: ['Réessayez dans 1 seconde.', '1 ligne lue…', 'Importer 1 contact'],
    es: ['Vuelva a intentarlo en 1 segundo.', '1 fila leída…', 'Importar 1 contacto'],
    'pt-PT': ['Tente novamente em 1 segundo.', '1 linha lida…', 'Importar 1 contacto'],
    pt: ['Tente novamente em 1 segundo.', '1 linha lida…', 'Importar 1 contato'],
    it: ['Riprova tra 1 secondo.', '1 riga letta…', 'Importa 1 contatto'],
    nl: ['Probeer het over 1 seconde opnieuw.', '1 rij gelezen…', '1 contact importeren'],
    ar: ['حاول بعد ثانية واحدة.', 'قرئ صف واحد…', 'استيراد جهة اتصال واحدة'],
    he: ['אפשר לנסות שוב בעוד שנייה.', 'נקראה שורה אחת…', 'ייבוא איש קשר אחד'],
  };
  for (const [language, words] of Object.entries(said)) {
    const { errors, importing } = await loadPanelStrings(language);
    assert.deepEqual([errors.again(1), importing.reading(1), importing.start(1)], words);
  }
  assert.equal((await loadPanelStrings('ar')).errors.again(2), 'حاول بعد ثانيتين.');
  assert.equal((await loadPanelStrings('he')).importing.start(2), 'ייבוא שני אנשי קשר');
  assert.equal(en.importing.exists(1), '1 already exists');
});

for (const language of ['en', ...PANEL_CODES]) {
  test(`has a text for every count in ${language}`, async () => {
    const check = (strings: object, path: string): void => {
      for (const [key, value] of Object.entries(strings)) {
        if (typeof value === 'object' && value !== null) check(value, `${path}${key}.`);
        if (typeof value !== 'function') continue;
        for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000]) {
          const text: unknown = value(count, count, count, count);
          assert.ok(typeof text === 'string' && text !== '', path + key);
          assert.doesNotMatch(text, /undefined|NaN|#(?!0b57d0)/, path + key);
        }
      }
    };
    check(await loadPanelStrings(language), '');
  });
}

for (const language of PANEL_CODES) {
  test(`different actions have different names in ${language}`, async () => {
    const panel = await loadPanelStrings(language);
    assert.notEqual(panel.install.copied, panel.install.copy);
    assert.notEqual(panel.form.reset, panel.saving.undo);
  });
}

test('a contrast ratio has the number format of the language', async () => {
  const { contrast } = await loadPanelStrings('de');
  assert.equal(contrast.textOn(4.5), 'Text auf dieser Farbe: 4,5:1');
  assert.equal(en.contrast.onDark(4.5), 'on the dark window: 4.5:1');
});

test('a colon has the spacing of the language', async () => {
  for (const [language, colon] of Object.entries({ en: ': ', fr: '\u00a0: ', zh: '：', de: ': ' })) {
    const strings = await loadPanelStrings(language);
    const [name, delay] = ['name', 'autoOpen.delay'].map(key => keyLabel(key, strings));
    const refused = { code: 'invalid_request', message: 'name: must be shorter' } as const;
    const said = [
      featureText('autoOpen', { delay: 5 }, strings),
      rowFaultMessage({ kind: 'field', field: 'email' }, strings),
      errorMessage(refused, strings),
      strings.json.fault('…'),
    ];
    assert.ok(said[0]!.includes(`${delay}${colon}5`), said[0]);
    assert.ok(said[1]!.startsWith(`${strings.contacts.columns.email}${colon}`), said[1]);
    assert.ok(said[2]!.includes(`${name}${colon}`), said[2]);
    assert.ok(said[3]!.includes(`${colon}…`), said[3]);
  }
});

test('the panel says in every language how much a new agent lets one address send', async () => {
  const rows = SETTINGS_TABLE.filter(({ key }) => /^rateLimit\.(?:messages|seconds)$/.test(key));
  assert.equal(rows.length, 2);
  for (const row of rows) {
    assert.ok('hint' in row && row.hint.includes(String(row.default)), row.key);
    for (const [language, load] of Object.entries(PANEL_LANGUAGE_FILES)) {
      const { rows: named } = await load();
      assert.ok(named[row.key]?.[1]?.includes(String(row.default)), `${row.key} in ${language}`);
    }
  }
});
