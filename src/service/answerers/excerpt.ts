import type { Token, Tokens } from 'marked';
import type { FoundPassage } from '../knowledge/index/passage-store.ts';
import { passageLanguage, termsOf } from '../knowledge/language/terms.ts';
import { blocksIn } from '../knowledge/reading/plain-text.ts';
import type { QueryTerm } from '../knowledge/search/query-terms.ts';
import { formsOf } from '../knowledge/search/relevance.ts';

/** Rows or items of which only the matching ones are quoted when there are more. */
const FEW = 5;

/** Where a sentence ends; an abbreviation is followed by a small letter or a number. */
const SENTENCE_ENDS = /(?<=[.!?]["”’)*_]*)\s+(?![\p{Ll}\p{N}])|(?<=[。！？])/u;

/** A word to look for in a passage. */
export type Term = Pick<QueryTerm, 'words' | 'terms' | 'synonyms' | 'weight'>;

interface Block {
  text: string;
  /** What parts it from the one before. */
  space: string;
  /** A list, a table or code, which means little without the sentence before it. */
  leansBack: boolean;
  /** Ends with a colon: what it announces follows. */
  leadsOn: boolean;
}

/** How much of the question a text contains. */
type Score = (text: string) => number;

/**
 * The part of a passage that answers: as many blocks in a row as fit into about so many characters, with the sentence that
 * has most of what was asked, and what belongs to it. Of long lists and tables, the items and rows that match.
 */
export function excerpt(passage: FoundPassage, held: readonly Term[], length: number): string {
  const { title, heading, body } = passage;
  if (body.length <= length) return body;
  const language = passageLanguage(`${title}\n${heading}\n${body}`);
  const inHeading = new Set(termsOf(heading.split(' › ').at(-1) || title, language));
  const isNamed = held.every(term => formsOf(term, language).some(form => inHeading.has(form)));
  // Where the heading has all of the question, no part of the passage answers more than another.
  const score: Score = text => (isNamed ? 0 : scoreOf(text, held, language));
  const blocks = blocksIn(body)
    .filter(token => token.type !== 'space')
    .flatMap(token => blocksOf(token, score, length));
  const own = blocks.map(({ text }) => score(text));
  // Only from blocks that have something of the question: of thousands of marks, as many texts would be built.
  const scores = blocks.map((_, first) => {
    if (own[first] === 0) return 0;
    const [from, to] = rangeFrom(blocks, first, length);
    // Together they have most of the question, and one of them most of it in one place.
    return score(textOf(blocks, from, to)) + Math.max(...own.slice(from, to));
  });
  const most = scores.reduce((one, other) => Math.max(one, other), 0);
  return textOf(blocks, ...rangeFrom(blocks, scores.indexOf(most), length));
}

/** The blocks from one on that fit, with those before and after that it makes no sense without. */
function rangeFrom(blocks: readonly Block[], first: number, length: number): [from: number, to: number] {
  let from = first;
  while (from > 0 && (blocks[from]!.leansBack || blocks[from - 1]!.leadsOn)) from--;
  let to = first + 1;
  let taken = blocks.slice(from, to).reduce((total, block) => total + block.text.length, 0);
  for (let next = blocks[to]; next; next = blocks[++to]) {
    const belongs = blocks[to - 1]!.leadsOn;
    if (!belongs && taken + next.text.length > length) break;
    taken += next.text.length;
  }
  return [from, to];
}

function textOf(blocks: readonly Block[], from: number, to: number): string {
  return blocks
    .slice(from, to)
    .map(({ text, space }) => space + text)
    .join('')
    .trim();
}

/** A block of the text, or the sentences of a paragraph that is too long to be quoted whole. */
function blocksOf(token: Token, score: Score, length: number): Block[] {
  const text = matching(token, score, length).trim();
  const isLong = token.type === 'paragraph' && text.length > length / 2;
  const leansBack = token.type === 'list' || token.type === 'table' || token.type === 'code';
  return (isLong ? text.split(SENTENCE_ENDS) : [text]).map((part, i, all) => ({
    text: part,
    space: i === 0 ? '\n\n' : /[。！？]$/.test(all[i - 1]!) ? '' : ' ',
    leansBack,
    leadsOn: part.endsWith(':'),
  }));
}

function matching(token: Token, score: Score, length: number): string {
  if (token.type === 'table') {
    const [header, rule, ...rows] = token.raw.trim().split('\n');
    return [header, rule, ...best(rows, score, length)].join('\n');
  }
  if (token.type === 'list') {
    const items = (token as Tokens.List).items.map(item => item.raw.trimEnd());
    return best(items, score, length).join('\n');
  }
  return token.raw;
}

/** The parts that match best, in their order; if none matches, the first parts that fit. */
function best(parts: readonly string[], score: Score, length: number): readonly string[] {
  const whole = parts.reduce((total, part) => total + part.length, 0);
  if (parts.length <= FEW && whole <= length) return parts;
  const scores = parts.map(score);
  const most = Math.max(...scores);
  if (most === 0) return beginningOf(parts, length);
  const chosen = parts.map((_, i) => i).filter(i => scores[i]! >= most / 2);
  const shown =
    whole > length ? chosen.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, FEW) : chosen;
  return shown.sort((a, b) => a - b).map(i => parts[i]!);
}

/** The first parts that fit, and at least one. */
function beginningOf(parts: readonly string[], length: number): readonly string[] {
  let taken = 0;
  return parts.filter((part, i) => {
    taken += part.length;
    return i === 0 || taken <= length;
  });
}

function scoreOf(text: string, held: readonly Term[], language: string | undefined): number {
  const terms = new Set(termsOf(text, language));
  return held.reduce(
    (total, term) => total + (formsOf(term, language).some(form => terms.has(form)) ? term.weight : 0),
    0,
  );
}
