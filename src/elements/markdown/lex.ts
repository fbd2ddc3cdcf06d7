import { Lexer, type Links, type MarkedOptions, type MarkedToken, type Token } from 'marked';

/** Reference definitions by their normalised label; a later set may inherit from an earlier one. */
export type Definitions = Links;

/** Emphasis nested deeper than this is text. */
const MAX_DEPTH = 32;

/** How many characters one call may search for the ends of emphasis; beyond, markers are text. */
const MAX_SEARCH = 300_000;

/** Ours alone: without options of its own, a lexer shares its parts with whoever else uses the library. */
const OPTIONS: MarkedOptions = { gfm: true };
let depth = 0;
let searched = 0;

/** A set that knows what `others` do and can learn more. No label finds what every object inherits. */
export function definitionsLike(others?: Definitions): Definitions {
  return Object.assign(Object.create(null) as Definitions, others);
}

/** Splits `source` into blocks. Definitions it finds are added to `definitions`, the first of a label wins. */
export function lexBlocks(source: string, definitions: Definitions): MarkedToken[] {
  return guarded(source, definitions, lexer => lexer.lex(source));
}

/** Splits the inside of one block into text, links, emphasis and the rest. */
export function lexInline(source: string, definitions: Definitions): MarkedToken[] {
  return guarded(source, definitions, lexer => lexer.inlineTokens(source));
}

/** Input made to exhaust the parser shows as the text it is. */
function guarded(source: string, definitions: Definitions, lex: (lexer: Lexer) => Token[]): MarkedToken[] {
  const lexer = new Lexer(OPTIONS);
  limitEmphasis(OPTIONS.tokenizer);
  lexer.tokens.links = definitions;
  depth = 0;
  searched = 0;
  try {
    return lex(lexer) as MarkedToken[];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: 'html', block: true, pre: false, raw: source, text: source }];
  }
}

const limited = new WeakSet<object>();

/** The search for the end of emphasis goes over the rest of the block, from every marker in it. */
function limitEmphasis(tokenizer: MarkedOptions['tokenizer']): void {
  if (!tokenizer || limited.has(tokenizer)) return;
  limited.add(tokenizer);
  tokenizer.emStrong = limit(tokenizer.emStrong);
  tokenizer.del = limit(tokenizer.del);
}

type Search<T> = (
  this: NonNullable<MarkedOptions['tokenizer']>,
  source: string,
  masked: string,
  before?: string,
) => T | undefined;

function limit<T extends { raw: string }>(search: Search<T>): Search<T> {
  return function (source, masked, before) {
    if (depth >= MAX_DEPTH || searched > MAX_SEARCH) return undefined;
    depth++;
    const found = search.call(this, source, masked, before);
    depth--;
    searched += found ? found.raw.length : source.length;
    return found;
  };
}

/** The label of a reference as definitions are looked up by. */
export function normaliseLabel(label: string): string {
  return label.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The tokens that draw something; blank lines and definitions don't. */
export function drawnTokens(tokens: readonly MarkedToken[]): MarkedToken[] {
  return tokens.filter(token => token.type !== 'space' && token.type !== 'def');
}

/** Adds the definitions of finished blocks, also those inside quotes and lists; the first of a label wins. */
export function collectDefinitions(tokens: readonly MarkedToken[], into: Definitions): void {
  for (const token of tokens) {
    if (token.type === 'def') into[token.tag] ??= { href: token.href, title: token.title };
    else if (token.type === 'list') collectDefinitions(token.items, into);
    else if ((token.type === 'blockquote' || token.type === 'list_item') && token.raw.includes(']:')) {
      collectDefinitions(token.tokens as MarkedToken[], into);
    }
  }
}

/** Whether text added to `source`, which was split into `tokens`, goes on inside a code block. */
export function endsInCode(tokens: readonly MarkedToken[], source: string): boolean {
  const leaf = lastLeaf(tokens);
  if (leaf?.type !== 'code') return false;
  const line = source.slice(source.lastIndexOf('\n') + 1);
  if (leaf.codeBlockStyle === 'indented') return /^[ \t>]*(?: {4}|\t)/.test(line);
  return !/\n {0,3}(?:`{3,}|~{3,})[ \t]*\n*$/.test(leaf.raw);
}

/** The innermost block at the end of `tokens`, where streamed text goes on. */
function lastLeaf(tokens: readonly MarkedToken[]): MarkedToken | undefined {
  const last = tokens.findLast(token => token.type !== 'space');
  if (last?.type === 'list') return lastLeaf((last.items.at(-1)?.tokens ?? []) as MarkedToken[]);
  if (last?.type === 'blockquote') return lastLeaf(last.tokens as MarkedToken[]) ?? last;
  return last;
}
