import { type Address, mailAddress, webAddress } from './autolinks.ts';
import { Brackets } from './brackets.ts';
import { CodeSpans, createCode, runLength } from './code-span.ts';
import { type Delimiter, Delimiters, flanking } from './delimiters.ts';
import { characterOf, REFERENCE } from './entities.ts';
import { trimmedEnd } from './line.ts';
import { createAddress } from './links.ts';
import type { MarkdownOptions } from './options.ts';
import type { References } from './references.ts';
import { TAG } from './tag.ts';

/** Text in which nothing can begin. */
const PLAIN = /(?:[^\\`*_~[\]!<&\n:@w]|:(?!\/\/)|w(?!ww\.))+/iy;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const HARD_BREAK = /\\\n/y;
const BRACKET = /!?\[/y;
const WEB = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\0- <>\x7f]*)>/y;
const MAIL = /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*)>/y;
/** Syntax at the very end that may be whole with more text. */
const UNDECIDED = /(?:\\|<(?:[A-Za-z/][^<>]{0,1000})?)$/y;
/** The same, unless white space follows. */
const UNDECIDED_WORD = /(?:!|&#?\w{0,31})$/y;
/** What may follow an address without being part of it; when nothing else does, the address may go on. */
const ADDRESS_END = /[?!.,:;*_~'")]*$/y;

/** What a call has drawn. */
export interface Drawn {
  /** Up to where the source can be forgotten: nothing that comes changes how it is read. */
  settled: number;
  /** The last node of what is settled, and how much of it if it is text. */
  node: ChildNode | null;
  length: number;
  /** Labels referred to that nothing has defined yet. */
  unknown: readonly string[];
}

/** Draws what is inside a paragraph, a heading or a cell, in one pass from left to right. */
export class Inlines {
  readonly #options: MarkdownOptions;
  readonly #delimiters = new Delimiters();
  readonly #brackets: Brackets;
  #into!: Node;
  #text = '';
  #before = '';
  #at = 0;
  #isGrowing = false;
  /** Whether white space follows at the end. */
  #isSpaced = false;
  /** Text that has no node yet. */
  #buffer = '';
  #codeSpans: CodeSpans | undefined;
  /** What is settled: the source, the last whole node, and the characters of text after it. */
  #settled = 0;
  #settledNode: ChildNode | null = null;
  #settledText = 0;

  constructor(references: References, options: MarkdownOptions) {
    this.#options = options;
    this.#brackets = new Brackets(this.#delimiters, references, options);
  }

  /**
   * Draws `text` into an empty node. What still grows is shown without the syntax at its end that is not decided:
   * emphasis and code that are open are closed, a link that is not whole is left out.
   * @param before the character in front of it
   */
  draw(into: Node, text: string, isGrowing = false, before = ''): Drawn {
    this.#into = into;
    this.#text = text.slice(0, trimmedEnd(text));
    this.#isGrowing = isGrowing;
    this.#isSpaced = this.#text.length < text.length;
    this.#before = before;
    this.#at = this.#settled = this.#settledText = 0;
    this.#codeSpans = undefined;
    this.#settledNode = null;
    while (this.#at < this.#text.length) {
      const plain = this.#step();
      this.#buffer += plain;
    }
    this.#flush();
    this.#brackets.finish(this.#text.length, isGrowing);
    if (isGrowing) this.#delimiters.closeAll();
    this.#delimiters.drop(0);
    return this.#join();
  }

  /** Reads what comes next. What it returns is text. */
  #step(): string {
    const start = this.#at;
    // Not by `#take`: most of a text is this, and a match is an object.
    PLAIN.lastIndex = start;
    if (PLAIN.test(this.#text)) {
      this.#at = PLAIN.lastIndex;
      const run = this.#text.slice(start, this.#at);
      if (this.#isGrowing) this.#settleIn(run, start);
      return run;
    }
    const char = this.#text[start]!;
    switch (char) {
      case '\n':
        this.#at++;
        return this.#lineBreak(this.#buffer.endsWith('  '));
      case '\\':
        if (this.#take(HARD_BREAK)) return this.#lineBreak(true);
        return this.#take(ESCAPE)?.[1] ?? this.#mark(char);
      case '`':
        return this.#code();
      case '*':
      case '_':
      case '~':
        return this.#delimiter(char);
      case '!':
      case '[': {
        const bracket = this.#take(BRACKET)?.[0];
        if (!bracket) return this.#mark(char);
        const node = document.createTextNode(bracket);
        this.#brackets.open(node, this.#at);
        return this.#append(node);
      }
      case ']':
        return this.#close();
      case '&': {
        const reference = this.#take(REFERENCE);
        return reference ? characterOf(reference) : this.#mark(char);
      }
      case '<': {
        const address = this.#take(WEB) ?? this.#take(MAIL);
        if (!address) return this.#take(TAG)?.[0] ?? this.#mark(char);
        const text = address[1]!;
        const href = /^[^@]*:/.test(text) ? text : `mailto:${text}`;
        return this.#append(createAddress({ text, href }, this.#options.links));
      }
      default:
        return this.#address(char);
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** A mark that begins nothing is text, but while more may come it is left out. */
  #mark(char: string): string {
    if (this.#isGrowing && (this.#take(UNDECIDED) || (!this.#isSpaced && this.#take(UNDECIDED_WORD))))
      return '';
    this.#at++;
    return char;
  }

  #flush(): void {
    if (this.#buffer !== '') this.#into.appendChild(document.createTextNode(this.#buffer));
    this.#buffer = '';
  }

  #append(node: Node): '' {
    this.#flush();
    this.#into.appendChild(node);
    return '';
  }

  /** A place between words, or between characters of a language without spaces, is as good as an end. */
  #settleIn(run: string, start: number): void {
    for (let at = run.length - 1; at > 0; at--) {
      const code = run.charCodeAt(at - 1);
      if ((code === 32 || (code > 0x2e80 && code < 0xd800)) && run.charCodeAt(at) > 32) {
        this.#settle(start + at, this.#buffer.length + at);
        return;
      }
    }
  }

  /** What is read is settled, unless something is open that could change its meaning. */
  #settle(source: number, text: number): void {
    if (this.#delimiters.length > 0 || this.#brackets.length > 0) return;
    this.#settled = source;
    this.#settledNode = this.#into.lastChild;
    this.#settledText = text;
  }

  #lineBreak(isHard: boolean): string {
    this.#buffer = this.#buffer.slice(0, trimmedEnd(this.#buffer, /[ \t]/));
    if (isHard) this.#append(document.createElement('br'));
    else this.#buffer += '\n';
    this.#settle(this.#at, this.#buffer.length);
    return '';
  }

  #code(): string {
    const run = runLength(this.#text, this.#at);
    const start = this.#at + run;
    this.#codeSpans ??= new CodeSpans(this.#text);
    let end = this.#codeSpans.end(run, start);
    if (end >= 0) this.#at = end + run;
    else if (this.#isGrowing) {
      this.#at = end = this.#text.length;
      while (end > start && this.#text[end - 1] === '`') end--;
      if (end === start) return '';
    } else {
      this.#at = start;
      return '`'.repeat(run);
    }
    return this.#append(createCode(this.#text.slice(start, end)));
  }

  #delimiter(char: string): string {
    const start = this.#at;
    const length = runLength(this.#text, start);
    this.#at += length;
    if (this.#isGrowing && this.#at === this.#text.length) return '';
    const run = this.#text.slice(start, this.#at);
    const { opens, closes } = flanking(run, this.#characterBefore(start), this.#characterAt(this.#at));
    const isInside = this.#brackets.length > 0;
    if (!opens && (!closes || (this.#delimiters.length === 0 && !isInside))) return run;
    const node = document.createTextNode(run);
    this.#append(node);
    const delimiter: Delimiter = { char, length, left: length, opens, closes, node };
    // Whether it is inside a link is not known then.
    if (isInside) this.#delimiters.push(delimiter);
    else this.#delimiters.arrive(delimiter);
    return '';
  }

  #characterAt(at: number): string {
    return at < this.#text.length ? String.fromCodePoint(this.#text.codePointAt(at)!) : '';
  }

  #characterBefore(at: number): string {
    if (at === 0) return this.#before;
    const code = this.#text.charCodeAt(at - 1);
    return this.#text.slice(at - (code >= 0xdc00 && code <= 0xdfff ? 2 : 1), at);
  }

  #close(): string {
    if (this.#brackets.length > 0) this.#flush();
    const end = this.#brackets.close(this.#text, this.#at, this.#isGrowing);
    if (end !== undefined) {
      this.#at = end;
      return '';
    }
    this.#at++;
    return ']';
  }

  #address(char: string): string {
    const found = char === '@' ? mailAddress(this.#text, this.#at, this.#buffer) : this.#webAddress(char);
    if (!found) {
      this.#at++;
      return char;
    }
    const { address, start } = found;
    const end = start + address.text.length;
    ADDRESS_END.lastIndex = end;
    const rest = this.#text.slice(this.#at, end);
    const already = this.#at - start;
    this.#at = end;
    if (this.#isGrowing && ADDRESS_END.test(this.#text)) return rest;
    this.#buffer = this.#buffer.slice(0, this.#buffer.length - already);
    return this.#append(createAddress(address, this.#options.links));
  }

  #webAddress(char: string): { address: Address; start: number } | undefined {
    const scheme = char === ':' ? /https?$/i.exec(this.#buffer)?.[0] : '';
    if (scheme === undefined) return undefined;
    const start = this.#at - scheme.length;
    if (/[A-Za-z\d]/.test(this.#characterBefore(start))) return undefined;
    const address = webAddress(this.#text, start, this.#brackets.length > 0);
    return address && { address, start };
  }

  /** Joins texts that are neighbours, and follows through that where the settled part ends. */
  #join(): Drawn {
    let node = this.#settledNode;
    let length = this.#settledText;
    if (node instanceof Text) length += node.length;
    else if (length > 0) node = node ? node.nextSibling : this.#into.firstChild;
    for (let each = this.#into.firstChild; each; each = each.nextSibling) {
      while (each instanceof Text && each.nextSibling instanceof Text) {
        const next = each.nextSibling;
        if (next === node) {
          node = each;
          length += each.length;
        }
        each.appendData(next.data);
        next.remove();
      }
    }
    return { settled: this.#settled, node, length, unknown: this.#brackets.takeUnknown() };
  }
}
