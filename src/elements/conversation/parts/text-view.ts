import type { MarkdownOptions } from '../../markdown/index.ts';
import { MarkdownStream } from '../../markdown/index.ts';

/** How many of the last drawn characters are compared to notice that a reply was started anew. */
const SEAM = 32;

/** Text on screen that grows at its end. Only what is new is handed on to be parsed and drawn. */
export class TextView {
  readonly element: HTMLElement = document.createElement('div');
  #options: MarkdownOptions;
  #stream: MarkdownStream | undefined;
  #drawn = '';
  #settled = false;

  constructor(options: MarkdownOptions) {
    this.#options = options;
    this.element.setAttribute('part', 'part-text');
    this.element.className = 'text';
  }

  /** Draws the tail of `text` that is not on screen yet. Constant work a call, apart from the tail itself. */
  grow(text: string): void {
    const seam = Math.max(0, this.#drawn.length - SEAM);
    if (this.#settled || text.slice(seam, this.#drawn.length) !== this.#drawn.slice(seam)) this.#clear();
    if (text.length === this.#drawn.length) return;
    this.#stream ??= new MarkdownStream(this.element, this.#options);
    this.#stream.append(text.slice(this.#drawn.length));
    this.#drawn = text;
  }

  /** Draws the text as it will stay. */
  settle(text: string): void {
    if (this.#settled && text === this.#drawn) return;
    if (!text.startsWith(this.#drawn)) this.#clear();
    this.grow(text);
    this.#stream?.finish();
    this.#settled = true;
  }

  #clear(): void {
    this.element.replaceChildren();
    this.#stream = undefined;
    this.#drawn = '';
    this.#settled = false;
  }
}
