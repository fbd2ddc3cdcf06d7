import { createLink } from './create-link.ts';
import { flanking, lastCharacter } from './flanking.ts';
import type { LinkTarget } from './options.ts';

/** The start of a line: the marker of a heading or an item, not followed by the start of another block. */
const START = /^(?:(#{1,6}) +|([-*]|(\d{1,9})\.) {1,4}| {0,3})(?![-+=:>#\s]|\d{1,9}[.)](?:\s|$)|$)/;
/** A line start that more characters may complete. */
const INCOMPLETE_START = /^ {0,3}(?:#{0,6}|[-*]|\d{1,9}\.) *(?:\d{1,9}[.)]?)?$/;
/**
 * Text in which no syntax can start, and spaces inside a line. A dollar sign before a digit does not close a formula.
 */
const TEXT =
  /^(?: *(?:[^\\`*_~[<&|@\r\n\0\t! $\p{Cs}]+|!(?=[^[])|\$(?=\d)|&(?!#?\w{0,31}(?:;|$)))| +(?=[`*[]))+/u;
const CODE = /^[^`\r\n\0\p{Cs}]+/u;
const MARK = /^(?:`(?!`)|\*\*?(?!\*))/;
/** A link, as far as it has arrived; the last group is its end. */
const LINK = /^\[([^\\`*_~[<&|@\r\n\0\]$]{0,500})(?:\](?:\(([\w/.~:?#%=+,&-]*)(\))?)?)?/;
/** More spaces would make a hard line break. */
const LINE_END = /^ ?\n/;
/** An end that more characters may complete: a hard line break, an image, an entity, a surrogate pair. */
const INCOMPLETE_REST = /^ *(?: |[!$]|&#?\w{0,31}|\p{Cs})$/u;
/** Longer text (UTF-16 units) is left to the full reader, which keeps far blocks out of layout. */
const TEXT_MAX = 4096;
/** What the full reader may turn into a link. */
const ADDRESS = /:\/\/|www\./i;
/** The scheme and host of a URL that is valid and not disguised. */
const PLAIN_HOST = /^https?:(?!.*xn--)./;
/** Blocks in a section of the full reader. More blocks than that are left to it. */
export const SECTION = 8;

/** Returned instead of a number of characters: more text is needed, or the full reader. */
const INCOMPLETE = 0;
const UNSUPPORTED = -1;

/**
 * Renders growing text of paragraphs, headings, flat lists, emphasis, code spans and links, as the same nodes as the full
 * reader. It is small enough to load with the window, so that most answers are visible before the full reader has
 * loaded. It reads each character once, and gives up at anything it is not certain of.
 */
export class SimpleMarkdown {
  readonly #container: HTMLElement;
  readonly #links: LinkTarget | undefined;
  #length = 0;
  #blocks = 0;
  /** Text that is not read yet. */
  #pending = '';
  /** The last characters that were read in the line. */
  #last = '';
  /** The open heading, item or paragraph; undefined after a blank line. */
  #block: HTMLElement | undefined;
  /** Within a line: the block, or the innermost open inline element. */
  #parent: HTMLElement | undefined;
  #list!: HTMLElement;
  /** The last character of the markers of the open list; empty outside a list. */
  #marker = '';
  #isLoose = false;

  /** @param container empty, with the class `md`; nothing else may write into it */
  constructor(container: HTMLElement, links?: LinkTarget) {
    this.#container = container;
    this.#links = links;
  }

  /**
   * Adds the next piece of text, of any length.
   * @param isLast whether the text has ended.
   * @returns false if the text needs the full reader; nothing may be added after that.
   */
  append(text: string, isLast: boolean): boolean {
    // The end of the text decides what the end of a paragraph would.
    this.#pending += isLast ? `${text}\n\n` : text;
    this.#length += text.length;
    if (this.#length > TEXT_MAX) return false;
    while (this.#pending) {
      const length = this.#parent ? this.#read(this.#pending) : this.#start(this.#pending);
      if (length <= 0) return length === INCOMPLETE;
      this.#pending = this.#pending.slice(length);
    }
    return true;
  }

  /** Reads the start of a line. */
  #start(line: string): number {
    if (INCOMPLETE_START.test(line)) return INCOMPLETE;
    const blank = line.match(/^ *\n/);
    if (blank) {
      this.#block = undefined;
      return blank[0].length;
    }
    const start = line.match(START);
    // Indented text may belong to the item in other ways.
    if (!start || (this.#marker && line[0] === ' ')) return UNSUPPORTED;
    const [all, hashes, marker, number = 1] = start;
    if (marker) {
      // Only the number 1 can interrupt a paragraph.
      if (+number !== 1 && this.#block && !this.#marker) return UNSUPPORTED;
      this.#beginItem(marker.slice(-1), +number);
    } else if (hashes || !this.#block) {
      this.#marker = '';
      this.#block = create(hashes ? `h${hashes.length}` : 'p');
      this.#blocks++;
    } else {
      this.#parent = this.#block;
      this.#write('\n');
    }
    this.#parent = this.#block;
    this.#last = '';
    if (this.#blocks > SECTION) return UNSUPPORTED;
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

  /** Reads the rest of a line. */
  #read(rest: string): number {
    if (INCOMPLETE_REST.test(rest)) return INCOMPLETE;
    const parent = this.#parent!;
    const isHeading = this.#block!.localName[0] === 'h';
    const isCode = parent.localName === 'code';
    const text = rest.match(isCode ? CODE : TEXT)?.[0];
    if (text) {
      // They may be a closing sequence.
      if ((!isCode && ADDRESS.test(this.#last + text)) || (isHeading && text.includes('#')))
        return UNSUPPORTED;
      this.#write(text);
      return text.length;
    }
    const run = rest.match(MARK)?.[0];
    if (run) return this.#readMark(run, rest);
    const link = rest.match(LINK);
    if (link) return link[3] ? this.#addLink(link) : link[0] === rest ? INCOMPLETE : UNSUPPORTED;
    const end = rest.match(LINE_END);
    if (!end || parent !== this.#block) return UNSUPPORTED;
    this.#parent = undefined;
    if (isHeading) this.#block = undefined;
    return end[0].length;
  }

  /** Opens or closes emphasis or code. */
  #readMark(run: string, rest: string): number {
    const behind = rest.slice(run.length);
    if (/^[\ud800-\udbff]?$/.test(behind)) return INCOMPLETE;
    const next = String.fromCodePoint(behind.codePointAt(0)!);
    const parent = this.#parent!;
    const isCode = run === '`';
    const name = isCode ? 'code' : run[1] ? 'strong' : 'em';
    const { opens, closes } = flanking(run, lastCharacter(this.#last), next);
    if (name === parent.localName) {
      if (!isCode && !closes) return UNSUPPORTED;
      this.#parent = parent.parentElement!;
    } else {
      if (!isCode && (!opens || parent !== this.#block)) return UNSUPPORTED;
      this.#parent = document.createElement(name);
      if (isCode) this.#parent.translate = false;
      parent.append(this.#parent);
    }
    this.#last = run;
    return run.length;
  }

  #addLink([all, label = '', href = '']: RegExpMatchArray): number {
    const anchor = createLink(href, label, '', this.#links);
    if (ADDRESS.test(label) || !PLAIN_HOST.test(anchor.protocol + anchor.host)) return UNSUPPORTED;
    anchor.textContent = label;
    this.#add(anchor);
    this.#last = ')';
    return all.length;
  }

  #write(text: string): void {
    const last = this.#parent!.lastChild;
    // A page translator may have replaced the text node.
    if (last instanceof Text) last.appendData(text);
    else this.#add(text);
    this.#last = (this.#last + text).slice(-4);
  }

  /** Adds a node, and its block to the page with the first of them. */
  #add(node: Node | string): void {
    this.#parent!.append(node);
    const block = this.#marker ? this.#list : this.#block!;
    if (!block.parentNode) this.#container.append(block);
  }
}

/** Creates an element that has the direction of its own text. */
function create(name: string): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
  return element;
}

/** Wraps the text of an item in a paragraph, as in a loose list. */
function loosen(item: Element): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.append(...item.childNodes);
  item.append(paragraph);
  return paragraph;
}

/** Whether a complete text needs the full reader. */
export function needsFullReader(text: string): boolean {
  return !new SimpleMarkdown(document.createElement('div')).append(text, true);
}
