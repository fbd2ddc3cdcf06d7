import { Lexer, type Links, type MarkedToken } from 'marked';

/** Reference definitions by their normalised label; a later set may inherit from an earlier one. */
export type Definitions = Links;

/** Splits `source` into blocks. Definitions it finds are added to `definitions`, the first of a label wins. */
export function lexBlocks(source: string, definitions: Definitions): MarkedToken[] {
  const lexer = new Lexer();
  lexer.tokens.links = definitions;
  return lexer.lex(source) as MarkedToken[];
}

/** Splits the inside of one block into text, links, emphasis and the rest. */
export function lexInline(source: string, definitions: Definitions): MarkedToken[] {
  const lexer = new Lexer();
  lexer.tokens.links = definitions;
  return lexer.inlineTokens(source) as MarkedToken[];
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
