/** Few words make up most of any text: to look one up again takes a tenth of the time. */
const STEMS_KEPT = 20_000;
/** Longer ones come once, and take memory. */
const LENGTH_KEPT = 30;
const kept = new Map<string, string>();

/**
 * A light stemmer: takes off the endings that change a word's number or form, so that "installing keys" finds
 * "install a key". It need not give real words, only the same result on both sides; an ending it doesn't know
 * costs a match and never makes a false one.
 */
export function stem(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const term = stemOf(word);
  if (word.length <= LENGTH_KEPT) {
    if (kept.size >= STEMS_KEPT) kept.clear();
    kept.set(word, term);
  }
  return term;
}

/** A word as it is typed where a keyboard has no accents. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ı', 'i');
}

/** Signs whose marks make another sound of them: ペ is no ヘ. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

function stemOf(word: string): string {
  if (KANA.test(word)) return word;
  let term = word
    .normalize('NFD')
    .replace(/[\p{M}']/gu, '')
    .replaceAll('ß', 'ss');
  // Only words in Latin letters have these endings; a product's number stays as it is.
  if (term.length < 4 || !/^[a-zæœø]+$/.test(term)) return term;
  // British and American spelling.
  term = term
    .replace(/(?<=[a-z]{2})our(?=$|s$|ed$|ing$|al$)/, 'or')
    .replace(/(?<=[a-z]{2}[bt])re(?=s?$)/, 'er')
    .replace(/is(e|es|ed|ing|ation|ations)$/, 'iz$1');
  for (const [ending, replacement, left] of ENDINGS) {
    if (term.endsWith(ending) && term.length - ending.length >= left) {
      term = term.slice(0, term.length - ending.length) + replacement;
      break;
    }
  }
  // As "app" is, which is no longer word of which to take anything off.
  if (term.length <= 3) return term;
  // "stopped" → "stopp" → "stop"; "install" keeps its two, as "installed" does after this line.
  term = term.replace(/([bdfgklmnprt])\1$/, '$1');
  return term.length > 3 ? term.replace(/[ey]$/, '') : term;
}

/** Ending, what stands in its place, and the letters that must be left for it to be an ending. */
const ENDINGS: readonly (readonly [string, string, number])[] = [
  ['izations', 'iz', 3],
  ['ization', 'iz', 3],
  ['ations', '', 4],
  ['ation', '', 4],
  ['ments', '', 4],
  ['ment', '', 4],
  ['nesses', '', 3],
  ['ness', '', 4],
  ['ies', 'y', 2],
  ['ied', 'y', 2],
  ['sses', 'ss', 2],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['xes', 'x', 2],
  ['ed', '', 3],
  ['ly', '', 4],
  ['ss', 'ss', 0],
  ['us', 'us', 2],
  ['is', 'is', 2],
  ['s', '', 3],
];
