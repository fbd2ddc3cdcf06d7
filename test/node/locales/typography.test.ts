import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PANEL_LANGUAGE_FILES } from '../../../src/locales/admin/language-files.ts';
import { LANGUAGES, loadStrings } from '../../../src/locales/languages.ts';

const FILES = [
  ...LANGUAGES.map(code => `${code}.ts`),
  'english-window.ts',
  'english-launcher.ts',
  ...['en', ...Object.keys(PANEL_LANGUAGE_FILES)].map(code => `admin/${code}.ts`),
];

/** The texts of a file, each with an x for what stands inside `${}`. */
async function textsOf(file: string): Promise<string[]> {
  const source = await readFile(new URL(`../../../src/locales/${file}`, import.meta.url), 'utf8');
  const texts = source.match(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g) ?? [];
  return texts.map(text => text.replace(/\$\{[^}]*\}/g, 'x'));
}

const found = async (file: string, pattern: RegExp): Promise<string[]> =>
  (await textsOf(file)).filter(text => pattern.test(text));

test('French has the space that each sign needs: narrow before ? ! ; and in « », plain before a colon', async () => {
  for (const file of ['fr.ts', 'admin/fr.ts']) {
    assert.deepEqual(await found(file, /\S [?!;:»]|« /), [], `${file}: a space that breaks`);
    assert.deepEqual(await found(file, /\u00a0[?!;»]|«\u00a0|\u202f:/), [], file);
    assert.deepEqual(await found(file, /[^\s(][?!;»]|«\S/), [], `${file}: no space`);
    assert.deepEqual(await found(file, /\p{L}'\p{L}/u), [], `${file}: the apostrophe is ’`);
  }
});

test('French elides before a name that begins with a vowel', async () => {
  const { messageFrom, toolFailed } = await loadStrings('fr');
  assert.equal(messageFrom('Anna'), 'Message d’Anna');
  assert.equal(messageFrom('Marie'), 'Message de Marie');
  assert.equal(toolFailed('Élan'), 'Échec d’Élan');
});

test('no space is before an ellipsis at the end, except in German', async () => {
  for (const file of FILES) {
    const wrong = file.endsWith('de.ts') ? /\S…['`]$/ : /\s…['`]$/;
    assert.deepEqual(await found(file, wrong), [], file);
  }
});

test('Japanese has no space beside Latin letters and digits, and marks of full width', async () => {
  for (const file of ['ja.ts', 'admin/ja.ts']) {
    assert.deepEqual(
      await found(
        file,
        /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。：] [\w/]|[\w/] [\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u,
      ),
      [],
      file,
    );
    assert.deepEqual(await found(file, /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][?!:,;(]/u), [], file);
  }
});

test('Chinese has marks of full width', async () => {
  for (const file of ['zh.ts', 'zh-Hant.ts', 'admin/zh.ts', 'admin/zh-Hant.ts'])
    assert.deepEqual(await found(file, /\p{sc=Han}[?!:,;(]|[.,]\p{sc=Han}/u), [], file);
});

test('Arabic has its own comma, semicolon and question mark', async () => {
  for (const file of ['ar.ts', 'admin/ar.ts'])
    assert.deepEqual(await found(file, /\p{sc=Arab}[?,;]/u), [], file);
});

test('Spanish opens each question and exclamation', async () => {
  for (const file of ['es.ts', 'admin/es.ts'])
    for (const text of await textsOf(file)) {
      assert.equal(text.split('?').length, text.split('¿').length, text);
      assert.equal(text.split('!').length, text.split('¡').length, text);
    }
});

/** Quotation marks of each language: those that a text of it may have. */
const QUOTES: Record<string, string> = {
  de: '„“',
  cs: '„“',
  sk: '„“',
  pl: '„”',
  hu: '„”',
  ro: '„”',
  fr: '«»',
  es: '«»',
  it: '«»',
  el: '«»',
  uk: '«»',
  ru: '«»',
  ca: '«»',
  nb: '«»',
  ar: '«»',
  sv: '””',
  da: '””',
  fi: '””',
  he: '״״',
  ja: '「」',
  'zh-Hant': '「」',
};

test('each language has its own quotation marks', async () => {
  for (const file of FILES) {
    const marks = QUOTES[file.replace(/^admin\/|\.ts$/g, '')] ?? '“”‘’';
    for (const text of await textsOf(file))
      for (const [mark] of text.matchAll(/[„“”«»「」]/g)) assert.ok(marks.includes(mark), `${file}: ${text}`);
  }
});
