import { Lexer, type Token, type Tokens, walkTokens } from 'marked';
import { PassageCollector, type ReadDocument } from './document.ts';
import { resolveLink } from './links.ts';
import { inlineText } from './plain-text.ts';
import { readHtml } from './read-html.ts';

/** Reads Markdown. Links and images that are relative are led to where `baseUrl` says the document is. */
export function readMarkdown(source: string, fallbackTitle: string, baseUrl: string): ReadDocument {
  const { title, rest } = cutFrontMatter(source);
  const collector = new PassageCollector();
  for (const token of new Lexer({ gfm: true }).lex(rest)) {
    if (token.type === 'heading') {
      const heading = token as Tokens.Heading;
      collector.heading(heading.depth, inlineText(heading.tokens));
    } else if (token.type === 'html') {
      const { title, passages } = readHtml(token.raw, '', baseUrl);
      for (const text of [title, ...passages.flatMap(({ heading, body }) => [heading, body])])
        collector.block(text);
    } else if (token.type !== 'space' && token.type !== 'hr' && token.type !== 'def') {
      for (const block of splitLong(token)) collector.block(leadLinks(block, token, baseUrl));
    }
  }
  return collector.finish(fallbackTitle, title);
}

/** A list or table longer than a passage is parted between its items; a table's rows each keep its header. */
function splitLong(token: Token): string[] {
  if (token.type === 'list' && token.raw.length > 1500)
    return (token as Tokens.List).items.map(item => item.raw);
  if (token.type === 'table' && token.raw.length > 1500) {
    const [header, rule, ...rows] = token.raw.trim().split('\n');
    const parts: string[] = [];
    for (let i = 0; i < rows.length; i += 8) parts.push([header, rule, ...rows.slice(i, i + 8)].join('\n'));
    return parts;
  }
  return [token.raw];
}

function cutFrontMatter(source: string): { title: string | undefined; rest: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source);
  if (!match) return { title: undefined, rest: source };
  const title = /^title:\s*["']?(.+?)["']?\s*$/m.exec(match[1]!)?.[1];
  return { title, rest: source.slice(match[0].length) };
}

/** Leads relative links to where the document is. Those of a document without an address become their words. */
function leadLinks(block: string, token: Token, baseUrl: string): string {
  let led = block;
  for (const link of relativeLinks(token)) {
    const url = resolveLink(link.href, baseUrl);
    led = url
      ? led.replaceAll(`](${link.href}`, `](${url}`)
      : led.replaceAll(link.raw, link.type === 'image' ? '' : link.text);
  }
  return led;
}

function relativeLinks(token: Token): Set<Tokens.Link | Tokens.Image> {
  const found = new Set<Tokens.Link | Tokens.Image>();
  walkTokens([token], inner => {
    const isLink = inner.type === 'link' || inner.type === 'image';
    if (isLink && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(inner.href)) found.add(inner as Tokens.Link);
  });
  return found;
}
