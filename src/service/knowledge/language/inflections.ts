import type { PassageStore } from '../index/passage-store.ts';

/**
 * Endings that words of one language take in place of one another, less accents and what the stemmer takes off.
 * Two words are forms of one only by endings of the same language. English has its stemmer.
 */
const LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  de: endings('n en ern em er es s st t te ten et ung ungen heit keit chen lein'),
  nl: endings('n en s t te ten d de den ing ingen'),
  fr: endings('s es er ez on ons ent ee ees ai ais ait r u us'),
  es: endings(`a o e i ar er ir ado ada ido ida an en ando iendo amo emo imo ais eis io acion arme arte arse arlo arla erme
    erte erse erlo erla irme irte irse irlo irla`),
  pt: endings('a o e i ar er ir ado ada ido ida am em ando endo amo emo imo ou mento acao acoe'),
  it: endings(
    'a o e i ar are er ere ir ire at ato ata ati ut uto uta uti it ito ita iti ano ono ando endo iamo azion azioni',
  ),
  pl: endings(
    'a i o u ow om ami ach em m ie iem ia ii ego ej emu ych ym ymi owi ic yc ac am asz ony ona ono eni enia ani ania',
  ),
  tr: endings(`a i u ya yi yu im um n in un nin nun da dan den ta tan ten la lar ler lari leri larin lerin lere lara lerde
    larda si su iyor uyor iyo ir ar er ur acak ecek di ti mak mek`),
  ko: endings(
    '에도 에는 에서는 이나 라도 보다 동안 이랑 하고 에게 한테 들 들은 은 는 이 가 을 를 에 에서 의 도 로 으로 와 과 까지 부터 만 마다 은요 는요 인가요 입니다 예요 이에요 이고 이며 하면 해야 하려면 할 합니다',
  ),
};
/**
 * Letters two words must share, and where an ending is a letter or none: "list" and "listen", "train" and "trailer". Who
 * asks in German means no English word: "Welpe" finds "Welpen".
 */
const SHARED_MIN = 4;
const BARE_MIN = 5;
/** Of a language that writes syllables. */
const SYLLABLES_MIN = 2;
const SYLLABLES = /^\p{Script=Hangul}+$/u;
/** Letters of a noun, and of the one behind it in the same word, so that "custom" finds no "customer". */
const NOUN_MIN = 6;
const NOUN_ADDED_MIN = 5;
/** Of one asked for in German or Dutch, where any two grow together: "Raten" finds "Ratenkauf". */
const GROWING = ['de', 'nl'];
const GROWING_NOUN_MIN = 5;
const GROWING_ADDED_MIN = 4;
/** Of a word that is likely two grown together. */
const GROWN_MIN = 7;
/** Terms of which forms are looked up: few visitors write more. */
const TERMS_MAX = 12;
const FORMS_MAX = 8;

/** For each of the terms, the other forms of it that the agent's documents hold, the most frequent first. */
export async function inflectionsOf(
  store: PassageStore,
  agentId: string,
  terms: readonly string[],
  languages: readonly string[],
): Promise<Map<string, string[]>> {
  const inflected = terms.filter(term => startOf(term) !== undefined).slice(0, TERMS_MAX);
  const alike = await store.termsFrom(agentId, [...new Set(inflected.map(term => startOf(term)!))]);
  alike.sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1));
  const found = new Map<string, string[]>();
  for (const term of inflected) {
    const forms = alike.filter(other => isInflection(term, other.term, languages)).slice(0, FORMS_MAX);
    if (forms.length > 0)
      found.set(
        term,
        forms.map(other => other.term),
      );
  }
  return found;
}

/** What all forms of a term have in common. The index has syllables in their letters. */
function startOf(term: string): string | undefined {
  const whole = term.normalize('NFC');
  const shared = sharedMin(whole);
  return /^\p{L}+$/u.test(whole) && whole.length >= shared
    ? whole.slice(0, shared).normalize('NFD')
    : undefined;
}

/** Whether two terms differ in nothing but their endings; `languages` are those the first may be of, where one knows. */
export function isInflection(term: string, otherTerm: string, languages: readonly string[] = []): boolean {
  if (term[0] !== otherTerm[0]) return false;
  const [one, other] = [term.normalize('NFC'), otherTerm.normalize('NFC')];
  if (one === other) return false;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  const least = sharedMin(one);
  if (isCompound(one, other, shared, languages)) return true;
  // "robado" and "robados" have the "o" of their endings in common.
  for (let at = shared; at >= Math.max(least, shared - 3); at--) {
    const [a, b] = [endingFrom(one, at, shared), endingFrom(other, at, shared)];
    const isBare = (a.length <= 1 || b.length <= 1) && at < BARE_MIN && least === SHARED_MIN;
    // "print" and "printer", but "leihrad" and "leihräder".
    const isDoer = at < GROWN_MIN && ((a === '' && b === 'er') || (a === 'er' && b === ''));
    const mayBeEnglish = languages.length === 0 || languages.includes('en');
    for (const [language, endings] of Object.entries(LANGUAGES)) {
      if ((isBare || isDoer) && (mayBeEnglish || !languages.includes(language))) continue;
      if (endings.has(a) && endings.has(b)) return true;
    }
  }
  return false;
}

/** Nouns that grow together share the first: "versand" and "versandkosten". */
function isCompound(one: string, other: string, shared: number, languages: readonly string[]): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const grows = short === one && mayGrow(languages);
  const [noun, added] = grows ? [GROWING_NOUN_MIN, GROWING_ADDED_MIN] : [NOUN_MIN, NOUN_ADDED_MIN];
  return shared === short.length && shared >= noun && long.length - shared >= added;
}

/** Whether who asks in these languages is sure to ask in one whose nouns grow together. */
export function mayGrow(languages: readonly string[]): boolean {
  return languages.length > 0 && languages.every(language => GROWING.includes(language));
}

function sharedMin(term: string): number {
  return SYLLABLES.test(term) ? SYLLABLES_MIN : SHARED_MIN;
}

/** The stemmer halves a double consonant at a word's end: "kinderbet" and "kinderbetten". */
function endingFrom(word: string, at: number, shared: number): string {
  const isDoubled = at === shared && word[at] === word[at - 1] && word.length > at + 1;
  return word.slice(isDoubled ? at + 1 : at).replaceAll('ı', 'i');
}

function endings(list: string): ReadonlySet<string> {
  return new Set(['', ...list.trim().split(/\s+/)]);
}
