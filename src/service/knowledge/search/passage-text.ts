import type { FoundPassage } from '../index/passage-store.ts';
import { passageLanguage, termsInOrder, termsOf } from '../language/terms.ts';

/** A passage as terms, which is what a question is compared with. */
export interface PassageText {
  language: string | undefined;
  title: ReadonlySet<string>;
  /** The terms of its own heading, which is the title's where it stands under no other. */
  heading: readonly string[];
  /** Those of the headings above its own. */
  above: ReadonlySet<string>;
  /** The terms of each sentence, item, row or line of code, in order. */
  sentences: readonly (readonly string[])[];
  /** How often each term occurs in the sentences. */
  counts: ReadonlyMap<string, number>;
  /** Terms of all sentences. */
  length: number;
}

/** Passages whose terms are kept: as many as a visitor's questions come to in a large store. */
const KEPT = 2000;
/** Where a sentence or a line ends. An abbreviation is followed by a small letter or a number. */
const SENTENCE_ENDS = /(?<=[.!?]["”’)*_]*)\s+(?![\p{Ll}\p{N}])|(?<=[。！？])|\n+/u;

const kept = new Map<number, { body: string; heading: string; title: string; text: PassageText }>();

/** Parses a passage, or looks it up: most of a reply's time would go into this. */
export function passageText({ id, title, heading, body }: FoundPassage): PassageText {
  const known = kept.get(id);
  if (known && known.body === body && known.heading === heading && known.title === title) return known.text;
  const text = read(title, heading, body);
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
  kept.set(id, { body, heading, title, text });
  return text;
}

function read(title: string, heading: string, body: string): PassageText {
  const language = passageLanguage(`${title}\n${heading}\n${body}`);
  const path = heading === '' ? [title] : heading.split(' › ');
  const sentences = body
    .split(SENTENCE_ENDS)
    .map(sentence => termsOf(sentence, language))
    .filter(terms => terms.length > 0);
  const counts = new Map<string, number>();
  for (const term of sentences.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return {
    language,
    title: new Set(termsOf(title, language)),
    heading: termsInOrder(path.at(-1)!, language),
    above: new Set(termsOf(path.slice(0, -1).join(' '), language)),
    sentences,
    counts,
    length: sentences.reduce((total, { length }) => total + length, 0),
  };
}
