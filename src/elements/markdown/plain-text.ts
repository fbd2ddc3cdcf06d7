import type { MarkedToken } from 'marked';
import { decodeEntities } from './entities.ts';

/** What a reader sees of inline tokens, without any formatting. */
export function plainText(tokens: readonly MarkedToken[]): string {
  return tokens.map(textOf).join('');
}

/** The text of one leaf of the inline structure. */
export function textOf(token: MarkedToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? plainText(token.tokens as MarkedToken[]) : inlineText(token.raw);
    case 'escape':
    case 'codespan':
      return token.text;
    case 'br':
      return '\n';
    case 'html':
      return token.raw;
    default:
      return 'tokens' in token && token.tokens ? plainText(token.tokens as MarkedToken[]) : '';
  }
}

/** White space around a line break is not part of a paragraph's text. */
function inlineText(raw: string): string {
  return decodeEntities(raw.includes('\n') ? raw.replace(/[ \t]*\n[ \t]*/g, '\n') : raw);
}
