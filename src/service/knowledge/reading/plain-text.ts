import { Parser } from 'htmlparser2';
import { Lexer, type Token, type Tokens } from 'marked';

const STAR_IN_WORD = /(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu;

/** The words of a Markdown text, in one line. */
export function plainText(markdown: string): string {
  return textOfBlocks(blocksIn(markdown)).replace(/\s+/g, ' ').trim();
}

/** The blocks of a Markdown text. A text nested too deeply for the parser is one block. */
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
      if (token.type === 'text') return decodeEntities(String(token.text));
      return token.type !== 'html' && 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Decodes character references such as `&amp;`. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d+|#x[\da-f]+|[a-z]\w*);/gi, entity => {
    let character = '';
    new Parser({ ontext: part => (character += part) }).end(entity);
    return character;
  });
}

function textOfBlocks(tokens: readonly Token[]): string {
  return tokens.map(textOfBlock).join(' ');
}

function textOfBlock(token: Token): string {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items.map(item => textOfBlocks(item.tokens)).join(' ');
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flatMap(row => row.map(cell => inlineText(cell.tokens))).join(' ');
    }
    case 'blockquote':
      return textOfBlocks((token as Tokens.Blockquote).tokens);
    default:
      return inlineText([token]);
  }
}

/** Escapes stars between letters or digits, so that plain text such as "60*40*30" is not read as emphasis. */
export function escapeStars(text: string): string {
  return text.replace(STAR_IN_WORD, '\\*');
}

/** Reverses `escapeStars`. */
export function unescapeStars(markdown: string): string {
  return markdown.replaceAll('\\*', '*');
}
