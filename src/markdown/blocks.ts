import { CodeBlock } from './code-block.ts';
import { Heading } from './heading.ts';
import type { Leaf } from './leaf.ts';
import { Line } from './line.ts';
import { createList, loosen, type Marker, passMarker, readMarker } from './list.ts';
import type { MarkdownContext, Place } from './markdown-context.ts';
import { Paragraph } from './paragraph.ts';
import { htmlEnd, RawHtml } from './raw-html.ts';
import { Table } from './table.ts';
import { readDelimiters, splitRow } from './table-syntax.ts';
import { isUndecided, mayCloseCode } from './undecided.ts';

/** Quotes and lists inside each other deeper than this are text. */
const MAX_DEPTH = 60;

/** What a line of plain text does not begin with. */
const STARTS = /^[>#`~<=\-*_+\d]/;
const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/s;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^(?:(=+)|-+)[ \t]*$/;

/** A block that holds others and is not closed yet. */
interface Container {
  kind: 'root' | 'quote' | 'list' | 'item';
  element: Place;
  /** How many columns the content of an item is indented by. */
  indent: number;
  /** The marker of a list's items. */
  marker: string;
  /** Whether the items of a list have paragraphs. */
  isLoose: boolean;
  isEmpty: boolean;
}

/**
 * CommonMark's block structure, line by line: a line continues some of the open blocks, closes the others, may open new
 * ones, and its text goes to the innermost. What is closed is never looked at again.
 */
export class Blocks {
  readonly #context: MarkdownContext;
  /** From the whole answer inwards. */
  readonly #open: Container[];
  #leaf: Leaf | undefined;
  /** Whether the line before was blank, so that what comes makes a list loose. */
  #afterBlank = false;

  constructor(root: Place, context: MarkdownContext) {
    this.#context = context;
    this.#open = [container('root', root)];
  }

  /** Reads a line, or the start of one; false, and nothing is read, when its meaning is not decided. */
  start(text: string, isWhole: boolean): boolean {
    const line = new Line(text);
    const matched = this.#match(line);
    const leaf = matched === this.#open.length ? this.#leaf : undefined;
    if (!isWhole && mayChange(line.rest, leaf)) return false;
    const wasBlank = this.#afterBlank;
    const takes = leaf?.takes?.(line) ?? 'none';
    this.#afterBlank = takes === 'all' && leaf instanceof CodeBlock && leaf.isIndented && line.isBlank;
    if (takes === 'none') this.#read(line, matched, wasBlank);
    else if (takes === 'all') this.write(line.rest);
    else this.#closeLeaf();
    return true;
  }

  /** Adds to the line that was started. */
  write(text: string): void {
    this.#leaf?.write(text);
  }

  endLine(): void {
    if (this.#leaf?.endLine()) this.#closeLeaf();
  }

  /** Brings the block that grows up to date. */
  draw(): void {
    this.#leaf?.draw();
  }

  finish(): void {
    this.#closeLeaf();
  }

  /** How many of the open blocks the line continues. */
  #match(line: Line): number {
    for (let depth = 0; depth < this.#open.length; depth++) {
      const { kind, indent, isEmpty } = this.#open[depth]!;
      if (kind === 'quote') {
        if (!passQuote(line)) return depth;
      } else if (kind === 'item') {
        const columns = line.indent(indent);
        if (line.isBlank ? isEmpty : columns < indent) return depth;
        line.at += columns;
      }
    }
    return this.#open.length;
  }

  /** Reads what follows the marks of the blocks that go on. */
  #read(line: Line, matched: number, wasBlank: boolean): void {
    /** The paragraph that the line may go on with: any text does, also without the marks of the blocks around it. */
    let paragraph = this.#leaf instanceof Paragraph ? this.#leaf : undefined;
    const isMatched = matched === this.#open.length;
    let keep = matched;
    let isNewItem = false;
    for (; !line.isBlank; keep = this.#open.length) {
      const indent = line.indent();
      if (indent === 4) {
        if (paragraph) break;
        line.at += indent;
        this.#begin(keep, wasBlank, parent => new CodeBlock(parent, this.#context));
        this.write(line.rest);
        return;
      }
      line.at += indent;
      const { rest } = line;
      if (!STARTS.test(rest)) break;
      const isDeep = this.#open.length > MAX_DEPTH;
      if (rest.startsWith('>') && !isDeep) {
        this.#push(keep, wasBlank, 'quote', this.#context.create('blockquote'));
        passQuote(line);
      } else {
        if (this.#startLeaf(rest, indent, keep, wasBlank, paragraph, isMatched)) return;
        const marker = isDeep ? undefined : readMarker(rest);
        if (!marker) break;
        const isBlank = rest.length === marker.length || /^[ \t]*$/.test(rest.slice(marker.length));
        if (paragraph && isMatched && (isBlank || (marker.start ?? 1) !== 1)) break;
        this.#pushItem(keep, wasBlank, marker);
        this.#open.at(-1)!.indent = indent + passMarker(line, marker);
        isNewItem = true;
      }
      paragraph = undefined;
    }
    if (line.isBlank) {
      this.#close(keep);
      this.#afterBlank = this.#open.at(-1)!.kind !== 'quote' && !isNewItem;
      return;
    }
    this.#readText(line, keep, wasBlank, paragraph, isMatched);
  }

  /** The line is text: of the paragraph or table that is open, or of a new paragraph. */
  #readText(
    line: Line,
    keep: number,
    wasBlank: boolean,
    paragraph: Paragraph | undefined,
    isMatched: boolean,
  ): void {
    line.skipSpace();
    const { rest } = line;
    if (paragraph && isMatched) {
      const aligns = readDelimiters(rest);
      const above = aligns && paragraph.lastLine;
      // Without a pipe in either line it is text.
      if (aligns && `${above}${rest}`.includes('|') && splitRow(above!).length === aligns.length) {
        const head = splitRow(paragraph.takeLine());
        this.#begin(keep, false, parent => new Table(parent, head, aligns, this.#context));
        return;
      }
    }
    const goesOn = paragraph || (isMatched && keep === this.#open.length && this.#leaf instanceof Table);
    if (!goesOn) {
      this.#begin(keep, wasBlank, (parent, isBare, isFirst) => {
        return new Paragraph(parent, isBare, isFirst, this.#context);
      });
    }
    this.write(rest);
  }

  /** Opens the heading, code, HTML or rule that a line begins; false when it begins none. */
  #startLeaf(
    rest: string,
    indent: number,
    keep: number,
    wasBlank: boolean,
    paragraph: Paragraph | undefined,
    isMatched: boolean,
  ): boolean {
    const heading = HEADING.exec(rest);
    if (heading) {
      this.#begin(keep, wasBlank, parent => new Heading(parent, heading[1]!.length, this.#context));
      this.write(rest.slice(heading[0].length));
      return true;
    }
    const fence = FENCE.exec(rest);
    if (fence) {
      const [, marks = '', info = ''] = fence;
      this.#begin(keep, wasBlank, parent => new CodeBlock(parent, this.#context, { marks, indent, info }));
      return true;
    }
    const end = rest.startsWith('<') ? htmlEnd(rest, !!paragraph) : undefined;
    if (end) {
      this.#begin(keep, wasBlank, parent => new RawHtml(parent, end, this.#context));
      this.write(' '.repeat(indent) + rest);
      return true;
    }
    const underline = paragraph && isMatched ? UNDERLINE.exec(rest) : undefined;
    if (underline && paragraph!.closeAsHeading(underline[1] ? 1 : 2)) {
      this.#leaf = undefined;
      return true;
    }
    if (!RULE.test(rest)) return false;
    this.#close(keep);
    this.#place(wasBlank).append(document.createElement('hr'));
    return true;
  }

  #pushItem(keep: number, wasBlank: boolean, marker: Marker): void {
    this.#close(keep);
    const list = this.#open.at(-1)!;
    if (list.kind !== 'list' || list.marker !== marker.kind) {
      this.#push(keep, wasBlank, 'list', createList(marker));
      this.#open.at(-1)!.marker = marker.kind;
    } else if (wasBlank) this.#loosen(list);
    const item = this.#context.create('li');
    this.#open.at(-1)!.element.appendChild(item);
    this.#open.push(container('item', item));
  }

  #push(keep: number, wasBlank: boolean, kind: Container['kind'], element: Element): void {
    this.#close(keep);
    this.#place(wasBlank).appendChild(element);
    this.#open.push(container(kind, element));
  }

  /** Opens a block of text. */
  #begin(
    keep: number,
    wasBlank: boolean,
    make: (parent: Place, isBare: boolean, isFirst: boolean) => Leaf,
  ): void {
    this.#close(keep);
    const isFirst = this.#open.at(-1)!.isEmpty;
    const parent = this.#place(wasBlank);
    const { kind } = this.#open.at(-1)!;
    const isBare = kind === 'item' && !this.#open.at(-2)!.isLoose;
    this.#leaf = make(parent, isBare, kind === 'item' && isFirst);
  }

  /** Where a new block goes: into the innermost open one that is no list. */
  #place(wasBlank: boolean): Place {
    if (this.#open.at(-1)!.kind === 'list') this.#open.pop();
    const parent = this.#open.at(-1)!;
    if (parent.kind === 'item' && wasBlank && !parent.isEmpty) this.#loosen(this.#open.at(-2)!);
    parent.isEmpty = false;
    return parent.element;
  }

  #loosen(list: Container): void {
    if (!list.isLoose) loosen(list.element, this.#context);
    list.isLoose = true;
  }

  /** Closes all but so many of the open blocks. */
  #close(keep: number): void {
    this.#closeLeaf();
    this.#open.length = Math.min(this.#open.length, keep);
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    leaf?.close();
  }
}

/** Whether more characters may make something else of the line that begins so. */
function mayChange(rest: string, leaf: Leaf | undefined): boolean {
  if (leaf instanceof CodeBlock && !leaf.isIndented) return mayCloseCode(rest);
  return leaf instanceof Table || isUndecided(rest);
}

/** Reads over the mark of a quote, if there is one. */
function passQuote(line: Line): boolean {
  const indent = line.indent();
  if (indent === 4 || line.rest[indent] !== '>') return false;
  line.at += indent + 1;
  line.at += line.indent(1);
  return true;
}

function container(kind: Container['kind'], element: Place): Container {
  return { kind, element, indent: 0, marker: '', isLoose: false, isEmpty: true };
}
