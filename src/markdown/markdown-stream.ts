import { Blocks } from './blocks.ts';
import { MarkdownContext } from './markdown-context.ts';
import type { MarkdownOptions } from './options.ts';
import { SECTION } from './simple-markdown.ts';

/**
 * Draws an answer while it arrives. Each line is read once, and of the block that still grows only the end that is not
 * decided is drawn again. Marks whose meaning is not decided are held back, so nothing flashes.
 */
export class MarkdownStream {
  readonly #container: HTMLElement;
  readonly #context: MarkdownContext;
  readonly #blocks: Blocks;
  /** Blocks are put here first: what is not on the page yet is cheaper to build. */
  readonly #fresh = document.createDocumentFragment();
  /** What was in the container before: as `SimpleMarkdown` drew it, dots, or bare text. */
  #before: ChildNode[];
  /**
   * Where the next block goes: what has scrolled out of view is left out of layout a section at a time. The first
   * blocks, all there is in most answers, need no section around them.
   */
  #section: Element;
  /** Half of a line end or of a character, cut in two. */
  #half = '';
  /** The start of a line that is not decided. */
  #line = '';
  /** Whether the start of the line was read, so that the rest goes where it went. */
  #isInLine = false;
  #finished = false;

  /** @param container is emptied with the first text; from then on only this stream writes into it */
  constructor(container: HTMLElement, options: MarkdownOptions) {
    container.classList.add('md');
    this.#before = [...container.childNodes];
    this.#container = this.#section = container;
    this.#context = new MarkdownContext(options);
    this.#blocks = new Blocks(this.#fresh, this.#context);
  }

  /**
   * Adds the next piece of the answer, of any length. Once a frame is often enough.
   * @param goesOn whether the next piece comes right away: many blocks are then brought on screen together.
   */
  append(text: string, goesOn = false): void {
    if (this.#finished || text === '') return;
    const all = this.#half + text;
    this.#half = /[\r\ud800-\udbff]$/.exec(all)?.[0] ?? '';
    this.#read(all.slice(0, all.length - this.#half.length));
    if (!this.#isInLine && this.#line !== '') this.#isInLine = this.#blocks.start(this.#line, false);
    if (this.#isInLine) this.#line = '';
    // One huge block has no sections to be left out by: all of it at once would be a long task.
    if (goesOn && this.#fresh.childElementCount > SECTION) return;
    this.#blocks.draw();
    this.#show();
  }

  /** The answer is whole: what was held back is shown as what it is. Later text is ignored. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#read(this.#half);
    if (this.#line !== '') this.#isInLine = this.#blocks.start(this.#line, true);
    if (this.#isInLine) this.#blocks.endLine();
    this.#blocks.finish();
    this.#show();
  }

  #show(): void {
    this.#context.references.resolve();
    this.#context.direct();
    const focused = this.#before[0] ? this.#takeOver() : -1;
    while (this.#fresh.firstChild) {
      if (this.#section.childElementCount >= SECTION) {
        // A rule that ends in `:last-child` would have the browser restyle all of an answer that ceases to be the last.
        this.#section.lastElementChild!.className += ' md-end';
        this.#section = document.createElement('div');
        this.#section.className = 'md';
        this.#container.append(this.#section);
      }
      this.#section.appendChild(this.#fresh.firstChild);
    }
    if (focused >= 0) this.#container.querySelectorAll('a')[focused]?.focus({ preventScroll: true });
  }

  /**
   * Blocks that would look the same stay in their place: somebody may have selected words of them. Returns which of
   * all links has the focus, or -1: its block may be one that is drawn again.
   */
  #takeOver(): number {
    const { activeElement } = this.#container.getRootNode() as ShadowRoot;
    const links: (Element | null)[] = [...this.#container.querySelectorAll('a')];
    let same = true;
    for (const before of this.#before.splice(0)) {
      const now = this.#fresh.firstElementChild;
      // The last one may still grow.
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

/** Draws a whole answer at once; the same nodes as streaming it in any pieces. */
export function renderMarkdown(container: HTMLElement, text: string, options: MarkdownOptions): void {
  const stream = new MarkdownStream(container, options);
  stream.append(text);
  stream.finish();
}
