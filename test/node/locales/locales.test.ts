import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PANEL_LANGUAGE_FILES } from '../../../src/locales/admin/language-files.ts';
import {
  directionOf,
  LANGUAGES,
  loadStrings,
  matchLanguage,
  UNREVIEWED,
} from '../../../src/locales/languages.ts';

const CODES = LANGUAGES;
/** How languages count sources: a number of each plural form. */
const COUNTED: Record<string, Record<number, string>> = {
  sv: { 1: '1 källa', 2: '2 källor' },
  da: { 1: '1 kilde', 2: '2 kilder' },
  nb: { 1: '1 kilde', 2: '2 kilder' },
  fi: { 1: '1 lähde', 2: '2 lähdettä' },
  cs: { 1: '1 zdroj', 2: '2 zdroje', 1.5: '1,5 zdroje', 5: '5 zdrojů', 22: '22 zdrojů' },
  sk: { 1: '1 zdroj', 2: '2 zdroje', 1.5: '1,5 zdroja', 5: '5 zdrojov', 22: '22 zdrojov' },
  hu: { 1: '1 forrás', 2: '2 forrás' },
  ro: { 0: '0 surse', 1: '1 sursă', 2: '2 surse', 20: '20 de surse', 101: '101 surse' },
  el: { 1: '1 πηγή', 2: '2 πηγές' },
  uk: { 1: '1 джерело', 2: '2 джерела', 5: '5 джерел', 12: '12 джерел', 21: '21 джерело' },
  ru: { 1: '1 источник', 2: '2 источника', 5: '5 источников', 12: '12 источников', 21: '21 источник' },
  ca: { 1: '1 font', 2: '2 fonts' },
  id: { 1: '1 sumber', 2: '2 sumber' },
  vi: { 1: '1 nguồn', 2: '2 nguồn' },
  th: { 1: '1 แหล่งข้อมูล', 2: '2 แหล่งข้อมูล' },
};
const english = (await loadStrings('en')) as unknown as Record<string, unknown>;

test('every language can be matched and is listed in the docs', async () => {
  const page = await readFile(new URL('../../../docs/languages.md', import.meta.url), 'utf8');
  const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });
  assert.ok(CODES.length >= 15);
  for (const language of CODES) {
    assert.equal(matchLanguage([language]), language);
    assert.ok(page.includes(`${nameOf.of(language)} (\`${language}\`)`), language);
  }
});

test('the file and the docs say which languages no second reader has read', async () => {
  const page = await readFile(new URL('../../../docs/languages.md', import.meta.url), 'utf8');
  const [, named = ''] = /^- No second reader has reviewed (.*) yet\./m.exec(page) ?? [];
  for (const language of UNREVIEWED) {
    assert.ok(named.includes(`(\`${language}\`)`), language);
    const file = await readFile(new URL(`../../../src/locales/${language}.ts`, import.meta.url), 'utf8');
    assert.match(file, /Not yet read by a native speaker\./, language);
  }
});

test('the first supported tag wins, and English if there is none', () => {
  assert.equal(matchLanguage(['', null, 'eo', 'pt-BR', 'de']), 'pt');
  assert.equal(matchLanguage(['DE-XX']), 'de');
  assert.equal(matchLanguage(['den', 'tlh']), 'en');
  assert.equal(matchLanguage([]), 'en');
});

test('other codes of a language have its words', () => {
  for (const tag of ['no', 'no-NO', 'nb-NO', 'nn', 'nn-NO']) assert.equal(matchLanguage([tag]), 'nb', tag);
  // Before 1989, and in Java until today.
  assert.equal(matchLanguage(['iw-IL']), 'he');
  assert.equal(matchLanguage(['in_ID']), 'id');
  assert.equal(matchLanguage(['fil', 'de']), 'de', 'Filipino is not Finnish');
  assert.equal(matchLanguage(['inc', 'de']), 'de', 'an Indic language is not Indonesian');
});

test('Brazil and Portugal, mainland China and Taiwan have their own words', () => {
  for (const tag of ['pt', 'pt-BR', 'PT_br', 'pt-Latn-BR']) assert.equal(matchLanguage([tag]), 'pt', tag);
  for (const tag of ['pt-PT', 'pt_AO', 'pt-MZ']) assert.equal(matchLanguage([tag]), 'pt-PT', tag);
  for (const tag of ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK']) assert.equal(matchLanguage([tag]), 'zh', tag);
  for (const tag of ['zh-TW', 'zh-HK', 'zh_Hant', 'zh-Hant-MO'])
    assert.equal(matchLanguage([tag]), 'zh-Hant', tag);
});

for (const language of CODES) {
  test(`${language} has every text of English, translated`, async () => {
    const strings = (await loadStrings(language)) as unknown as Record<string, unknown>;
    assert.deepEqual(Object.keys(strings).sort(), Object.keys(english).sort());
    let own = 0;
    for (const [key, value] of Object.entries(strings)) {
      assert.equal(typeof value, typeof english[key], key);
      if (typeof value === 'string') {
        assert.ok(value.trim() !== '', key);
        if (value !== english[key]) own++;
      } else if (Array.isArray(value)) {
        assert.equal(value.length, (english[key] as unknown[]).length, key);
      } else if (typeof value === 'function') {
        for (const argument of [0, 1, 2, 3, 5, 11, 21, 100, 1.5]) {
          const text: unknown = (value as (...of: number[]) => unknown)(argument, argument);
          assert.ok(
            typeof text === 'string' && text !== '' && !/undefined|#|NaN/.test(text),
            `${key}: ${text}`,
          );
        }
      }
    }
    if (language !== 'en') assert.ok(own > 60, `only ${own} texts are translated`);
  });
}

test('a counted text has each plural form of its language', async () => {
  const files = [...CODES, ...Object.keys(PANEL_LANGUAGE_FILES).map(language => `admin/${language}`)];
  for (const file of files) {
    const language = file.replace('admin/', '');
    const source = await readFile(new URL(`../../../src/locales/${file}.ts`, import.meta.url), 'utf8');
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // Romance languages have `many` for a million, nothing is counted at zero, and many Arabic nouns have one form for
    // `many` and `other`.
    const sameAsOther = language === 'ar' || !pluralCategories.includes('few') ? ['zero', 'many'] : ['zero'];
    const needed = pluralCategories.filter(category => !sameAsOther.includes(category));
    // A word with one plural form has `other` only.
    const invariant = !pluralCategories.includes('few');
    for (const [forms] of source.matchAll(/\{[^{}]*\bother: [^{}]*\}/g)) {
      if (invariant && /^\{\s*other:/.test(forms)) continue;
      for (const category of needed) assert.match(forms, new RegExp(`\\b${category}: `), `${file}: ${forms}`);
    }
  }
});

test('the longest message is written as the language writes numbers', async () => {
  for (const language of CODES) {
    const { errors } = await loadStrings(language);
    const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
    const ways = (['always', false] as const).map(useGrouping =>
      plain(new Intl.NumberFormat(language, { useGrouping }).format(2000)),
    );
    assert.ok(
      ways.some(number => plain(errors.invalid_message).includes(number)),
      `${language}: ${errors.invalid_message}`,
    );
  }
});

test('plurals follow the rules of the language', async () => {
  const polish = await loadStrings('pl');
  assert.match(polish.sources(1), /1 źródło/);
  assert.match(polish.sources(3), /3 źródła/);
  assert.match(polish.sources(5), /5 źródeł/);
  const arabic = await loadStrings('ar');
  assert.equal(arabic.sources(2), 'مصدران');
  assert.match(arabic.charactersLeft(20), / حرفًا$/);
  assert.match(arabic.charactersLeft(100), / حرف$/);
  const portugal = await loadStrings('pt-PT');
  assert.equal(portugal.charactersLeft(0), 'Restam 0 caracteres');
  const brazil = await loadStrings('pt');
  assert.equal(brazil.charactersLeft(0), 'Resta 0 caractere');
  for (const [language, forms] of Object.entries(COUNTED)) {
    const { sources } = await loadStrings(language);
    for (const [count, text] of Object.entries(forms))
      assert.equal(sources(Number(count)), text, `${language}: ${count}`);
  }
  const english = await loadStrings('en');
  assert.equal(english.unread(1), '1 unread message');
  assert.equal(english.unread(2), '2 unread messages');
});

test('Arabic and Hebrew are right to left', () => {
  assert.deepEqual(
    CODES.filter(language => directionOf(language) === 'rtl'),
    ['ar', 'he'],
  );
});
