import { trimmedEnd } from '../blocks/line.ts';
import { flanking } from '../flanking.ts';
import type { MarkdownOptions } from '../options.ts';
import { type Autolink, readMailAddress, readWebAddress } from './autolinks.ts';
import { Brackets } from './brackets.ts';
import { CodeSpans, createCode, runLength } from './code-span.ts';
import { type Delimiter, Delimiters } from './delimiters.ts';
import { characterOf, REFERENCE } from './entities.ts';
import { readFormula } from './formulas.ts';
import { LINE_BREAK, TAG } from './html-syntax.ts';
import type { LinkReferences } from './link-references.ts';
import { createAutolink } from './links.ts';

/** Text in which no syntax can start. */
const PLAIN = /(?:[^\\`*_~[\]!<&\n:@w$]|:(?!\/\/)|w(?!ww\.))+/iy;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const DOLLARS = /\$+/y;
const HARD_BREAK = /\\\n/y;
const BRACKET = /!?\[/y;
const WEB = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\0- <>\x7f]*)>/y;
const MAIL = /<([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*)>/y;
/** Syntax at the end of the text that more text may complete. */
const UNDECIDED = /(?:\\|<(?:[A-Za-z/][^<>]{0,1000})?)$/y;
/** The same, unless white space follows it. */
const UNDECIDED_WORD = /(?:!|&#?\w{0,31})$/y;
/** Punctuation that does not belong to a URL. If nothing else follows, the URL may continue. */
const ADDRESS_END = /[?!.,:;*_~'")]*$/y;

/** The result of rendering a text. */
export interface InlineResult {
  /** The length of the source that no further text can change. */
  stable: number;
  /** The last stable node, and how much of it if it is text. */
  node: ChildNode | null;
  length: number;
  /** Labels of link references that are not defined yet. */
  unresolved: readonly string[];
}

/** Renders the inline content of a paragraph, a heading or a cell in one pass from left to right. */
export class InlineRenderer {
  readonly #options: MarkdownOptions;
  readonly #delimiters = new Delimiters();
  readonly #brackets: Brackets;
  #into!: Node;
  #text = '';
  #before = '';
  #at = 0;
  #isPartial = false;
  /** Whether white space was trimmed from the end. */
  #isSpaced = false;
  /** Whether an incomplete formula was found, of which the text read since may be a part. */
  #isUndecided = false;
  /** Text that has no node yet. */
  #buffer = '';
  #codeSpans: CodeSpans | undefined;
  /** The stable part: its end in the source, its last complete node, and the characters of text after that. */
  #stableEnd = 0;
  #stableNode: ChildNode | null = null;
  #stableLength = 0;

  constructor(references: LinkReferences, options: MarkdownOptions) {
    this.#options = options;
    this.#brackets = new Brackets(this.#delimiters, references, options);
  }

  /**
   * Renders `text` into an empty node.
   * @param isPartial more text will follow: open emphasis and code are closed, incomplete syntax at the end is hidden
   * @param before the character in front of the text
   */
  render(into: Node, text: string, isPartial = false, before = ''): InlineResult {
    this.#into = into;
    this.#text = text.slice(0, trimmedEnd(text));
    this.#isPartial = isPartial;
    this.#isSpaced = this.#text.length < text.length;
    this.#before = before;
    this.#at = this.#stableEnd = this.#stableLength = 0;
    this.#codeSpans = undefined;
    this.#isUndecided = false;
    this.#stableNode = null;
    while (this.#at < this.#text.length) {
      const plain = this.#step();
      this.#buffer += plain;
    }
    this.#flush();
    this.#brackets.finish(this.#text.length, isPartial);
    if (isPartial) this.#delimiters.closeAll();
    this.#delimiters.drop(0);
    return this.#join();
  }

  /** Reads the next piece of syntax or text. Returns what is text. */
  #step(): string {
    const start = this.#at;
    // Not by `#take`, which allocates a match: most of a text is plain.
    PLAIN.lastIndex = start;
    if (PLAIN.test(this.#text)) {
      this.#at = PLAIN.lastIndex;
      const run = this.#text.slice(start, this.#at);
      if (this.#isPartial) this.#markStableWord(run, start);
      return run;
    }
    const char = this.#text[start]!;
    switch (char) {
      case '\n':
        this.#at++;
        return this.#lineBreak(this.#buffer.endsWith('  '));
      case '\\':
        if (this.#take(HARD_BREAK)) return this.#lineBreak(true);
        return this.#formula() ?? this.#take(ESCAPE)?.[1] ?? this.#mark(char);
      case '$':
        return this.#formula() ?? this.#take(DOLLARS)![0];
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
        if (this.#take(LINE_BREAK)) return this.#lineBreak(true);
        const address = this.#take(WEB) ?? this.#take(MAIL);
        if (!address) return this.#take(TAG)?.[0] ?? this.#mark(char);
        const text = address[1]!;
        const href = /^[^@]*:/.test(text) ? text : `mailto:${text}`;
        return this.#append(createAutolink({ text, href }, this.#options.links));
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

  /** A character that starts no syntax is text, but is hidden while more text may complete syntax. */
  #mark(char: string): string {
    if (this.#isPartial && (this.#take(UNDECIDED) || (!this.#isSpaced && this.#take(UNDECIDED_WORD))))
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

  /** Marks the last word boundary in a run of text as stable; in scripts without spaces that is any character. */
  #markStableWord(run: string, start: number): void {
    for (let at = run.length - 1; at > 0; at--) {
      const code = run.charCodeAt(at - 1);
      if ((code === 32 || (code > 0x2e80 && code < 0xd800)) && run.charCodeAt(at) > 32) {
        this.#markStable(start + at, this.#buffer.length + at);
        return;
      }
    }
  }

  /** Marks what was read as stable, unless open syntax could still change its meaning. */
  #markStable(source: number, text: number): void {
    if (this.#isUndecided || this.#delimiters.length > 0 || this.#brackets.length > 0) return;
    this.#stableEnd = source;
    this.#stableNode = this.#into.lastChild;
    this.#stableLength = text;
  }

  #lineBreak(isHard: boolean): string {
    this.#buffer = this.#buffer.slice(0, trimmedEnd(this.#buffer, /[ \t]/));
    if (isHard) this.#append(document.createElement('br'));
    else this.#buffer += '\n';
    this.#markStable(this.#at, this.#buffer.length);
    return '';
  }

  #code(): string {
    const run = runLength(this.#text, this.#at);
    const start = this.#at + run;
    this.#codeSpans ??= new CodeSpans(this.#text);
    let end = this.#codeSpans.end(run, start);
    if (end >= 0) this.#at = end + run;
    else if (this.#isPartial) {
      this.#at = end = this.#text.length;
      while (end > start && this.#text[end - 1] === '`') end--;
      if (end === start) return '';
    } else {
      this.#at = start;
      return '`'.repeat(run);
    }
    return this.#append(createCode(this.#text.slice(start, end)));
  }

  /**
   * Reads a formula: text as it is written, or the node that the page's renderer returns. Undefined if none starts
   * here.
   */
  #formula(): string | undefined {
    const start = this.#at;
    const before = this.#characterBefore(start);
    const found = readFormula(this.#text, start, before, this.#isPartial, !this.#isSpaced);
    if (!found) return undefined;
    const { tex, display, end, isLikely } = found;
    // A formula must not contain the end of a link that was opened before it.
    if (tex?.includes('](') && this.#brackets.length > 0) return undefined;
    this.#isUndecided ||= tex === undefined;
    if (tex === undefined && !isLikely) return undefined;
    this.#at = end;
    const node = tex && this.#renderFormula(tex, display);
    if (node) this.#append(node);
    const text = node ? '' : this.#text.slice(start, end);
    // Stable, so that the page's renderer is not called again with each piece of text.
    this.#markStable(end, this.#buffer.length + text.length);
    return text;
  }

  #renderFormula(tex: string, display: boolean): Node | undefined {
    try {
      return this.#options.renderFormula?.(tex, { display });
    } catch (error) {
      console.error('agent-chat: the formulaRenderer failed', error);
      return undefined;
    }
  }

  #delimiter(char: string): string {
    const start = this.#at;
    const length = runLength(this.#text, start);
    this.#at += length;
    if (this.#isPartial && this.#at === this.#text.length) return '';
    const run = this.#text.slice(start, this.#at);
    const { opens, closes } = flanking(run, this.#characterBefore(start), this.#characterAt(this.#at));
    const isInside = this.#brackets.length > 0;
    if (!opens && (!closes || (this.#delimiters.length === 0 && !isInside))) return run;
    const node = document.createTextNode(run);
    this.#append(node);
    const delimiter: Delimiter = { char, length, left: length, opens, closes, node };
    // It may be inside a link.
    if (isInside) this.#delimiters.push(delimiter);
    else this.#delimiters.add(delimiter);
    return '';
  }

  #characterAt(at: number): string {
    return at < this.#text.length ? String.fromCodePoint(this.#text.codePointAt(at)!) : '';
  }

  /** The character before `at`, with its variation selector. */
  #characterBefore(at: number): string {
    if (at === 0) return this.#before;
    const code = this.#text.charCodeAt(at - 1);
    if (code >= 0xfe00 && code <= 0xfe0e) return this.#characterBefore(at - 1) + this.#text[at - 1]!;
    return this.#text.slice(at - (code >= 0xdc00 && code <= 0xdfff ? 2 : 1), at);
  }

  #close(): string {
    if (this.#brackets.length > 0) this.#flush();
    const end = this.#brackets.close(this.#text, this.#at, this.#isPartial);
    if (end !== undefined) {
      this.#at = end;
      return '';
    }
    this.#at++;
    return ']';
  }

  #address(char: string): string {
    const found =
      char === '@' ? readMailAddress(this.#text, this.#at, this.#buffer) : this.#readWebAddress(char);
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
    if (this.#isPartial && ADDRESS_END.test(this.#text)) return rest;
    this.#buffer = this.#buffer.slice(0, this.#buffer.length - already);
    return this.#append(createAutolink(address, this.#options.links));
  }

  #readWebAddress(char: string): { address: Autolink; start: number } | undefined {
    const scheme = char === ':' ? /https?$/i.exec(this.#buffer)?.[0] : '';
    if (scheme === undefined) return undefined;
    const start = this.#at - scheme.length;
    if (/[A-Za-z\d]/.test(this.#characterBefore(start))) return undefined;
    const address = readWebAddress(this.#text, start, this.#brackets.length > 0);
    return address && { address, start };
  }

  /** Joins adjacent texts, and tracks where the stable part ends meanwhile. */
  #join(): InlineResult {
    let node = this.#stableNode;
    let length = this.#stableLength;
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
    return { stable: this.#stableEnd, node, length, unresolved: this.#brackets.takeUnresolved() };
  }
}
