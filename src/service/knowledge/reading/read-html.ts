import { Parser } from 'htmlparser2';
import { PassageCollector, QUESTION_LEVEL, type ReadDocument } from './document.ts';
import { type Attributes, addDefinition, BLOCKS, isQuestionElement, isSkipped } from './html-elements.ts';
import { HtmlTable } from './html-table.ts';
import { HtmlText, hasWords, headingText } from './html-text.ts';
import { isMenuName, ListBuffer } from './list-buffer.ts';
import { escapeStars, unescapeStars } from './plain-text.ts';
import { isQuestion } from './questions.ts';
import { Unreadable } from './unreadable.ts';

/** Characters. Longer text of a button or a question element is no question. */
const OPENER_LENGTH = 300;
/** Characters. A longer list is split between its items. */
const LIST_LENGTH = 1000;
const DEPTH_MAX = 2000;

/**
 * Reads an HTML page: headings, questions with their answers, paragraphs, lists, tables and code, without navigation, forms
 * and scripts. Reads only the main content, if the page declares it. A page that would be empty is read with its menus and
 * forms. @throws Unreadable
 */
export function readHtml(source: string, fallbackTitle: string, baseUrl = ''): ReadDocument {
  const hasMain = /<main[\s>]/i.test(source);
  const read = (readsAll: boolean): ReadDocument => {
    const page = parsed(source, new Page(baseUrl, hasMain, readsAll));
    // `<main>` may occur in a script or a comment only.
    return (page.hasContent ? page : parsed(source, new Page(baseUrl, false, readsAll))).finish(
      fallbackTitle,
    );
  };
  const document = read(false);
  // Some servers, such as ASP.NET, put the whole page into a form.
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
  /** Whether any element was read. */
  hasContent = false;
  readonly #collector: PassageCollector;
  readonly #text: HtmlText;
  readonly #hasMain: boolean;
  /** Whether forms and lists of links are read. */
  readonly #readsAll: boolean;
  #hasBase = false;
  #depth = 0;
  #title = '';
  #inTitle = false;
  /** Depth of the outermost skipped element. */
  #skipped: number | undefined;
  #content = 0;
  #main = 0;
  /** The heading or question whose text is being read, and the depth of its element. */
  #heading: { level: number; anchor: string | undefined; depth: number } | undefined;
  /** Questions whose answers are being read, with the depth of the element that ends them. */
  readonly #questions: { level: number; depth: number }[] = [];
  #details = 0;
  /** Depth of an element in bold that begins a block, and where its text begins. */
  #bold: { depth: number; start: number } | undefined;
  /** The entry of a definition list: its term, and the blocks of its definition. */
  #definition: { term: string; anchor: string | undefined; blocks: string[] } | undefined;
  #inTerm = false;
  /** The id of the latest element without text so far. */
  #id: string | undefined;
  #code: string | undefined;
  /** Whether it is in inline code. */
  #inCode = false;
  readonly #lists: { ordered: boolean; count: number }[] = [];
  #buffer: ListBuffer | undefined;
  #inLink = false;
  /** Whether the latest text is a heading or ends with a colon. */
  #leadsOn = false;
  /** By depth, whether an element has text beside its other children. */
  readonly #says: boolean[] = [];
  #table: HtmlTable | undefined;

  constructor(baseUrl: string, hasMain: boolean, readsAll: boolean) {
    // Word documents are converted to HTML that has no address.
    this.#collector = new PassageCollector(baseUrl === '' ? 'slug' : 'words');
    this.#text = new HtmlText(baseUrl);
    this.#hasMain = hasMain;
    this.#readsAll = readsAll;
  }

  open(name: string, attributes: Attributes): void {
    // The time of the parser grows with the depth.
    if (++this.#depth > DEPTH_MAX) throw new Unreadable('nested', 'is nested too deeply');
    this.#says[this.#depth] = false;
    const where = { readsAll: this.#readsAll, inHeading: !!this.#heading, inContent: this.#content > 0 };
    if (isSkipped(name, attributes, where)) this.#skipped ??= this.#depth;
    // A skipped drawing may have a title, too.
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
    if (this.#heading) {
      if (BLOCKS.has(name)) this.#endBlock();
      else if (name === 'code') this.#markCode(true);
      else if (name === 'a') this.#openLink(attributes.href);
      else if (name === 'br') this.#text.add(' ');
    } else if (level) this.#startHeading(Number(level), attributes.id);
    else if (this.#asksQuestion(name, attributes)) {
      const level = this.#questionLevel - (name === 'summary' ? 1 : 0);
      this.#startQuestion(attributes.id, level, this.#depth - 1);
    } else if (name === 'details') {
      this.#endBlock();
      this.#details++;
    } else if (name === 'strong' || name === 'b') this.#startBold();
    else if (name === 'dl' && this.#lists.length === 0 && !this.#table) {
      this.#endBlock();
      this.#definition ??= { term: '', anchor: undefined, blocks: [] };
    } else if (name === 'dt' && this.#definition) {
      this.#endBlock();
      this.#endDefinition();
      this.#definition.anchor = attributes.id || undefined;
      this.#inTerm = true;
    } else if (name === 'ul' || name === 'ol') {
      if (this.#lists.length === 0) {
        this.#endBlock();
        this.#bufferList(attributes);
      }
      this.#lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'li') this.#item();
    else if (name === 'table') {
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
    this.#endQuestions();
    if (name === 'main' || name === 'article') this.#content--;
    if (name === 'main') this.#main--;
    if (this.#skipped === this.#depth) this.#skipped = undefined;
    this.#depth--;
  }

  finish(fallbackTitle: string): ReadDocument {
    this.#endDefinition();
    this.#endTable();
    this.#flush();
    this.#release();
    const title = this.#title.replace(/\s+/g, ' ').trim();
    return this.#collector.finish(title || fallbackTitle, title || undefined);
  }

  get #reads(): boolean {
    return this.#skipped === undefined && (!this.#hasMain || this.#main > 0);
  }

  #closeRead(name: string): void {
    if (this.#heading && this.#heading.depth === this.#depth) {
      const words = headingText(this.#text.take());
      this.#endPlace();
      const { level, anchor } = this.#heading;
      this.#heading = undefined;
      this.#endHeading(level, unescapeStars(words), anchor);
      this.#leadsOn = true;
    } else if (this.#bold?.depth === this.#depth) this.#endBold();
    else if (name === 'details') {
      if (this.#lists.length > 1 || this.#table) this.#endBlock();
      else this.#flush();
      this.#collector.endQuestion(this.#questionLevel - 1);
      this.#details = Math.max(0, this.#details - 1);
    } else if (name === 'dt' && this.#inTerm) {
      this.#inTerm = false;
      const term = this.#text.take();
      if (this.#definition && term !== '')
        this.#definition.term = [this.#definition.term, term].filter(Boolean).join(' / ');
    } else if (name === 'dl' && this.#definition) {
      this.#endBlock();
      this.#endDefinition();
      this.#definition = undefined;
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

  #startHeading(level: number, id: string | undefined): void {
    this.#endTable();
    this.#endDefinition();
    this.#flush();
    this.#release();
    this.#heading = { level, anchor: id || undefined, depth: this.#depth };
  }

  /** @param end depth of the element that ends the answer */
  #startQuestion(id: string | undefined, level: number, end: number): void {
    this.#endDefinition();
    // In a list, the text ends with the marker of the item.
    this.#addBefore(this.#text.take());
    this.#heading = { level, anchor: id || undefined, depth: this.#depth };
    this.#questions.push({ level, depth: end });
  }

  #endHeading(level: number, words: string, anchor: string | undefined): void {
    if (level < QUESTION_LEVEL) {
      if (words !== '') this.#collector.heading(level, words, anchor);
      return;
    }
    if (words !== '' && words.length <= OPENER_LENGTH) this.#collector.question(words, anchor, level);
    else {
      this.#questions.pop();
      this.#block(words);
    }
  }

  /** An answer ends with the parent of the question, or of the element around it that has the answer. */
  #endQuestions(): void {
    for (
      let last = this.#questions.at(-1);
      last && last.depth >= this.#depth;
      last = this.#questions.at(-1)
    ) {
      if (last.depth === this.#depth && this.#collector.isHeadingEmpty && this.#text.raw.trim() === '') {
        last.depth--;
        return;
      }
      this.#questions.pop();
      if (last.depth > this.#depth) continue;
      this.#flush();
      this.#collector.endQuestion(last.level);
    }
  }

  #asksQuestion(name: string, attributes: Attributes): boolean {
    if (this.#inTerm || this.#code !== undefined || this.#table || this.#lists.length > 1) return false;
    const mayBe = BLOCKS.has(name) || ['a', 'button', 'span'].includes(name);
    return mayBe && isQuestionElement(name, attributes);
  }

  #startBold(): void {
    if (this.#bold || this.#inTerm || this.#table || this.#inLink || this.#code !== undefined) return;
    const { raw, length } = this.#text;
    const isAtStart = /(?:^|\n)\s*(?:(?:-|\d+\.)\s+)?$/.test(raw) && this.#lists.length <= 1;
    if (isAtStart) this.#bold = { depth: this.#depth, start: length };
  }

  /** A question in bold at the beginning of a block or a list item. */
  #endBold(): void {
    const { start } = this.#bold!;
    this.#bold = undefined;
    const words = this.#text.raw.slice(start).trim();
    if (!isQuestion(unescapeStars(words))) return;
    this.#text.takeFrom(start);
    this.#addBefore(this.#text.take());
    const level = this.#questionLevel + 1;
    this.#collector.question(unescapeStars(words), this.#id, level, true);
    this.#id = undefined;
    // The siblings of the paragraph have the answer.
    this.#questions.push({ level, depth: this.#depth - 2 });
  }

  /** Adds the text before a question. */
  #addBefore(text: string): void {
    this.#release();
    this.#block(text.replace(/(?:^|\s)(?:-|\d+\.)$/, ''));
  }

  /** Answers in `<details>` are below its summary, and questions in bold below those of buttons. */
  get #questionLevel(): number {
    return QUESTION_LEVEL + 3 * this.#details;
  }

  #endDefinition(): void {
    if (!this.#definition) return;
    const { term, anchor, blocks } = this.#definition;
    this.#definition = { term: '', anchor: undefined, blocks: [] };
    addDefinition(this.#collector, term, anchor, blocks);
  }

  #markCode(begins: boolean): void {
    this.#inCode = begins;
    this.#text.add('`');
  }

  /** Called for text: an id before it is not that of later text. */
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

  /** In a list item, a cell, a heading or code, a block is separated by a space only. */
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

  /** Begins an outermost list. It is not a menu in the main content, or after text that introduces it. */
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
    if (this.#definition && !this.#inTerm) {
      this.#definition.blocks.push(text);
      return;
    }
    this.#collector.block(text);
    this.#leadsOn = /[:：]$/.test(text);
    this.#says[this.#depth - 1] = true;
  }
}
