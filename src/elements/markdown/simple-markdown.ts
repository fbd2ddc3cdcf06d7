import { createAnchor } from './anchor.ts';
import type { LinkTarget } from './options.ts';

/** What a line begins with: the marks of a heading or an item, and nothing behind them that begins another block. */
const START = /^(?:(#{1,6}) +|([-*]|(\d{1,9})\.) {1,4}| {0,3})(?![-+=>#\s]|\d{1,9}[.)]|$)/;
/** What may become that, or a mark before the first word. */
const OPEN_START = /^ {0,3}(?:#{0,6}|[-`]|\*\*?|\d{1,9}\.) *\d{0,9}$/;
/** Text in which nothing begins, with the spaces that are followed by more of the line. */
const TEXT = /^(?: *(?:[^\\`*_~[<&|@\t\r\n\0 ]+|&(?=\s))| +(?=[`*[]))+/;
const CODE = /^[^`\n]+/;
const MARK = /^(?:`(?!`)|\*\*?(?!\*))/;
const LINK = /^\[([^\]\\`*_~[<&|@\r\n\0]+)\]\(((?:https?:\/)?\/[\w/.~:?#%=+,$&-]*)\)/;
const LINE_END = /^(?: ?\n| +$)/;
/** What may become the end of a line, or a link. */
const OPEN_REST = /^(?: +| *&|\[[^\]\n]*(?:\](?:\([^)\n]*)?)?)$/;
/** More characters than this are not waited for, and of no longer text (UTF-16 units) the nodes are few enough. */
const HELD_MAX = 500;
const TEXT_MAX = 4096;
/** What the full reader takes for an address, and one that shows as another. */
const ADDRESS = /:\/\/|www\./i;
const DISGUISED = /xn--/i;
/** What stands before and behind a mark that opens, or closes, whatever is around it. */
const OPENS = /^[\s(*]?\S$/;
const CLOSES = /^(?:[^\s\p{P}\p{S}\p{Cs}]|\S[\s\p{P}\p{S}])/u;

/** How many blocks go together in what the full reader draws; more are not for this one. */
export const SECTION = 8;

/** In the place of how many characters were read: more has to come, or it takes the full reader. */
const OPEN = 0;
const BEYOND = -1;

/**
 * Draws a growing text of paragraphs, headings, flat lists, emphasis, code in a line and links, in the
 * nodes the full reader would make. It is small enough to come with the window, so that most answers are on screen
 * before there is a full one. Each character is read once; what it is not sure of, it leaves to the other.
 */
export class SimpleMarkdown {
  readonly #container: HTMLElement;
  readonly #opens: LinkTarget | undefined;
  #length = 0;
  /** What is read once more has come. */
  #held = '';
  /** The last characters of the line that were read. */
  #last = '';
  /** The heading, item or paragraph that is written into; undefined after a blank line. */
  #block: HTMLElement | undefined;
  /** In a line: that, or what is open in it. */
  #into: HTMLElement | undefined;
  #list: HTMLElement | undefined;
  /** What the items of the list begin with. */
  #marker = '';
  #isLoose = false;

  /** @param container is empty and has the class `md`; only this writes into it */
  constructor(container: HTMLElement, opens?: LinkTarget) {
    this.#container = container;
    this.#opens = opens;
  }

  /**
   * Adds the next piece, of any length.
   * @param isWhole whether it is the last one.
   * @returns false when it takes more than this can read; nothing may be added after that.
   */
  append(text: string, isWhole: boolean): boolean {
    this.#held += text;
    this.#length += text.length;
    if (this.#length > TEXT_MAX) return false;
    while (this.#held) {
      const length = this.#into ? this.#read(this.#held, isWhole) : this.#start(this.#held, isWhole);
      if (length === BEYOND) return this.#giveUp();
      if (length === OPEN) return this.#held.length < HELD_MAX;
      this.#held = this.#held.slice(length);
    }
    return !isWhole || this.#into === this.#block || !this.#into;
  }

  /** A block of which nothing is to be seen would stand in the place of what tells that more is coming. */
  #giveUp(): boolean {
    const last = this.#container.lastElementChild;
    if (!last?.textContent) last?.remove();
    return false;
  }

  /** Reads what a line begins with. */
  #start(line: string, isWhole: boolean): number {
    if (!isWhole && OPEN_START.test(line)) return OPEN;
    const blank = /^ *(?:\n|$)/.exec(line);
    if (blank) {
      this.#block = undefined;
      return blank[0].length;
    }
    const start = START.exec(line);
    // What is indented may belong to an item in other ways.
    if (!start || (this.#list && line[0] === ' ')) return BEYOND;
    const [all, hashes, marker, number] = start;
    if (marker) {
      // In the middle of a paragraph, only the first of a list is none of its words.
      if (number && +number !== 1 && this.#block && !this.#list) return BEYOND;
      this.#beginItem(marker.slice(-1), number);
    } else if (hashes || !this.#block) {
      this.#list = undefined;
      this.#block = create(hashes ? `h${hashes.length}` : 'p', this.#container);
    } else {
      this.#into = this.#block;
      this.#write('\n');
    }
    this.#into = this.#block;
    this.#last = '';
    if (this.#container.childElementCount > SECTION) return BEYOND;
    return all.length || this.#read(line, isWhole);
  }

  #beginItem(marker: string, number: string | undefined): void {
    if (!this.#list || this.#marker !== marker) {
      this.#list = document.createElement(number ? 'ol' : 'ul');
      if (number && +number !== 1) (this.#list as HTMLOListElement).start = +number;
      this.#container.append(this.#list);
      this.#marker = marker;
      this.#isLoose = false;
    } else if (!this.#block && !this.#isLoose) {
      this.#isLoose = true;
      for (const item of this.#list.children) loosen(item);
    }
    this.#block = create('li', this.#list);
    if (this.#isLoose) this.#block = loosen(this.#block);
  }

  /** Reads on in a line. */
  #read(rest: string, isWhole: boolean): number {
    if (!isWhole && OPEN_REST.test(rest)) return OPEN;
    const into = this.#into!;
    const isHeading = this.#block!.localName[0] === 'h';
    const isCode = into.localName === 'code';
    const text = (isCode ? CODE : TEXT).exec(rest)?.[0];
    if (text) {
      // Signs at the end of a heading are none of its words.
      if ((!isCode && ADDRESS.test(this.#last + text)) || (isHeading && text.includes('#'))) return BEYOND;
      this.#write(text);
      return text.length;
    }
    const run = MARK.exec(rest)?.[0];
    if (run) return this.#readMark(run, rest[run.length] ?? (isWhole ? '\n' : ''));
    const link = LINK.exec(rest);
    if (link) return this.#addLink(link);
    const end = LINE_END.exec(rest);
    if (!end || into !== this.#block) return BEYOND;
    this.#into = undefined;
    if (isHeading) this.#block = undefined;
    return end[0].length;
  }

  /** Opens or closes what a mark stands for, where CommonMark's rules for it are simple. */
  #readMark(run: string, next: string): number {
    if (!next) return OPEN;
    const into = this.#into!;
    const name = run === '`' ? 'code' : run === '*' ? 'em' : 'strong';
    const around = this.#last.slice(-1) + next;
    if (name === into.localName) {
      if (name !== 'code' && !CLOSES.test(around)) return BEYOND;
      this.#into = into.parentElement!;
    } else {
      if (!OPENS.test(around) || (name !== 'code' && into !== this.#block)) return BEYOND;
      this.#into = document.createElement(name);
      if (name === 'code') this.#into.translate = false;
      into.append(this.#into);
    }
    this.#last = run;
    return run.length;
  }

  #addLink([all, label = '', href = '']: RegExpExecArray): number {
    const anchor = createAnchor(href, label, '', this.#opens);
    // An address that hides where it leads is for the full reader, as one that leads nowhere is.
    if (this.#last.endsWith('!') || ADDRESS.test(label) || DISGUISED.test(href) || !anchor.host)
      return BEYOND;
    anchor.append(label);
    this.#into!.append(anchor);
    this.#last = ')';
    return all.length;
  }

  #write(text: string): void {
    const last = this.#into!.lastChild;
    // What translates pages puts its own in the place of texts.
    if (last instanceof Text) last.appendData(text);
    else this.#into!.append(text);
    this.#last = (this.#last + text).slice(-3);
  }
}

/** An element that has the direction of its own text. */
function create(name: string, parent: Element): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
  parent.append(element);
  return element;
}

/** Gives the text of an item a paragraph, as all of a list have where lines between them are blank. */
function loosen(item: Element): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.append(...item.childNodes);
  item.append(paragraph);
  return paragraph;
}

/** Whether a text is more than this reads. */
export function needsFormatting(text: string): boolean {
  return !new SimpleMarkdown(document.createElement('div')).append(text, true);
}
