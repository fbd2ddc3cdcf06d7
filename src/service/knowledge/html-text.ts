import { resolveLink } from './links.ts';

/** Builds the Markdown of one block of a page: words, links, code and line breaks. */
export class HtmlText {
  readonly #baseUrl: string;
  #text = '';
  #link: { start: number; href: string } | undefined;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get length(): number {
    return this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** White space in a page's source means one space, except in code. */
  addWords(text: string): void {
    this.#text += text.replace(/\s+/g, ' ');
  }

  /** Begins a line, with what a list item starts with. */
  line(start: string): void {
    this.#text = `${this.#text.trimEnd()}${this.#text.trim() === '' ? '' : '\n'}${start}`;
  }

  openLink(href: string | undefined): void {
    this.#link = href === undefined || href.startsWith('#') ? undefined : { start: this.#text.length, href };
  }

  /** A link that leads nowhere a reader can go keeps its words alone. */
  closeLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (!link) return;
    const url = resolveLink(link.href, this.#baseUrl);
    const label = this.#text.slice(link.start).trim();
    if (!url || label === '' || /[[\]\n]/.test(label)) return;
    const space = /^\s/.test(this.#text.slice(link.start)) ? ' ' : '';
    this.#text = `${this.#text.slice(0, link.start)}${space}[${label}](${url})`;
  }

  /** The block, which begins anew. */
  take(): string {
    const text = this.#text.replace(/ +\n/g, '\n').replace(/(\S) {2,}/g, '$1 ');
    this.#text = '';
    this.#link = undefined;
    return text.trim();
  }

  /** The block as it is, for code. */
  takeCode(language: string): string {
    const code = this.#text.replace(/^\n+/, '').trimEnd();
    this.#text = '';
    const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longest + 1);
    return code === '' ? '' : `${fence}${language}\n${code}\n${fence}`;
  }
}
