import type { Delimiters } from './delimiters.ts';
import { readLabel, readLinkTail, type Target } from './link-syntax.ts';
import { fillImage, fillLink } from './links.ts';
import type { MarkdownOptions } from './options.ts';
import type { References } from './references.ts';

/** The longest text of a link, and the longest link, that are waited for, in UTF-16 units; beyond, it is text. */
const MAX_LINK_TEXT = 1000;
const MAX_LINK = 4000;

/** A `[` or `![` that may begin a link or image, and the text node that shows it for the time being. */
interface Bracket {
  node: Text;
  /** Where its text begins, and how many delimiters there were before it. */
  from: number;
  base: number;
  /** Whether another bracket was opened inside: then it is no label. */
  isOuter: boolean;
}

/** CommonMark's "look for link or image": the brackets that are open, and what becomes of them when they close. */
export class Brackets {
  readonly #delimiters: Delimiters;
  readonly #references: References;
  readonly #options: MarkdownOptions;
  #open: Bracket[] = [];
  /** One whose link is not whole when the end is reached. */
  #half: Bracket | undefined;
  /** How many of them hold a link and so are none. */
  #holdLink = 0;
  #unknown: string[] = [];

  constructor(delimiters: Delimiters, references: References, options: MarkdownOptions) {
    this.#delimiters = delimiters;
    this.#references = references;
    this.#options = options;
  }

  get length(): number {
    return this.#open.length;
  }

  /** The labels referred to that nothing has defined yet. */
  takeUnknown(): readonly string[] {
    const unknown = this.#unknown;
    if (unknown.length > 0) this.#unknown = [];
    return unknown;
  }

  open(node: Text, from: number): void {
    const outer = this.#open.at(-1);
    if (outer) outer.isOuter = true;
    this.#open.push({ node, from, base: this.#delimiters.length, isOuter: false });
  }

  /** Makes a link or image of what the `]` at this place closes, and returns where that ends; undefined if it is none. */
  close(text: string, at: number, isGrowing: boolean): number | undefined {
    const bracket = this.#open.at(-1);
    if (!bracket) return undefined;
    const isImage = bracket.node.length === 2;
    const isDead = !isImage && this.#open.length <= this.#holdLink;
    const found = isDead ? undefined : this.#find(text, at, bracket, isGrowing);
    if (found === 'open') {
      this.#half = bracket;
      return text.length;
    }
    this.#open.pop();
    this.#holdLink = Math.min(this.#holdLink, this.#open.length);
    if (!found) {
      if (this.#open.length === 0) this.#delimiters.pair(bracket.base);
      return undefined;
    }
    this.#delimiters.pairInside(bracket.base);
    if (isImage) fillImage(bracket.node, found.target, this.#options);
    else {
      fillLink(bracket.node, found.target, this.#options.links);
      this.#holdLink = this.#open.length;
    }
    return found.end;
  }

  /** The end is reached: of what still grows, a link that may become one is left out; all others are text. */
  finish(length: number, isGrowing: boolean): void {
    const isWaitedFor = (each: Bracket): boolean => each === this.#half || length - each.from < MAX_LINK_TEXT;
    const open = isGrowing ? this.#open.find(isWaitedFor) : undefined;
    if (open) {
      this.#delimiters.drop(open.base);
      while (open.node.nextSibling) open.node.nextSibling.remove();
      open.node.remove();
    }
    if (this.#open[0]) this.#delimiters.pair(this.#open[0].base);
    this.#open = [];
    this.#half = undefined;
    this.#holdLink = 0;
  }

  /** Where a bracket leads, by what follows it or by a definition. */
  #find(
    text: string,
    at: number,
    { from, isOuter }: Bracket,
    isGrowing: boolean,
  ): { target: Target; end: number } | 'open' | undefined {
    const next = at + 1;
    const isOpen = isGrowing && text.length - from < MAX_LINK;
    if (isOpen && next === text.length) return 'open';
    const tail = text[next] === '(' ? readLinkTail(text, next) : undefined;
    if (tail === 'open' && isOpen) return tail;
    if (typeof tail === 'object') return { target: tail.value, end: tail.end };
    const following = text[next] === '[' ? readLabel(text, next) : undefined;
    if (following === 'open' && isOpen) return following;
    const own = isOuter || at - from >= MAX_LINK_TEXT ? '' : text.slice(from, at);
    const label = (typeof following === 'object' && following.value.trim()) || own;
    if (label.trim() === '') return undefined;
    const end = typeof following === 'object' ? following.end : next;
    const target = this.#references.find(label);
    if (target) return { target, end };
    this.#unknown.push(label);
    return isOpen && end === text.length ? 'open' : undefined;
  }
}
