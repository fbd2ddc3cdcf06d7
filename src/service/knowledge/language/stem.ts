import { createStemmer } from 'multilingual-stemmer';

type Stemmer = (word: string) => string;
type Code = Parameters<typeof createStemmer>[0];

/** A few words make up most of any text: looking a stem up again takes a tenth of the time. */
const STEMS_KEPT = 20_000;
/** Longer words rarely come twice, and take memory. */
const LENGTH_KEPT = 30;

/** Snowball's algorithms, by the language codes that `languagesOf` gives. Languages without one keep their words. */
const ALGORITHMS: ReadonlySet<string> = new Set(
  'ar cs da de el en es fi fr hi hu id it nl no pl pt ro ru sv tr'.split(' '),
);
/** Signs whose marks change the sound: ペ is not ヘ. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Product codes and numbers have no endings. */
const LETTERS = /^[\p{L}\p{M}']+$/u;
/** Shorter words have no endings worth taking off. */
const STEMMED_MIN = 3;

const stemmers = new Map<string, Stemmer>();
const kept = new Map<string, Map<string, string>>();

/** The stem of a lower-case word in a language, without accents: "Rechnungen" and "rechnung" give the same. */
export function stem(word: string, language: string | undefined): string {
  const own = language !== undefined && ALGORITHMS.has(language) ? language : '';
  const stems = kept.get(own) ?? new Map<string, string>();
  kept.set(own, stems);
  const known = stems.get(word);
  if (known !== undefined) return known;
  const term = stemOf(word, own);
  if (word.length <= LENGTH_KEPT) {
    if (stems.size >= STEMS_KEPT) stems.clear();
    stems.set(word, term);
  }
  return term;
}

function stemOf(word: string, language: string): string {
  if (KANA.test(word)) return word;
  if (language === '' || word.length < STEMMED_MIN || !LETTERS.test(word)) return withoutAccents(word);
  const spelled = language === 'en' ? americanSpelling(word) : word;
  return withoutAccents(stemmerOf(language)(spelled.normalize('NFC')));
}

function stemmerOf(language: string): Stemmer {
  const known = stemmers.get(language);
  if (known) return known;
  const stemmer = createStemmer(language as Code);
  stemmers.set(language, stemmer);
  return stemmer;
}

/** A word as it is typed on a keyboard without accents. */
export function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}']/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i');
}

function americanSpelling(word: string): string {
  return word
    .replace(/(?<=[a-z]{2})our(?=$|s$|ed$|ing$|al$)/, 'or')
    .replace(/(?<=[a-z]{2}[bt])re(?=s?$)/, 'er')
    .replace(/is(e|es|ed|ing|ation|ations)$/, 'iz$1');
}
