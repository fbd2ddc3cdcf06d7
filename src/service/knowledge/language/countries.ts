import { stem } from './stem.ts';

/** What documents call all countries but their own, by the language they are in. */
const ABROAD: Readonly<Record<string, string>> = {
  en: 'abroad overseas international internationally foreign countries worldwide',
  de: 'ausland international weltweit',
  fr: 'étranger international monde',
  es: 'extranjero internacional',
  it: 'estero internazionale',
  pt: 'exterior estrangeiro internacional',
  nl: 'buitenland internationaal wereldwijd',
};
/** They are asked for as something else more often. */
const OTHERWISE = new Set(['turkey', 'jersey', 'jordan', 'china', 'georgia', 'man']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let known: Map<string, readonly string[]> | undefined;

/** For the name of a country that is one word, what it is one of: who asks for Austria finds what is said of all. */
export function abroadOf(term: string): readonly string[] {
  known ??= countries();
  return known.get(term) ?? [];
}

function countries(): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  const codes = LETTERS.flatMap(one => LETTERS.map(other => one + other));
  for (const [language, words] of Object.entries(ABROAD)) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    const abroad = words.split(' ').map(stem);
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase();
      if (!name || !/^\p{L}{4,}$/u.test(name) || OTHERWISE.has(name)) continue;
      all.set(stem(name), [...new Set([...(all.get(stem(name)) ?? []), ...abroad])]);
    }
  }
  return all;
}
