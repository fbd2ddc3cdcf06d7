import { Parser } from 'htmlparser2';
import { PassageCollector, type ReadDocument } from './document.ts';
import { HtmlTable } from './html-table.ts';
import { HtmlText, hasWords } from './html-text.ts';
import { isMenuName, ListBuffer } from './list-buffer.ts';
import { escapeStars, unescapeStars } from './plain-text.ts';
import { Unreadable } from './unreadable.ts';

const SKIPPED = new Set(
  'script style noscript template svg nav aside form dialog button select iframe'.split(' '),
);
/** Elements that are one of these by their role. */
const BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['navigation', 'nav'],
  ['complementary', 'aside'],
  ['search', 'form'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
]);
/** Of the site when they stand around the content, of the text when they stand in it. */
const AROUND = new Set(['header', 'footer']);
const BLOCKS = new Set(
  'address article blockquote body dd details div dl dt figcaption figure footer header main p section summary'.split(
    ' ',
  ),
);
/** A list longer than this is parted between its items. */
const LIST_LENGTH = 1000;
const DEPTH_MAX = 2000;

/**
 * Reads an HTML page: headings, paragraphs, lists, tables and code, without its navigation, forms and scripts. Where
 * the page says what its main content is, nothing else is read. One that would be empty so is read with its menus and
 * forms. @throws Unreadable
 */
export function readHtml(source: string, fallbackTitle: string, baseUrl = ''): ReadDocument {
  const hasMain = /<main[\s>]/i.test(source);
  const read = (readsAll: boolean): ReadDocument => {
    const page = parsed(source, new Page(baseUrl, hasMain, readsAll));
    // One that only a script or a comment speaks of is never met.
    return (page.hasContent ? page : parsed(source, new Page(baseUrl, false, readsAll))).finish(
      fallbackTitle,
    );
  };
  const document = read(false);
  // Some servers put the whole page into a form, as ASP.NET does.
  return document.passages.length > 0 ? document : read(true);
}

function parsed(source: string, page: Page): Page {
  const parser = new Parser({
    onopentag: (name, attributes) => page.open(name, attributes),
    ontext: text => page.words(text),
    onclosetag: name => page.close(name),
  });
  parser.end(source);
  return page;
}

class Page {
  /** Whether there was anything that is read. */
  hasContent = false;
  readonly #collector: PassageCollector;
  readonly #text: HtmlText;
  readonly #hasMain: boolean;
  /** Forms as well, and lists of links. */
  readonly #readsAll: boolean;
  #hasBase = false;
  #depth = 0;
  #title = '';
  #inTitle = false;
  /** The depth of the element that is skipped. */
  #skipped: number | undefined;
  #content = 0;
  #main = 0;
  #heading: { level: number; anchor: string | undefined } | undefined;
  /** The id of an element that began where the next words will stand. */
  #id: string | undefined;
  #code: string | undefined;
  /** Whether it is in code inside of a line. */
  #inCode = false;
  readonly #lists: { ordered: boolean; count: number }[] = [];
  #buffer: ListBuffer | undefined;
  #inLink = false;
  /** Whether the latest words are a heading, or end with a colon: what follows belongs to them. */
  #leadsOn = false;
  /** By depth, whether an element has words of its own beside its other children. */
  readonly #says: boolean[] = [];
  #table: HtmlTable | undefined;

  constructor(baseUrl: string, hasMain: boolean, readsAll: boolean) {
    // Word makes a page of its document that nobody can open.
    this.#collector = new PassageCollector(baseUrl === '' ? 'slug' : 'words');
    this.#text = new HtmlText(baseUrl);
    this.#hasMain = hasMain;
    this.#readsAll = readsAll;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    // The parser's time grows with the depth.
    if (++this.#depth > DEPTH_MAX) throw new Unreadable('is nested too deeply');
    this.#says[this.#depth] = false;
    if (this.#skips(name) || this.#skips(BY_ROLE.get(attributes.role ?? ''))) this.#skipped ??= this.#depth;
    // That of a drawing, which is skipped, is what it shows.
    if (name === 'title') this.#inTitle = this.#skipped === undefined;
    // The first one counts, wherever it stands (HTML, 2.4.3).
    if (name === 'base' && attributes.href && !this.#hasBase) {
      this.#hasBase = true;
      this.#text.setBase(attributes.href);
    }
    if (name === 'main') this.#main++;
    if (name === 'main' || name === 'article') this.#content++;
    if (!this.#reads) return;
    this.hasContent = true;
    this.#id = attributes.id || (name === 'a' && attributes.name) || this.#id;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) {
      this.#endTable();
      this.#flush();
      this.#release();
      this.#heading = { level: Number(level), anchor: attributes.id || undefined };
    } else if (name === 'ul' || name === 'ol') {
      if (this.#lists.length === 0) {
        this.#endBlock();
        this.#bufferList(attributes);
      }
      this.#lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'li') this.#item();
    else if (name === 'table') {
      // A table in a table is there for the looks.
      if (this.#table) this.#endTable();
      else if (this.#lists.length === 0) {
        this.#flush();
        this.#table = new HtmlTable();
      }
    } else if (name === 'tr') this.#table?.startRow();
    else if (name === 'td' || name === 'th') this.#table?.startCell(attributes);
    else if (name === 'pre') {
      this.#endBlock();
      this.#code = '';
    } else if (name === 'code') {
      if (this.#code === undefined) this.#markCode(true);
      else this.#code ||= /\blang(?:uage)?-([\w+#.-]+)/.exec(attributes.class ?? '')?.[1] ?? '';
    } else if (name === 'a') this.#openLink(attributes.href);
    else if (name === 'br') this.#text.add(this.#code === undefined ? ' ' : '\n');
    else if (BLOCKS.has(name)) this.#endBlock();
  }

  words(text: string): void {
    if (this.#inTitle && this.#title.length < 1000) this.#title += text;
    if (!this.#reads || this.#inTitle) return;
    if (hasWords(text)) {
      this.#endPlace();
      this.#buffer?.words(this.#inLink);
    }
    if (this.#code === undefined) this.#text.addWords(this.#inCode ? text : escapeStars(text));
    else this.#text.add(text);
  }

  close(name: string): void {
    if (this.#reads) this.#closeRead(name);
    if (name === 'title') this.#inTitle = false;
    if (name === 'main' || name === 'article') this.#content--;
    if (name === 'main') this.#main--;
    if (this.#skipped === this.#depth) this.#skipped = undefined;
    this.#depth--;
  }

  finish(fallbackTitle: string): ReadDocument {
    this.#endTable();
    this.#flush();
    this.#release();
    const title = this.#title.replace(/\s+/g, ' ').trim();
    return this.#collector.finish(title || fallbackTitle, title || undefined);
  }

  get #reads(): boolean {
    return this.#skipped === undefined && (!this.#hasMain || this.#main > 0);
  }

  #skips(name: string | undefined): boolean {
    if (name === undefined) return false;
    if (name === 'form' && this.#readsAll) return false;
    // The question of a list that opens answer by answer is a button in a heading.
    if (name === 'button' && this.#heading) return false;
    return SKIPPED.has(name) || (this.#content === 0 && AROUND.has(name));
  }

  #closeRead(name: string): void {
    if (this.#heading && /^h[1-6]$/.test(name)) {
      const words = this.#text
        .take()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, (_, label: string) => (hasWords(label) ? label : ''))
        .trim();
      this.#endPlace();
      if (words !== '')
        this.#collector.heading(this.#heading.level, unescapeStars(words), this.#heading.anchor);
      this.#heading = undefined;
      this.#leadsOn = true;
    } else if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      if (this.#lists.length === 0) {
        this.#endBlock();
        this.#release();
      }
    } else if (name === 'td' || name === 'th') this.#table?.cell(this.#text.take());
    else if (name === 'caption' && this.#table) this.#flush();
    else if (name === 'table') this.#endTable();
    else if (name === 'pre' && this.#code !== undefined) {
      this.#block(this.#text.takeCode(this.#code));
      this.#code = undefined;
    } else if (name === 'code') {
      if (this.#code === undefined) this.#markCode(false);
    } else if (name === 'a') this.#closeLink();
    else if (BLOCKS.has(name)) this.#endBlock();
  }

  #markCode(begins: boolean): void {
    this.#inCode = begins;
    this.#text.add('`');
  }

  /** Words follow: what comes after them is another place. */
  #endPlace(): void {
    if (this.#heading) this.#heading.anchor ??= this.#id;
    this.#id = undefined;
  }

  #item(): void {
    const list = this.#lists.at(-1);
    if (this.#lists.length <= 1 && this.#text.length > LIST_LENGTH) this.#flush();
    if (list) list.count++;
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    this.#text.line(`${indent}${list?.ordered ? `${list.count}.` : '-'} `);
  }

  /** A block in a list item, a cell, a heading or code only parts its words from the next. */
  #endBlock(): void {
    if (this.#lists.length > 0 || this.#table || this.#heading) this.#text.add(' ');
    else if (this.#code === undefined) this.#flush();
  }

  #endTable(): void {
    for (const block of this.#table?.blocks() ?? []) this.#block(block);
    this.#table = undefined;
  }

  #openLink(href: string | undefined): void {
    this.#text.openLink(href);
    this.#inLink = href !== undefined;
    if (href !== undefined) this.#buffer?.link(href);
  }

  #closeLink(): void {
    this.#text.closeLink();
    this.#inLink = false;
  }

  /** Begins an outermost list. In the content, and where words beside it or before it introduce it, it is no menu. */
  #bufferList(attributes: Readonly<Record<string, string>>): void {
    if (this.#readsAll || this.#table || this.#heading || this.#code !== undefined) return;
    const isIntroduced = this.#leadsOn || this.#says[this.#depth - 1] === true;
    this.#buffer = new ListBuffer(this.#content === 0 && (!isIntroduced || isMenuName(attributes)));
  }

  #release(): void {
    const parts = this.#buffer?.finish() ?? [];
    this.#buffer = undefined;
    for (const part of parts) this.#block(part);
  }

  #flush(): void {
    this.#block(this.#text.take());
  }

  #block(text: string): void {
    if (text === '') return;
    if (this.#buffer) {
      this.#buffer.add(text);
      return;
    }
    this.#collector.block(text);
    this.#leadsOn = /[:：]$/.test(text);
    this.#says[this.#depth - 1] = true;
  }
}
