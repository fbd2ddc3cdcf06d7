import { Lexer, type Token, type Tokens } from 'marked';
import { PassageCollector, type ReadDocument } from './document.ts';
import { cutFrontMatter } from './front-matter.ts';
import { withoutGeneratorMarks } from './generator-marks.ts';
import { takeHeadingId } from './heading-id.ts';
import { leadLinks } from './lead-links.ts';
import { inlineText } from './plain-text.ts';
import { readHtml } from './read-html.ts';

/** A table's rows that stand in a passage together. */
const ROWS_TOGETHER = 8;

/** Reads Markdown. Links and images that are relative are led to where `baseUrl` says the document is. */
export function readMarkdown(source: string, fallbackTitle: string, baseUrl: string): ReadDocument {
  const { title, rest } = cutFrontMatter(source);
  const collector = new PassageCollector();
  for (const token of new Lexer({ gfm: true }).lex(withoutGeneratorMarks(rest))) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      const id = takeHeadingId(heading);
      collector.heading(heading.depth, inlineText(heading.tokens), id);
    } else if (token.type === 'html') {
      const { title, passages } = readHtml(token.raw, '', baseUrl);
      for (const text of [title, ...passages.flatMap(({ heading, body }) => [heading, body])])
        collector.block(text);
    } else if (token.type !== 'space' && token.type !== 'hr' && token.type !== 'def') {
      for (const { text, tokens } of splitLong(token)) collector.block(leadLinks(text, tokens, baseUrl));
    }
  }
  return collector.finish(fallbackTitle, title);
}

/** A part of a document with the tokens it was read as. */
interface Block {
  text: string;
  tokens: Token[];
}

/** A list or table longer than a passage is parted between its items; a table's rows each keep its header. */
function splitLong(token: Token): Block[] {
  if (token.type === 'list' && token.raw.length > 1500)
    return (token as Tokens.List).items.map(item => ({ text: item.raw, tokens: [item] }));
  if (token.type === 'table' && token.raw.length > 1500) {
    const { header, rows } = token as Tokens.Table;
    const [head, rule, ...lines] = token.raw.trim().split('\n');
    const parts: Block[] = [];
    for (let i = 0; i < lines.length; i += ROWS_TOGETHER) {
      const cells = [header, ...rows.slice(i, i + ROWS_TOGETHER)].flat();
      parts.push({
        text: [head, rule, ...lines.slice(i, i + ROWS_TOGETHER)].join('\n'),
        tokens: cells.flatMap(cell => cell.tokens),
      });
    }
    return parts;
  }
  return [{ text: token.raw, tokens: [token] }];
}
