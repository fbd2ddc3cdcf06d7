import { resolveLink } from './links.ts';

/** Builds the Markdown of a block of HTML: words, links, code and line breaks. */
export class HtmlText {
  #baseUrl: string;
  /** The text before the latest link. Separate, so that a block with thousands of links is not copied for each. */
  #before = '';
  #text = '';
  #href: string | undefined;
  /** Whether the latest link leads to the same page. */
  #isInternal = false;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Changes the base of relative links that follow. */
  setBase(href: string): void {
    this.#baseUrl = resolveLink(href, this.#baseUrl) ?? this.#baseUrl;
  }

  get length(): number {
    return this.#before.length + this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Adds text in which any white space is one space, as in HTML outside of code. */
  addWords(text: string): void {
    this.#text += text.replace(/\s+/g, ' ');
  }

  /** Begins a line, with the marker of a list item. */
  line(start: string): void {
    const text = this.#takeAll();
    const isFirst = text.trim() === '';
    // A link cannot span several lines.
    if (!isFirst) this.#endLink();
    this.#text = `${text.trimEnd()}${isFirst ? '' : '\n'}${start}`;
  }

  openLink(href: string | undefined): void {
    this.#isInternal = href?.startsWith('#') ?? false;
    this.#href = this.#isInternal ? undefined : href;
    this.#before += this.#text;
    this.#text = '';
  }

  /** A link without a usable target becomes its text. A link to the same page without words, such as "¶", is removed. */
  closeLink(): void {
    const href = this.#href;
    if (this.#isInternal && !hasWords(this.#text)) this.#text = '';
    this.#endLink();
    if (href === undefined) return;
    const url = resolveLink(href, this.#baseUrl);
    const label = this.#text.trim();
    if (!url || label === '' || /[[\]\n]/.test(label)) return;
    const space = /^\s/.test(this.#text) ? ' ' : '';
    this.#text = `${space}[${label}](${url})`;
  }

  /** The text so far. */
  get raw(): string {
    return this.#before + this.#text;
  }

  /** Removes the text from a position on, and returns it. */
  takeFrom(start: number): string {
    const text = this.#takeAll();
    this.#text = text.slice(0, start);
    return text.slice(start);
  }

  /** Returns the block and begins another one. */
  take(): string {
    const text = this.#takeAll()
      .replace(/ +\n/g, '\n')
      .replace(/(\S) {2,}/g, '$1 ');
    this.#endLink();
    return text.trim();
  }

  /** Returns the block as code and begins another one. */
  takeCode(language: string): string {
    const code = this.#takeAll().replace(/^\n+/, '').trimEnd();
    const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longest + 1);
    return code === '' ? '' : `${fence}${language}\n${code}\n${fence}`;
  }

  #endLink(): void {
    this.#href = undefined;
    this.#isInternal = false;
  }

  #takeAll(): string {
    const text = this.#before + this.#text;
    this.#before = '';
    this.#text = '';
    return text;
  }
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The Markdown of a heading without its links. */
export function headingText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, (_, label: string) => (hasWords(label) ? label : ''))
    .trim();
}
