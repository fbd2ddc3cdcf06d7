import type { Token, Tokens } from 'marked';
import { termsOf } from '../knowledge/language/terms.ts';
import { blocksIn } from '../knowledge/reading/plain-text.ts';
import type { Concept } from '../knowledge/search/concepts.ts';
import type { Hit } from '../knowledge/search/search.ts';

/** Rows or items of which only the matching ones are quoted when there are more. */
const FEW = 5;

/** Next to the part that holds most: an earlier one says what the later ones speak of. */
const WORTH_BEGINNING_AT = 0.6;

/** Where a sentence ends; an abbreviation is followed by a small letter or a number. */
const SENTENCE_ENDS = /(?<=[.!?]["”’)*_]*)\s+(?![\p{Ll}\p{N}])|(?<=[。！？])/u;

interface Block {
  text: string;
  /** What parts it from the one before. */
  space: string;
  /** A list, a table or code, which means little without the sentence before it. */
  leansBack: boolean;
  /** Ends with a colon: what it announces follows. */
  leadsOn: boolean;
}

/**
 * The part of a passage that answers: as many blocks in a row as fit into about so many characters, those that together
 * hold most of what was asked, and what belongs to them. Of long lists and tables the items and rows that match.
 */
export function excerpt({ passage, held: all }: Hit, length: number): string {
  if (passage.body.length <= length) return passage.body;
  // Where its heading says all that was asked, no part of it answers more than another: it is quoted from its beginning.
  const heading = new Set(termsOf(passage.heading.split(' › ').at(-1) || passage.title));
  const isNamed = all.every(({ term, others }) => [term, ...others].some(word => heading.has(word)));
  const held = isNamed ? [] : all;
  const blocks = blocksIn(passage.body)
    .filter(token => token.type !== 'space')
    .flatMap(token => blocksOf(token, held, length));
  // It begins with something that was asked: no other part is made, of thousands of marks there would be as many.
  const scores = blocks.map(({ text }, i) =>
    scoreOf(text, held) > 0 ? scoreOf(partFrom(blocks, i, length), held) : 0,
  );
  const most = Math.max(...scores);
  const first = scores.findIndex(score => score >= most * WORTH_BEGINNING_AT);
  return partFrom(blocks, first, length);
}

/** The blocks from one on that fit, with those before and after that it makes no sense without. */
function partFrom(blocks: readonly Block[], first: number, length: number): string {
  let from = first;
  while (from > 0 && (blocks[from]!.leansBack || blocks[from - 1]!.leadsOn)) from--;
  let to = first + 1;
  let taken = blocks.slice(from, to).reduce((total, block) => total + block.text.length, 0);
  for (let next = blocks[to]; next; next = blocks[++to]) {
    const belongs = blocks[to - 1]!.leadsOn;
    if (!belongs && taken + next.text.length > length) break;
    taken += next.text.length;
  }
  return blocks
    .slice(from, to)
    .map(({ text, space }) => space + text)
    .join('')
    .trim();
}

/** A block of the text, or the sentences of a paragraph that is too long to be quoted whole. */
function blocksOf(token: Token, held: readonly Concept[], length: number): Block[] {
  const text = matching(token, held, length).trim();
  const isLong = token.type === 'paragraph' && text.length > length;
  const leansBack = token.type === 'list' || token.type === 'table' || token.type === 'code';
  return (isLong ? text.split(SENTENCE_ENDS) : [text]).map((part, i, all) => ({
    text: part,
    space: i === 0 ? '\n\n' : /[。！？]$/.test(all[i - 1]!) ? '' : ' ',
    leansBack,
    leadsOn: part.endsWith(':'),
  }));
}

function matching(token: Token, held: readonly Concept[], length: number): string {
  if (token.type === 'table') {
    const [header, rule, ...rows] = token.raw.trim().split('\n');
    return [header, rule, ...best(rows, held, length)].join('\n');
  }
  if (token.type === 'list') {
    const items = (token as Tokens.List).items.map(item => item.raw.trimEnd());
    return best(items, held, length).join('\n');
  }
  return token.raw;
}

/** Those that match best, in their order; all when none stands out. */
function best(parts: readonly string[], held: readonly Concept[], length: number): readonly string[] {
  const whole = parts.reduce((total, part) => total + part.length, 0);
  if (parts.length <= FEW && whole <= length) return parts;
  const scores = parts.map(part => scoreOf(part, held));
  const most = Math.max(...scores);
  const chosen = most === 0 ? parts : parts.filter((_, i) => scores[i]! >= most / 2);
  return whole > length ? chosen.slice(0, FEW) : chosen;
}

function scoreOf(text: string, held: readonly Concept[]): number {
  const terms = new Set(termsOf(text));
  return held.reduce((total, { term, others, weight }) => {
    if (terms.has(term)) return total + weight;
    return others.some(other => terms.has(other)) ? total + weight / 2 : total;
  }, 0);
}
