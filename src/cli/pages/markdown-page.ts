import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
// Not by the room's index: a thread that makes a page would load the whole service.
import { headingSlug } from '../../service/knowledge/reading/document.ts';
import {
  cutFrontMatter,
  takeHeadingId,
  withoutHeadingId,
} from '../../service/knowledge/reading/markdown-extensions.ts';
import { inlineText } from '../../service/knowledge/reading/plain-text.ts';
import type { ListedGroup } from './document-list.ts';

/** Links a document may have: http, https, mailto, or relative. */
const SAFE_LINK = /^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i;
const COMMENT = /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/;
/** A relative link to a Markdown document, whose page has no ending. */
const OWN_ENDING = /^((?![A-Za-z][A-Za-z\d+.-]*:|\/\/)[^#]*)\.md(?=#|$)/;

/** Renders a Markdown document as a page. HTML in it is shown as text. */
export function renderDocument(markdown: string, fallbackTitle: string): string {
  const { title, rest } = cutFrontMatter(markdown);
  const slugs = new Map<string, number>();
  const ids = new Map<Tokens.Generic, string>();
  const idOf = (heading: Tokens.Heading): string =>
    ids.get(heading) ?? takeHeadingId(heading) ?? freshSlug(slugs, inlineText(heading.tokens));
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => (COMMENT.test(text) ? '' : escaped(text)),
      heading(heading) {
        const { tokens, depth } = heading;
        const id = idOf(heading);
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return SAFE_LINK.test(href)
          ? `<a href="${escaped(href.replace(OWN_ENDING, '$1'))}">${text}</a>`
          : text;
      },
      image: ({ href, text }) =>
        SAFE_LINK.test(href)
          ? `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`
          : escaped(text),
    },
  });
  const tokens = marked.lexer(rest);
  // Citations link to top-level headings, so these get their slugs before headings in quotes and lists.
  for (const token of tokens) if (token.type === 'heading') ids.set(token, idOf(token as Tokens.Heading));
  const heading = withoutHeadingId(/^#\s+(.+)$/m.exec(rest)?.[1] ?? '');
  const body = marked.parser(tokens);
  const sections = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2,
  );
  return frame(title ?? (heading || fallbackTitle), body, contents(sections, idOf));
}

/** The sections of a page, for a screen that has room beside the text. */
function contents(sections: readonly Tokens.Heading[], idOf: (heading: Tokens.Heading) => string): string {
  if (sections.length < 2) return '';
  const items = sections.map(
    heading =>
      `<li><a href="#${escaped(idOf(heading))}" dir="auto">${escaped(inlineText(heading.tokens))}</a></li>`,
  );
  return `<aside><nav aria-label="On this page"><p>On this page</p><ul>${items.join('\n')}</ul></nav></aside>`;
}

/** Renders the list of all documents below an address. */
export function renderList(groups: readonly ListedGroup[], base: string): string {
  const sections = groups.map(({ heading, documents }) => {
    const items = documents.map(({ path, title, about }) => {
      const address = path.split('/').map(encodeURIComponent).join('/');
      const more = about === '' ? '' : html`<p dir="auto">${about}</p>`;
      return html`<li><a href="${base}${address}"><bdi>${title}</bdi></a>${more}</li>`;
    });
    const name = heading === '' ? '' : html`<h2>${heading}</h2>`;
    return html`${name}<ul class="documents">${raw(items.join('\n'))}</ul>`;
  });
  return frame('Documents', `<h1>Documents</h1>\n${sections.join('\n')}`);
}

/** Renders the 404 page: a citation may link to a document that has moved. */
export function renderMissing(): string {
  return frame(
    'Not found',
    '<h1>There is nothing at this address.</h1>\n<p>It may have moved, or be gone. All <a href="/docs/">documents</a> are in one list.</p>',
  );
}

/** @param body and @param aside HTML in which every value is escaped */
function frame(title: string, body: string, aside = ''): string {
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="/demo/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/demo/document.css" />
  </head>
  <body>
    <header>
      <a class="brand" href="/"><img src="/demo/icon.svg" alt="" width="24" height="24" />agent-chat</a>
      <nav aria-label="Pages"><a href="/">Settings</a> <a href="/demo/">Demo shop</a> <a href="/docs/">Documents</a> <a href="/demo/docs/">Documentation</a></nav>
    </header>
    <main>${raw(body)}</main>
    ${raw(aside)}
  </body>
</html>
`);
}

function freshSlug(slugs: Map<string, number>, text: string): string {
  const slug = headingSlug(text);
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function escaped(text: string): string {
  return String(html`${text}`);
}
