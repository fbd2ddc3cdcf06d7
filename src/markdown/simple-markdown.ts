import { createAnchor } from './anchor.ts';
import type { LinkTarget } from './options.ts';

/** What a line begins with: the marks of a heading or an item, and nothing behind them that begins another block. */
const START = /^(?:(#{1,6}) +|([-*]|(\d{1,9})\.) {1,4}| {0,3})(?![-+=:>#\s]|\d{1,9}[.)](?:\s|$)|$)/;
/** What may become that. */
const OPEN_START = /^ {0,3}(?:#{0,6}|[-*]|\d{1,9}\.) *(?:\d{1,9}[.)]?)?$/;
/** Text in which nothing begins, with the spaces that are followed by more of the line. */
const TEXT = /^(?: *(?:[^\\`*_~[<&|@\r\n\0\t! \p{Cs}]+|!(?=[^[])|&(?!#?\w{0,31}(?:;|$)))| +(?=[`*[]))+/u;
const CODE = /^[^`\r\n\0\p{Cs}]+/u;
const MARK = /^(?:`(?!`)|\*\*?(?!\*))/;
/** A link, as far as it has come; the last group is its end. */
const LINK = /^\[([^\\`*_~[<&|@\r\n\0\]]{0,500})(?:\](?:\(([\w/.~:?#%=+,$&-]*)(\))?)?)?/;
/** Two spaces would break it. */
const LINE_END = /^ ?\n/;
/** What may become that, or more than text: an image, an entity, a whole character. */
const OPEN_REST = /^ *(?: |!|&#?\w{0,31}|\p{Cs})$/u;
/** Of no longer text (UTF-16 units) the nodes are few enough. */
const TEXT_MAX = 4096;
/** What the full reader takes for an address. */
const ADDRESS = /:\/\/|www\./i;
/** The scheme and host of an address that leads somewhere, and shows as what it is. */
const PLAIN_HOST = /^https?:(?!.*xn--)./;
/** What stands before and behind a mark that opens, or closes, whatever is around it. */
const OPENS = /^[\s(*]?\S$/;
const CLOSES = /^(?:[^\s\p{P}\p{S}\p{Cs}]|\S[\s\p{P}\p{S}])/u;

/** How many blocks go together in what the full reader draws; more are not for this one. */
export const SECTION = 8;

/** In the place of how many characters were read: more has to come, or it takes the full reader. */
const OPEN = 0;
const BEYOND = -1;

/**
 * Draws a growing text of paragraphs, headings, flat lists, emphasis, code in a line and links, in the nodes
 * the full reader would make. It is small enough to come with the window, so that most answers are on screen
 * before there is a full one. Each character is read once; what it is not sure of, it leaves to the other.
 */
export class SimpleMarkdown {
  readonly #container: HTMLElement;
  readonly #opens: LinkTarget | undefined;
  #length = 0;
  #blocks = 0;
  /** What is read once more has come. */
  #held = '';
  /** The last characters of the line that were read. */
  #last = '';
  /** The heading, item or paragraph that is written into; undefined after a blank line. */
  #block: HTMLElement | undefined;
  /** In a line: that, or what is open in it. */
  #into: HTMLElement | undefined;
  #list!: HTMLElement;
  /** What the items of the list end their marks with; empty outside of one. */
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
    // What is open at the end is decided as at the end of a paragraph.
    this.#held += isWhole ? `${text}\n\n` : text;
    this.#length += text.length;
    if (this.#length > TEXT_MAX) return false;
    while (this.#held) {
      const length = this.#into ? this.#read(this.#held) : this.#start(this.#held);
      if (length <= 0) return length === OPEN;
      this.#held = this.#held.slice(length);
    }
    return true;
  }

  /** Reads what a line begins with. */
  #start(line: string): number {
    if (OPEN_START.test(line)) return OPEN;
    const blank = line.match(/^ *\n/);
    if (blank) {
      this.#block = undefined;
      return blank[0].length;
    }
    const start = line.match(START);
    // What is indented may belong to an item in other ways.
    if (!start || (this.#marker && line[0] === ' ')) return BEYOND;
    const [all, hashes, marker, number = 1] = start;
    if (marker) {
      // In the middle of a paragraph, only the first of a list is none of its words.
      if (+number !== 1 && this.#block && !this.#marker) return BEYOND;
      this.#beginItem(marker.slice(-1), +number);
    } else if (hashes || !this.#block) {
      this.#marker = '';
      this.#block = create(hashes ? `h${hashes.length}` : 'p');
      this.#blocks++;
    } else {
      this.#into = this.#block;
      this.#write('\n');
    }
    this.#into = this.#block;
    this.#last = '';
    if (this.#blocks > SECTION) return BEYOND;
    return all.length || this.#read(line);
  }

  #beginItem(marker: string, number: number): void {
    if (this.#marker !== marker) {
      this.#list = document.createElement(marker === '.' ? 'ol' : 'ul');
      if (number !== 1) (this.#list as HTMLOListElement).start = number;
      this.#blocks++;
      this.#marker = marker;
      this.#isLoose = false;
    } else if (!this.#block && !this.#isLoose) {
      this.#isLoose = true;
      for (const item of this.#list.children) loosen(item);
    }
    this.#block = create('li');
    this.#list.append(this.#block);
    if (this.#isLoose) this.#block = loosen(this.#block);
  }

  /** Reads on in a line. */
  #read(rest: string): number {
    if (OPEN_REST.test(rest)) return OPEN;
    const into = this.#into!;
    const isHeading = this.#block!.localName[0] === 'h';
    const isCode = into.localName === 'code';
    const text = rest.match(isCode ? CODE : TEXT)?.[0];
    if (text) {
      // Signs at the end of a heading are none of its words.
      if ((!isCode && ADDRESS.test(this.#last + text)) || (isHeading && text.includes('#'))) return BEYOND;
      this.#write(text);
      return text.length;
    }
    const run = rest.match(MARK)?.[0];
    if (run) return this.#readMark(run, rest[run.length]);
    const link = rest.match(LINK);
    if (link) return link[3] ? this.#addLink(link) : link[0] === rest ? OPEN : BEYOND;
    const end = rest.match(LINE_END);
    if (!end || into !== this.#block) return BEYOND;
    this.#into = undefined;
    if (isHeading) this.#block = undefined;
    return end[0].length;
  }

  /** Opens or closes what a mark stands for, where CommonMark's rules for it are simple. */
  #readMark(run: string, next: string | undefined): number {
    if (!next) return OPEN;
    const into = this.#into!;
    const isCode = run === '`';
    const name = isCode ? 'code' : run[1] ? 'strong' : 'em';
    const around = this.#last.slice(-1) + next;
    if (name === into.localName) {
      if (!isCode && !CLOSES.test(around)) return BEYOND;
      this.#into = into.parentElement!;
    } else {
      if (!OPENS.test(around) || (!isCode && into !== this.#block)) return BEYOND;
      this.#into = document.createElement(name);
      if (isCode) this.#into.translate = false;
      into.append(this.#into);
    }
    this.#last = run;
    return run.length;
  }

  #addLink([all, label = '', href = '']: RegExpMatchArray): number {
    const anchor = createAnchor(href, label, '', this.#opens);
    if (ADDRESS.test(label) || !PLAIN_HOST.test(anchor.protocol + anchor.host)) return BEYOND;
    anchor.textContent = label;
    this.#add(anchor);
    this.#last = ')';
    return all.length;
  }

  #write(text: string): void {
    const last = this.#into!.lastChild;
    // What translates pages puts its own in the place of texts.
    if (last instanceof Text) last.appendData(text);
    else this.#add(text);
    this.#last = (this.#last + text).slice(-3);
  }

  /** A block comes on screen with the first of its words. */
  #add(node: Node | string): void {
    this.#into!.append(node);
    const block = this.#marker ? this.#list : this.#block!;
    if (!block.parentNode) this.#container.append(block);
  }
}

/** An element that has the direction of its own text. */
function create(name: string): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
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
