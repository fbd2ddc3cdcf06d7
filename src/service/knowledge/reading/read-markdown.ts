import { Lexer, type Token, type Tokens, walkTokens } from 'marked';
import { PassageCollector, QUESTION_LEVEL, type ReadDocument } from './document.ts';
import { resolveLinks } from './links.ts';
import { cutFrontMatter, takeHeadingId, withoutExtensions } from './markdown-extensions.ts';
import { isMdx, withoutMdx } from './mdx.ts';
import { inlineText } from './plain-text.ts';
import { isQuestion } from './questions.ts';
import { readHtml } from './read-html.ts';

/** Characters. Longer lists and tables are split. */
const SPLIT_LENGTH = 1500;
/** Rows of a table in one passage. */
const ROWS_PER_PASSAGE = 8;
/** Questions in a list that make it a list of questions. */
const QUESTIONS_MIN = 2;
const DETAILS = /<details\b[^>]*>|<\/details\s*>|<summary\b[^>]*>([\s\S]*?)<\/summary\s*>/gi;
/** `[TOC]`, `[[_TOC_]]`, `{:toc}`: a site generator writes a table of contents here. */
const TOC_MARK = /^\s*(?:\[\[?_?toc_?\]?\]|\{:?\s*toc\s*\})\s*$/i;

/** Reads Markdown or MDX. Relative links and images are resolved against `baseUrl`, the address of the document. */
export function readMarkdown(source: string, fallbackTitle: string, baseUrl: string): ReadDocument {
  const { title, rest } = cutFrontMatter(source);
  const markdown = withoutExtensions(isMdx(rest) ? withoutMdx(rest) : rest);
  const reader = new MarkdownReader(baseUrl);
  for (const token of new Lexer({ gfm: true }).lex(markdown)) reader.read(token);
  return reader.collector.finish(fallbackTitle, title);
}

class MarkdownReader {
  readonly collector = new PassageCollector();
  readonly #baseUrl: string;
  /** How many `<details>` are open. */
  #details = 0;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  read(token: Token): void {
    switch (token.type) {
      case 'heading': {
        const heading = token as Tokens.Heading;
        const id = takeHeadingId(heading);
        this.collector.heading(heading.depth, inlineText(heading.tokens), id);
        break;
      }
      case 'html':
        this.#html(token.raw);
        break;
      case 'paragraph':
        if (!TOC_MARK.test(token.raw)) this.#paragraph(token as Tokens.Paragraph);
        break;
      case 'list':
        this.#list(token as Tokens.List);
        break;
      case 'space':
      case 'hr':
      case 'def':
        break;
      default:
        for (const part of splitLong(token)) this.#block(part);
    }
  }

  /** Questions in `<details>` are below its summary. */
  get #level(): number {
    return QUESTION_LEVEL + 2 * this.#details;
  }

  #block({ text, tokens }: Block): void {
    this.collector.block(resolveLinks(text, tokens, this.#baseUrl));
  }

  /** A paragraph that begins with a question in bold is the question, and the rest its answer. */
  #paragraph({ raw, tokens }: Pick<Tokens.Paragraph, 'raw' | 'tokens'>): void {
    const question = boldQuestion(tokens);
    if (question === undefined) {
      this.#block({ text: raw, tokens });
      return;
    }
    this.collector.question(question, undefined, this.#level, true);
    const [bold, ...rest] = tokens;
    this.#block({ text: raw.trimStart().slice(bold!.raw.length).trim(), tokens: rest });
  }

  #list(list: Tokens.List): void {
    if (isTableOfContents(list)) return;
    const first = (item: Tokens.ListItem): Tokens.Generic | undefined => item.tokens[0] as Tokens.Generic;
    const asked = list.items.filter(item => boldQuestion(first(item)?.tokens ?? []) !== undefined);
    if (asked.length < QUESTIONS_MIN) {
      for (const part of splitLong(list)) this.#block(part);
      return;
    }
    for (const item of list.items) {
      const [head, ...rest] = item.tokens as Tokens.Generic[];
      if (head?.tokens) this.#paragraph({ raw: head.raw, tokens: head.tokens });
      for (const token of rest) this.read(token);
    }
    this.collector.endQuestion();
  }

  /** HTML, in which `<summary>` is a question whose answer may be Markdown in the tokens that follow. */
  #html(raw: string): void {
    let at = 0;
    for (const match of raw.matchAll(DETAILS)) {
      this.#plainHtml(raw.slice(at, match.index));
      at = match.index + match[0].length;
      if (/^<summary/i.test(match[0])) {
        const words = inlineText(Lexer.lexInline(match[1]!)).replace(/\s+/g, ' ').trim();
        if (words !== '') this.collector.question(words, undefined, this.#level - 1);
      } else if (/^<details/i.test(match[0])) this.#details++;
      else {
        this.collector.endQuestion(this.#level - 1);
        this.#details = Math.max(0, this.#details - 1);
      }
    }
    this.#plainHtml(raw.slice(at));
  }

  #plainHtml(html: string): void {
    if (html.trim() === '') return;
    const { title, passages } = readHtml(html, '', this.#baseUrl);
    // A title if all of it is under one heading.
    const isAsked = isQuestion(title);
    if (isAsked) this.collector.question(title);
    else this.collector.block(title);
    let last: string | undefined;
    for (const { heading, anchor, body } of passages) {
      if (heading !== '' && heading !== last) this.collector.question(heading, anchor);
      last = heading;
      this.collector.block(body);
    }
    if (isAsked || last) this.collector.endQuestion();
  }
}

/** A block with its tokens. */
interface Block {
  text: string;
  tokens: Token[];
}

/** The question in bold that tokens begin with. */
function boldQuestion([first]: readonly Token[]): string | undefined {
  const inner = first?.type === 'em' && first.tokens?.length === 1 ? first.tokens[0] : first;
  if (first === undefined || inner?.type !== 'strong') return undefined;
  const text = inlineText([first]);
  return isQuestion(text) ? text.trim() : undefined;
}

/** A list of nothing but links to headings of the same document. */
function isTableOfContents(list: Tokens.List): boolean {
  let links = 0;
  let isOnlyLinks = true;
  walkTokens(list.items, token => {
    if (token.type === 'link') {
      links++;
      isOnlyLinks &&= (token as Tokens.Link).href.startsWith('#');
    }
  });
  if (links < 2 || !isOnlyLinks) return false;
  const words = list.raw.replace(/\[(?:[^[\]]|\[[^\]]*\])*\]\([^)]*\)/g, '');
  return !/\p{L}/u.test(words);
}

/** Splits a list or table that is longer than a passage. Each part of a table has the header. */
function splitLong(token: Token): Block[] {
  if (token.type === 'list' && token.raw.length > SPLIT_LENGTH)
    return (token as Tokens.List).items.map(item => ({ text: item.raw, tokens: [item] }));
  if (token.type === 'table' && token.raw.length > SPLIT_LENGTH) {
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
