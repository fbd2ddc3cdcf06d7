import { languagesOf } from '../knowledge/language/language.ts';
import { topicWords } from '../knowledge/language/terms.ts';
import { wordsOf } from '../knowledge/language/words.ts';
import type { Turn } from './answerer.ts';
import { withoutSmallTalk } from './small-talk.ts';

/** What a question asks for: its own words, and those it leaves to the questions before. */
export interface Topics {
  /** The question as it was written, without small talk. */
  question: string;
  own: readonly string[];
  carried: readonly string[];
  /** The languages it may be in; where it does not tell, those of the last question that does. */
  languages: readonly string[];
  /** Whether the question makes no sense without the one before. */
  followsUp: boolean;
  /** Whether it asks nothing: a greeting, thanks, a goodbye, an "I see". */
  asksNothing: boolean;
  /** The owner's setting `synonyms`. */
  synonyms: readonly string[];
}

const OPENERS =
  /^\W*(?:and|but|or|also|then|so|what about|how about|what if|und|aber|oder|auch|was ist mit|et|mais|ou|y|pero|o|e|ma|mas|en|maar|of)\b/iu;
export const POINTERS: ReadonlySet<string> = new Set(
  "it its it's this that that's these those they them their he she one ones there same es das dies diese dieses sie ihn ihm dort davon damit dafür ça cela celui celle il elle ils elles eso esto ese esa lo la questo quello isso isto dit dat deze die".split(
    ' ',
  ),
);
const EARLIER_QUESTIONS = 4;

/** Reads the last of the turns in the light of those before it. */
export function topicsOf(turns: readonly Turn[], synonyms: readonly string[] = []): Topics {
  const questions = turns.filter(turn => turn.role === 'user').map(turn => withoutSmallTalk(turn.text));
  const question = questions.pop() ?? '';
  const own = topicsIn(question);
  const followsUp = questions.length > 0 && leansBack(question, own);
  const carried: string[] = [];
  // A chain of follow-ups goes back to the question that started it.
  const asked = questions.filter(earlier => wordsOf(earlier).length > 0);
  for (const earlier of asked.reverse().slice(0, EARLIER_QUESTIONS)) {
    const words = topicsIn(earlier);
    carried.push(...words);
    if (!leansBack(earlier, words)) break;
  }
  return {
    question,
    own,
    carried: [...new Set(carried)],
    languages: languagesAsked([question, ...asked]),
    followsUp,
    asksNothing: wordsOf(question).length === 0,
    synonyms,
  };
}

/** The words a question is about, as far as it does not lean on another. */
export function topicsIn(question: string): string[] {
  return [...new Set(topicWords(question))];
}

/** Newest question first. */
function languagesAsked(questions: readonly string[]): readonly string[] {
  return questions.map(question => languagesOf(question)).find(languages => languages.length > 0) ?? [];
}

function leansBack(question: string, words: readonly string[]): boolean {
  return words.length <= 1 || OPENERS.test(question) || pointsBack(question);
}

/** Whether it says "it" or the like of something named before. */
export function pointsBack(question: string): boolean {
  return wordsOf(question).some(word => POINTERS.has(word));
}
