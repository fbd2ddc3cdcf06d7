import { BlockParser } from './blocks/block-parser.ts';
import type { MarkdownOptions } from './options.ts';
import { RenderContext } from './render-context.ts';
import { SECTION } from './simple-markdown.ts';

/**
 * Renders Markdown while it arrives. Each line is read once; in the block that grows, only the unstable end is rendered
 * again. Syntax whose meaning is not certain yet is hidden, so nothing flashes.
 */
export class MarkdownStream {
  readonly #container: HTMLElement;
  readonly #context: RenderContext;
  readonly #blocks: BlockParser;
  /** New blocks, before they are in the page: building them there is cheaper. */
  readonly #newBlocks = document.createDocumentFragment();
  /** The former content of the container: blocks of `SimpleMarkdown`, a waiting indicator or plain text. */
  #formerNodes: ChildNode[];
  /**
   * Where the next block is appended. Sections can be left out of layout while they are out of view. The first blocks,
   * which are all in most answers, need no section.
   */
  #section: Element;
  /** The first half of a CRLF or of a surrogate pair. */
  #half = '';
  /** The start of a line whose meaning is ambiguous. */
  #line = '';
  /** Whether the start of the line was read, so that the rest is written to the same block. */
  #isInLine = false;
  #finished = false;

  /** @param container emptied with the first text; nothing else may write into it after that */
  constructor(container: HTMLElement, options: MarkdownOptions) {
    container.classList.add('md');
    this.#formerNodes = [...container.childNodes];
    this.#container = this.#section = container;
    this.#context = new RenderContext(options);
    this.#blocks = new BlockParser(this.#newBlocks, this.#context);
  }

  /**
   * Adds the next piece of text, of any length. Once a frame is often enough.
   * @param hasMore whether the next piece follows at once, so that many blocks can be added to the page together.
   */
  append(text: string, hasMore = false): void {
    if (this.#finished || text === '') return;
    const all = this.#half + text;
    this.#half = /[\r\ud800-\udbff]$/.exec(all)?.[0] ?? '';
    this.#read(all.slice(0, all.length - this.#half.length));
    if (!this.#isInLine && this.#line !== '') this.#isInLine = this.#blocks.start(this.#line, false);
    if (this.#isInLine) this.#line = '';
    // A single huge block is rendered as it grows: all of it at once would be a long task.
    if (hasMore && this.#newBlocks.childElementCount > SECTION) return;
    this.#blocks.render();
    this.#addToPage();
  }

  /** Ends the text and renders what was hidden. Later text is ignored. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#read(this.#half);
    if (this.#line !== '') this.#isInLine = this.#blocks.start(this.#line, true);
    if (this.#isInLine) this.#blocks.endLine();
    this.#blocks.finish();
    this.#addToPage();
  }

  #addToPage(): void {
    this.#context.references.resolve();
    this.#context.setDirections();
    const focused = this.#formerNodes[0] ? this.#reuseFormerNodes() : -1;
    while (this.#newBlocks.firstChild) {
      if (this.#section.childElementCount >= SECTION) {
        // A class, because a `:last-child` rule makes the browser restyle all of a message when another follows it.
        this.#section.lastElementChild!.className += ' md-end';
        this.#section = document.createElement('div');
        this.#section.className = 'md';
        this.#container.append(this.#section);
      }
      this.#section.appendChild(this.#newBlocks.firstChild);
    }
    if (focused >= 0) this.#container.querySelectorAll('a')[focused]?.focus({ preventScroll: true });
  }

  /**
   * Keeps former blocks that are equal to the new ones, so that a selection in them survives. Returns the index of the
   * link that has the focus, or -1: its block may be replaced.
   */
  #reuseFormerNodes(): number {
    const { activeElement } = this.#container.getRootNode() as ShadowRoot;
    const links: (Element | null)[] = [...this.#container.querySelectorAll('a')];
    let same = true;
    for (const before of this.#formerNodes.splice(0)) {
      const now = this.#newBlocks.firstElementChild;
      // The last one may still change.
      same &&= !!now?.nextSibling && now.isEqualNode(before);
      (same ? now! : before).remove();
    }
    return links.indexOf(activeElement);
  }

  #read(text: string): void {
    const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').split('\n');
    const last = lines.length - 1;
    for (let i = 0; i <= last; i++) {
      const line = lines[i]!;
      if (this.#isInLine) this.#blocks.write(line);
      else this.#line += line;
      if (i === last) return;
      if (!this.#isInLine) this.#blocks.start(this.#line, true);
      this.#blocks.endLine();
      this.#line = '';
      this.#isInLine = false;
    }
  }
}

/** Renders a complete text: the same nodes as streaming it in any pieces. */
export function renderMarkdown(container: HTMLElement, text: string, options: MarkdownOptions): void {
  const stream = new MarkdownStream(container, options);
  stream.append(text);
  stream.finish();
}
