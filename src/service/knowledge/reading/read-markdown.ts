import { Lexer, type Token, type Tokens } from 'marked';
import { PassageCollector, type ReadDocument } from './document.ts';
import { resolveLinks } from './links.ts';
import { cutFrontMatter, takeHeadingId, withoutExtensions } from './markdown-extensions.ts';
import { inlineText } from './plain-text.ts';
import { readHtml } from './read-html.ts';

/** Rows of a table in one passage. */
const ROWS_PER_PASSAGE = 8;

/** Reads Markdown. Relative links and images are resolved against `baseUrl`, the address of the document. */
export function readMarkdown(source: string, fallbackTitle: string, baseUrl: string): ReadDocument {
  const { title, rest } = cutFrontMatter(source);
  const collector = new PassageCollector();
  for (const token of new Lexer({ gfm: true }).lex(withoutExtensions(rest))) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      const id = takeHeadingId(heading);
      collector.heading(heading.depth, inlineText(heading.tokens), id);
    } else if (token.type === 'html') {
      const { title, passages } = readHtml(token.raw, '', baseUrl);
      for (const text of [title, ...passages.flatMap(({ heading, body }) => [heading, body])])
        collector.block(text);
    } else if (token.type !== 'space' && token.type !== 'hr' && token.type !== 'def') {
      for (const { text, tokens } of splitLong(token)) collector.block(resolveLinks(text, tokens, baseUrl));
    }
  }
  return collector.finish(fallbackTitle, title);
}

/** A block with its tokens. */
interface Block {
  text: string;
  tokens: Token[];
}

/** Splits a list or table that is longer than a passage. Each part of a table has the header. */
function splitLong(token: Token): Block[] {
  if (token.type === 'list' && token.raw.length > 1500)
    return (token as Tokens.List).items.map(item => ({ text: item.raw, tokens: [item] }));
  if (token.type === 'table' && token.raw.length > 1500) {
    const { header, rows } = token as Tokens.Table;
    const [head, rule, ...lines] = token.raw.trim().split('\n');
    const parts: Block[] = [];
    for (let i = 0; i < lines.length; i += ROWS_PER_PASSAGE) {
      const cells = [header, ...rows.slice(i, i + ROWS_PER_PASSAGE)].flat();
      parts.push({
        text: [head, rule, ...lines.slice(i, i + ROWS_PER_PASSAGE)].join('\n'),
        tokens: cells.flatMap(cell => cell.tokens),
      });
    }
    return parts;
  }
  return [{ text: token.raw, tokens: [token] }];
}
