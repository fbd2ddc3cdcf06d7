import { htmlBlockEnd } from '../inlines/html-syntax.ts';
import type { BlockParent, RenderContext } from '../render-context.ts';
import {
  BLOCK_START,
  FENCE,
  HEADING,
  isAmbiguous,
  mayCloseFence,
  SETEXT_UNDERLINE,
  THEMATIC_BREAK,
} from './block-syntax.ts';
import { CodeBlock } from './code-block.ts';
import { Heading } from './heading.ts';
import { HtmlBlock } from './html-block.ts';
import type { LeafBlock } from './leaf-block.ts';
import { Line } from './line.ts';
import { createList, type ListMarker, loosen, readMarker, skipListMarker } from './list.ts';
import { Paragraph } from './paragraph.ts';
import { readDelimiterRow, splitRow, Table } from './table.ts';

/** Quotes and lists nested deeper than this are text. */
const MAX_DEPTH = 60;

/** CommonMark's container block, while it is open. */
interface Container {
  kind: 'root' | 'quote' | 'list' | 'item';
  element: BlockParent;
  /** For an item: the columns its content is indented by. */
  indent: number;
  /** For a list: the marker of its items. */
  marker: string;
  /** For a list: whether the text of its items is in paragraphs. */
  isLoose: boolean;
  isEmpty: boolean;
}

/**
 * CommonMark's block structure. Each line continues some of the open blocks, closes the others and may open new ones; its
 * text goes to the innermost block. Closed blocks are never read again. https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy
 */
export class BlockParser {
  readonly #context: RenderContext;
  /** From the outermost to the innermost. */
  readonly #open: Container[];
  #leaf: LeafBlock | undefined;
  /** Whether the previous line was blank, so that the next block makes its list loose. */
  #afterBlank = false;

  constructor(root: BlockParent, context: RenderContext) {
    this.#context = context;
    this.#open = [container('root', root)];
  }

  /** Reads a line, or the start of one. Returns false, and reads nothing, while its meaning is ambiguous. */
  start(text: string, isWhole: boolean): boolean {
    const line = new Line(text);
    const matched = this.#match(line);
    const leaf = matched === this.#open.length ? this.#leaf : undefined;
    if (!isWhole && mayStillChange(line.rest, leaf)) return false;
    const wasBlank = this.#afterBlank;
    const accepted = leaf?.accepts?.(line) ?? 'none';
    this.#afterBlank = accepted === 'all' && leaf instanceof CodeBlock && leaf.isIndented && line.isBlank;
    if (accepted === 'none') this.#read(line, matched, wasBlank);
    else if (accepted === 'all') this.write(line.rest);
    else this.#closeLeaf();
    return true;
  }

  /** Adds to the current line. */
  write(text: string): void {
    this.#leaf?.write(text);
  }

  endLine(): void {
    if (this.#leaf?.endLine()) this.#closeLeaf();
  }

  /** Renders the text that the open block has received. */
  render(): void {
    this.#leaf?.render();
  }

  finish(): void {
    this.#closeLeaf();
  }

  /** The number of open blocks that the line continues. */
  #match(line: Line): number {
    for (let depth = 0; depth < this.#open.length; depth++) {
      const { kind, indent, isEmpty } = this.#open[depth]!;
      if (kind === 'quote') {
        if (!skipQuoteMarker(line)) return depth;
      } else if (kind === 'item') {
        const columns = line.indent(indent);
        if (line.isBlank ? isEmpty : columns < indent) return depth;
        line.at += columns;
      }
    }
    return this.#open.length;
  }

  /** Reads what follows the markers of the continued blocks. */
  #read(line: Line, matched: number, wasBlank: boolean): void {
    /** The paragraph that the line may continue. Text does so lazily, without the markers of the containers around it. */
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
      if (!BLOCK_START.test(rest)) break;
      const isDeep = this.#open.length > MAX_DEPTH;
      if (rest.startsWith('>') && !isDeep) {
        this.#push(keep, wasBlank, 'quote', this.#context.createElement('blockquote'));
        skipQuoteMarker(line);
      } else {
        if (this.#startLeaf(rest, indent, keep, wasBlank, paragraph, isMatched)) return;
        const marker = isDeep ? undefined : readMarker(rest);
        if (!marker) break;
        const isBlank = rest.length === marker.length || /^[ \t]*$/.test(rest.slice(marker.length));
        if (paragraph && isMatched && (isBlank || (marker.start ?? 1) !== 1)) break;
        this.#pushItem(keep, wasBlank, marker);
        this.#open.at(-1)!.indent = indent + skipListMarker(line, marker);
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

  /** Adds the line's text to the open paragraph or table, or to a new paragraph. */
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
      const aligns = readDelimiterRow(rest);
      const above = aligns && paragraph.lastLine;
      // Without a pipe in either line this is text.
      if (aligns && `${above}${rest}`.includes('|') && splitRow(above!).length === aligns.length) {
        const head = splitRow(paragraph.takeLine());
        this.#begin(keep, false, parent => new Table(parent, head, aligns, this.#context));
        return;
      }
    }
    const continues = paragraph || (isMatched && keep === this.#open.length && this.#leaf instanceof Table);
    if (!continues) {
      this.#begin(keep, wasBlank, (parent, isBare, isFirst) => {
        return new Paragraph(parent, isBare, isFirst, this.#context);
      });
    }
    this.write(rest);
  }

  /** Opens the heading, fenced code, HTML block or thematic break that a line starts. Returns false if it starts none. */
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
    const end = rest.startsWith('<') ? htmlBlockEnd(rest, !!paragraph) : undefined;
    if (end) {
      this.#begin(keep, wasBlank, parent => new HtmlBlock(parent, end, this.#context));
      this.write(' '.repeat(indent) + rest);
      return true;
    }
    const underline = paragraph && isMatched ? SETEXT_UNDERLINE.exec(rest) : undefined;
    if (underline && paragraph!.closeAsHeading(underline[1] ? 1 : 2)) {
      this.#leaf = undefined;
      return true;
    }
    if (!THEMATIC_BREAK.test(rest)) return false;
    this.#close(keep);
    this.#parent(wasBlank).append(document.createElement('hr'));
    return true;
  }

  #pushItem(keep: number, wasBlank: boolean, marker: ListMarker): void {
    this.#close(keep);
    const list = this.#open.at(-1)!;
    if (list.kind !== 'list' || list.marker !== marker.kind) {
      this.#push(keep, wasBlank, 'list', createList(marker));
      this.#open.at(-1)!.marker = marker.kind;
    } else if (wasBlank) this.#loosen(list);
    const item = this.#context.createElement('li');
    this.#open.at(-1)!.element.appendChild(item);
    this.#open.push(container('item', item));
  }

  #push(keep: number, wasBlank: boolean, kind: Container['kind'], element: Element): void {
    this.#close(keep);
    this.#parent(wasBlank).appendChild(element);
    this.#open.push(container(kind, element));
  }

  /** Opens a leaf block. */
  #begin(
    keep: number,
    wasBlank: boolean,
    make: (parent: BlockParent, isBare: boolean, isFirst: boolean) => LeafBlock,
  ): void {
    this.#close(keep);
    const isFirst = this.#open.at(-1)!.isEmpty;
    const parent = this.#parent(wasBlank);
    const { kind } = this.#open.at(-1)!;
    const isBare = kind === 'item' && !this.#open.at(-2)!.isLoose;
    this.#leaf = make(parent, isBare, kind === 'item' && isFirst);
  }

  /** The element a new block is appended to: the innermost open container that is not a list. */
  #parent(wasBlank: boolean): BlockParent {
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

  /** Closes the leaf and all but `keep` of the containers. */
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

/** Whether more characters may change the meaning of a line that starts like this. */
function mayStillChange(rest: string, leaf: LeafBlock | undefined): boolean {
  if (leaf instanceof CodeBlock && !leaf.isIndented) return mayCloseFence(rest);
  return leaf instanceof Table || isAmbiguous(rest);
}

/** Skips the marker of a quote. Returns false if there is none. */
function skipQuoteMarker(line: Line): boolean {
  const indent = line.indent();
  if (indent === 4 || line.rest[indent] !== '>') return false;
  line.at += indent + 1;
  line.at += line.indent(1);
  return true;
}

function container(kind: Container['kind'], element: BlockParent): Container {
  return { kind, element, indent: 0, marker: '', isLoose: false, isEmpty: true };
}
