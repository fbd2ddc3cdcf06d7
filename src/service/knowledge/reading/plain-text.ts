import { Parser } from 'htmlparser2';
import { Lexer, type Token, type Tokens } from 'marked';

/** The words of a Markdown text, in one line, as a reader would say them aloud. */
export function plainText(markdown: string): string {
  return ofBlocks(blocksIn(markdown)).replace(/\s+/g, ' ').trim();
}

/** The blocks of a Markdown text. One that nests deeper than the parser can follow is a single one, as it stands. */
export function blocksIn(markdown: string): Token[] {
  try {
    return new Lexer({ gfm: true }).lex(markdown);
  } catch {
    return [{ type: 'text', raw: markdown, text: markdown }];
  }
}

/** The words of a heading, a paragraph or a cell. */
export function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map(token => {
      if ('tokens' in token && token.tokens) return inlineText(token.tokens);
      if (token.type === 'br') return ' ';
      if (token.type === 'text') return withSigns(String(token.text));
      return token.type !== 'html' && 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** A text with the signs that its entities (`&amp;`) stand for. */
function withSigns(text: string): string {
  return text.replace(/&(?:#\d+|#x[\da-f]+|[a-z]\w*);/gi, entity => {
    let sign = '';
    new Parser({ ontext: part => (sign += part) }).end(entity);
    return sign;
  });
}

function ofBlocks(tokens: readonly Token[]): string {
  return tokens.map(ofBlock).join(' ');
}

function ofBlock(token: Token): string {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items.map(item => ofBlocks(item.tokens)).join(' ');
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flatMap(row => row.map(cell => inlineText(cell.tokens))).join(' ');
    }
    case 'blockquote':
      return ofBlocks((token as Tokens.Blockquote).tokens);
    default:
      return inlineText([token]);
  }
}
