import type { ReadDocument } from '../src/service/knowledge/reading/document.ts';

const SYLLABLES = 'ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu'.split(' ');
const WORDS = 20_000;
const WORDS_A_PASSAGE = 120;

/** A document whose words are spread as those of a language are: few very often, most seldom (Zipf). */
export function makeDocument(random: () => number, n: number, passages: number): ReadDocument {
  return {
    title: `Document ${n}`,
    passages: Array.from({ length: passages }, (_, i) => ({
      heading: `Part p${n}x${i}`,
      anchor: `p${n}x${i}`,
      body: `The part p${n}x${i}. ${Array.from({ length: WORDS_A_PASSAGE }, () => word(random)).join(' ')}.`,
    })),
  };
}

function word(random: () => number): string {
  let rank = Math.floor(WORDS ** random());
  let text = '';
  do {
    text += SYLLABLES[rank % SYLLABLES.length];
    rank = Math.floor(rank / SYLLABLES.length);
  } while (rank > 0);
  return text;
}
