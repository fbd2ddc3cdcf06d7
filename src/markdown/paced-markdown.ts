import { MarkdownStream } from './markdown-stream.ts';
import type { MarkdownOptions } from './options.ts';

/** The most (UTF-16 units) that is read at once: between pieces a click is answered. */
const PIECE = 8192;

/** Of a long text that is there already, so much comes on screen at once: each time costs a layout. */
const SHOWN = 24 * PIECE;

/** Formatted text on screen that grows at its end, read a piece at a time. */
export class PacedMarkdown {
  readonly #stream: MarkdownStream;
  #text = '';
  #read = 0;
  #whole = false;
  #going = false;

  /** @param container is emptied; from then on only this writes into it */
  constructor(container: HTMLElement, options: MarkdownOptions) {
    this.#stream = new MarkdownStream(container, options);
  }

  /**
   * Draws the next piece of `text`, which begins with what it was before, and the others once the page has had its
   * turn. Resolves when all of it is drawn; undefined when it is. After no text at all nothing more is written.
   */
  draw(text: string, whole: boolean): Promise<void> | undefined {
    this.#text = text;
    this.#whole = whole;
    return !this.#going && this.#piece() ? this.#goOn() : undefined;
  }

  async #goOn(): Promise<void> {
    this.#going = true;
    // Not by frames: a hidden page has none.
    do await new Promise(done => setTimeout(done));
    while (this.#piece());
    this.#going = false;
  }

  /** True when there is more. */
  #piece(): boolean {
    const end = this.#read + PIECE;
    const goesOn = end < this.#text.length;
    this.#stream.append(this.#text.slice(this.#read, end), goesOn && end % SHOWN >= PIECE);
    this.#read = Math.min(end, this.#text.length);
    if (this.#whole && !goesOn) this.#stream.finish();
    return goesOn;
  }
}
