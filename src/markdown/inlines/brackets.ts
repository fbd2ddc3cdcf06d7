import type { MarkdownOptions } from '../options.ts';
import type { Delimiters } from './delimiters.ts';
import type { LinkReferences } from './link-references.ts';
import { type LinkDestination, readLabel, readLinkTail } from './link-syntax.ts';
import { fillImage, fillLink } from './links.ts';

/** The longest link text, and the longest link, that rendering waits for, in UTF-16 units; longer ones are text. */
const MAX_LINK_TEXT = 1000;
const MAX_LINK = 4000;

/** A `[` or `![` that may start a link or image, and the text node that shows it meanwhile. */
interface Bracket {
  node: Text;
  /** The index where its text starts, and the number of delimiters in front of it. */
  from: number;
  base: number;
  /** Whether it contains another bracket, and therefore is not a label. */
  isOuter: boolean;
}

/** CommonMark's "look for link or image" and its bracket stack. */
export class Brackets {
  readonly #delimiters: Delimiters;
  readonly #references: LinkReferences;
  readonly #options: MarkdownOptions;
  #open: Bracket[] = [];
  /** The bracket whose link is incomplete at the end of the text. */
  #incomplete: Bracket | undefined;
  /** How many of them contain a link and therefore cannot be links. */
  #inactive = 0;
  #unresolved: string[] = [];

  constructor(delimiters: Delimiters, references: LinkReferences, options: MarkdownOptions) {
    this.#delimiters = delimiters;
    this.#references = references;
    this.#options = options;
  }

  get length(): number {
    return this.#open.length;
  }

  /** Returns and forgets the labels that are not defined yet. */
  takeUnresolved(): readonly string[] {
    const unresolved = this.#unresolved;
    if (unresolved.length > 0) this.#unresolved = [];
    return unresolved;
  }

  open(node: Text, from: number): void {
    const outer = this.#open.at(-1);
    if (outer) outer.isOuter = true;
    this.#open.push({ node, from, base: this.#delimiters.length, isOuter: false });
  }

  /** Renders the link or image that the `]` at `at` closes. Returns where it ends; undefined if it closes none. */
  close(text: string, at: number, isPartial: boolean): number | undefined {
    const bracket = this.#open.at(-1);
    if (!bracket) return undefined;
    const isImage = bracket.node.length === 2;
    const isInactive = !isImage && this.#open.length <= this.#inactive;
    const found = isInactive ? undefined : this.#find(text, at, bracket, isPartial);
    if (found === 'incomplete') {
      this.#incomplete = bracket;
      return text.length;
    }
    this.#open.pop();
    this.#inactive = Math.min(this.#inactive, this.#open.length);
    if (!found) {
      if (this.#open.length === 0) this.#delimiters.pair(bracket.base);
      return undefined;
    }
    this.#delimiters.pairInside(bracket.base);
    if (isImage) fillImage(bracket.node, found.destination, this.#options);
    else {
      fillLink(bracket.node, found.destination, this.#options.links);
      this.#inactive = this.#open.length;
    }
    return found.end;
  }

  /** Handles the end of the text: brackets become text, but a link that more text may complete is hidden. */
  finish(length: number, isPartial: boolean): void {
    const mayComplete = (each: Bracket): boolean =>
      each === this.#incomplete || length - each.from < MAX_LINK_TEXT;
    const open = isPartial ? this.#open.find(mayComplete) : undefined;
    if (open) {
      this.#delimiters.drop(open.base);
      while (open.node.nextSibling) open.node.nextSibling.remove();
      open.node.remove();
    }
    if (this.#open[0]) this.#delimiters.pair(this.#open[0].base);
    this.#open = [];
    this.#incomplete = undefined;
    this.#inactive = 0;
  }

  /** The destination of a bracket, by what follows it or by a definition. */
  #find(
    text: string,
    at: number,
    { from, isOuter }: Bracket,
    isPartial: boolean,
  ): { destination: LinkDestination; end: number } | 'incomplete' | undefined {
    const next = at + 1;
    const isOpen = isPartial && text.length - from < MAX_LINK;
    if (isOpen && next === text.length) return 'incomplete';
    const tail = text[next] === '(' ? readLinkTail(text, next) : undefined;
    if (tail === 'incomplete' && isOpen) return tail;
    if (typeof tail === 'object') return { destination: tail.value, end: tail.end };
    const following = text[next] === '[' ? readLabel(text, next) : undefined;
    if (following === 'incomplete' && isOpen) return following;
    const own = isOuter || at - from >= MAX_LINK_TEXT ? '' : text.slice(from, at);
    const label = (typeof following === 'object' && following.value.trim()) || own;
    if (label.trim() === '') return undefined;
    const end = typeof following === 'object' ? following.end : next;
    const destination = this.#references.find(label);
    if (destination) return { destination, end };
    this.#unresolved.push(label);
    return isOpen && end === text.length ? 'incomplete' : undefined;
  }
}
