import { languagesOf } from '../knowledge/language/language.ts';
import { isWeak } from '../knowledge/language/stop-words.ts';
import { alternativesOf } from '../knowledge/language/synonyms.ts';
import { termsOf, topicTerms } from '../knowledge/language/terms.ts';
import { wordsOf } from '../knowledge/language/words.ts';
import type { Turn } from './answerer.ts';
import { withoutSmallTalk } from './small-talk.ts';

/** What a question asks for: its own words, and those it leaves to the questions before. */
export interface Topics {
  /** The question as it was written, without small talk. */
  question: string;
  own: string[];
  carried: string[];
  /** What stands for the measure it asks for, such as the price, and its own words without those that ask for it. */
  implied: string[];
  besides: string[];
  /** All terms of the question, of small words too, and others that say the same. */
  words: string[];
  /** Those it may be asked in; where it tells none, those of the last question that does. */
  languages: readonly string[];
  /** Whether the question makes no sense without the one before. */
  followsUp: boolean;
  /** Whether it says nothing but what is asked for of "it", such as the price. */
  namesNothing: boolean;
  /** Whether it asks nothing: a greeting, thanks, a goodbye, an "I see". */
  asksNothing: boolean;
}

const OPENERS =
  /^\W*(?:and|but|or|also|then|so|what about|how about|what if|und|aber|oder|auch|was ist mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|of)\b/iu;
export const POINTERS: ReadonlySet<string> = new Set(
  "it its it's this that that's these those they them their he she one ones there same es das dies diese dieses sie ihn ihm dort davon damit dafür ça cela celui celle il elle ils elles eso esto ese esa lo la questo quello isso isto dit dat deze die".split(
    ' ',
  ),
);
const EARLIER_QUESTIONS = 4;
/**
 * What is asked for in words that are small anywhere else: "how much is it?" asks for a price, "how old" for an age; how
 * much time, for neither.
 */
const IMPLIED: readonly (readonly [asked: RegExp, topic: string])[] = [
  [/\bhow much\b(?! time\b)/iu, 'cost'],
  [/\bwie ?viel\b(?! (?:uhr|zeit)\b)/iu, 'preis'],
  [/\bcombien\b(?! de temps\b)/iu, 'prix'],
  [/\bcu[aá]nto\b(?! (?:tiempo|tarda|dura)\b)/iu, 'precio'],
  [/\bquanto\b(?! (?:tempo|dura)\b)/iu, 'prezzo'],
  [/\bhoeveel\b(?! tijd\b)|\bhoe duur\b/iu, 'prijs'],
  [/いくら/u, '料金'],
  [/多少钱/u, '价格'],
  [/얼마(?!나)/u, '가격'],
  [/\bhow old\b/iu, 'age'],
  [/\bwie alt\b/iu, 'alter'],
  [/\bcu[aá]ntos a[nñ]os\b/iu, 'edad'],
  [/\bquanti anni\b/iu, 'età'],
  [/\bhoe oud\b/iu, 'leeftijd'],
];
/** "Where are you?" has no other words at all, and who asks the way does not ask about coming. */
const SMALL_WORDS: typeof IMPLIED = (
  [
    ['where are you|where can i find you|how (?:do|can) (?:i|we) get (?:to you|there)', 'location'],
    [
      'wo (?:seid ihr|sind sie)|wo finde ich (?:sie|euch)|wie komm(?:e|en) (?:ich|wir) (?:zu (?:ihnen|euch)|hin)',
      'adresse',
    ],
    ['o[uù] [eê]tes[ -]vous|o[uù] vous trouver|comment (?:venir|y aller|vous rejoindre)', 'adresse'],
    ['d[oó]nde est(?:[aá]n|[aá]is)|c[oó]mo (?:llego|llegar|se llega)', 'dirección'],
    ['dove siete|come (?:arrivo|arrivare|si arriva)', 'indirizzo'],
    ['어디에? 있(?:어요|나요|습니까)|어디(?:예요|인가요|입니까)', '위치'],
    ['どこ(?:です|にあります)か', '住所'],
    ['(?:你们|您们)?在哪里|怎么(?:去|走|过去)', '地址'],
    ['onde est[aã]o|como (?:chego|chegar)', 'endereço'],
    ['wann (?:habt ihr|haben sie) (?:auf|zu)', 'geöffnet'],
    ['waar (?:zijn|zitten) (?:jullie|u)|hoe kom(?:en)? (?:ik|we) (?:bij (?:jullie|u)|er)', 'adres'],
  ] as const
).map(([asked, topic]) => [new RegExp(`(?<!\\p{L})(?:${asked})\\s*(?:[?.,;!？。！]|$)`, 'iu'), topic]);

const MEASURES: ReadonlySet<string> = new Set(
  IMPLIED.flatMap(([, topic]) => topicTerms(topic)).flatMap(term => [term, ...alternativesOf(term)]),
);

/** Reads the last of the turns in the light of those before it. */
export function topicsOf(turns: readonly Turn[]): Topics {
  const questions = turns.filter(turn => turn.role === 'user').map(turn => withoutSmallTalk(turn.text));
  const question = questions.pop() ?? '';
  const own = topicsIn(question);
  const followsUp = questions.length > 0 && leansBack(question, own);
  const carried: string[] = [];
  // A chain of follow-ups goes back to the question that started it.
  const asked = questions.filter(earlier => wordsOf(earlier).length > 0);
  for (const earlier of asked.reverse().slice(0, EARLIER_QUESTIONS)) {
    const terms = topicsIn(earlier);
    carried.push(...terms);
    if (!leansBack(earlier, terms)) break;
  }
  return {
    question,
    own,
    implied: impliedBy(question, IMPLIED),
    besides: topicsIn(IMPLIED.reduce((rest, [asked]) => rest.replace(asked, ' '), question)),
    carried: [...new Set(carried)],
    words: termsOf(question).flatMap(term => [term, ...alternativesOf(term)]),
    languages: languagesAsked([question, ...asked]),
    followsUp,
    namesNothing: own.every(term => isWeak(term) || MEASURES.has(term)),
    asksNothing: wordsOf(question).length === 0,
  };
}

/** The terms a question is about, as far as it does not lean on another. */
export function topicsIn(question: string): string[] {
  const besides = SMALL_WORDS.reduce((rest, [asked]) => rest.replace(asked, ' '), question);
  return [...new Set([...topicTerms(besides), ...impliedBy(question, SMALL_WORDS)])];
}

function impliedBy(question: string, implied: typeof IMPLIED): string[] {
  const topic = implied.find(([asked]) => asked.test(question))?.[1];
  return topic === undefined ? [] : topicTerms(topic);
}

/** Newest question first. */
function languagesAsked(questions: readonly string[]): readonly string[] {
  for (const question of questions) {
    const languages = languagesOf(question);
    if (languages.length > 0) return languages;
  }
  return [];
}

function leansBack(question: string, terms: readonly string[]): boolean {
  return terms.length <= 1 || OPENERS.test(question) || pointsBack(question);
}

/** Whether it says "it" or the like of something named before. */
export function pointsBack(question: string): boolean {
  return wordsOf(question).some(word => POINTERS.has(word));
}
