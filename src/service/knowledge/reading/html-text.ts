import { resolveLink } from './links.ts';

/** Builds the Markdown of one block of a page: words, links, code and line breaks. */
export class HtmlText {
  #baseUrl: string;
  /** What stands before the latest link: kept apart, so that a block of thousands is not copied for each. */
  #before = '';
  #text = '';
  #href: string | undefined;
  /** Whether the latest link leads to a place on its own page. */
  #stays = false;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Where relative links begin from here on, if it is an address. */
  linkFrom(href: string): void {
    this.#baseUrl = resolveLink(href, this.#baseUrl) ?? this.#baseUrl;
  }

  get length(): number {
    return this.#before.length + this.#text.length;
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
    const text = this.#whole();
    const isFirst = text.trim() === '';
    // No link goes over several lines.
    if (!isFirst) this.#endLink();
    this.#text = `${text.trimEnd()}${isFirst ? '' : '\n'}${start}`;
  }

  openLink(href: string | undefined): void {
    this.#stays = href?.startsWith('#') ?? false;
    this.#href = this.#stays ? undefined : href;
    this.#before += this.#text;
    this.#text = '';
  }

  /** A link that leads nowhere a reader can go keeps its words alone, a sign such as "¶" that only marks a place goes. */
  closeLink(): void {
    const href = this.#href;
    if (this.#stays && !hasWords(this.#text)) this.#text = '';
    this.#endLink();
    if (href === undefined) return;
    const url = resolveLink(href, this.#baseUrl);
    const label = this.#text.trim();
    if (!url || label === '' || /[[\]\n]/.test(label)) return;
    const space = /^\s/.test(this.#text) ? ' ' : '';
    this.#text = `${space}[${label}](${url})`;
  }

  /** The block, which begins anew. */
  take(): string {
    const text = this.#whole()
      .replace(/ +\n/g, '\n')
      .replace(/(\S) {2,}/g, '$1 ');
    this.#endLink();
    return text.trim();
  }

  /** The block as it is, for code. */
  takeCode(language: string): string {
    const code = this.#whole().replace(/^\n+/, '').trimEnd();
    const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longest + 1);
    return code === '' ? '' : `${fence}${language}\n${code}\n${fence}`;
  }

  #endLink(): void {
    this.#href = undefined;
    this.#stays = false;
  }

  /** All of it, taken out. */
  #whole(): string {
    const text = this.#before + this.#text;
    this.#before = '';
    this.#text = '';
    return text;
  }
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
