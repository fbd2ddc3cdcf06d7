import type { ReadDocument } from '../src/service/knowledge/document.ts';

const SYLLABLES = 'ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu'.split(' ');
const WORDS = 20_000;
const WORDS_A_PASSAGE = 120;

/** The same numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

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
