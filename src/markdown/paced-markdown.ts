import { MarkdownStream } from './markdown-stream.ts';
import type { MarkdownOptions } from './options.ts';

/** UTF-16 units that are read in one task: between tasks the page can respond to input. */
const PIECE = 8192;

/** UTF-16 units of a long text that are added to the page together: each time costs a layout. */
const SHOWN = 24 * PIECE;

/** Renders long or growing text in tasks short enough for the page to respond in between. */
export class PacedMarkdown {
  readonly #stream: MarkdownStream;
  #text = '';
  #read = 0;
  #isComplete = false;
  #isRunning = false;

  /** @param container emptied with the first text; nothing else may write into it after that */
  constructor(container: HTMLElement, options: MarkdownOptions) {
    this.#stream = new MarkdownStream(container, options);
  }

  /**
   * Renders a text that starts with the previous one: its first piece at once, the others in later tasks.
   * @param isComplete whether the text has ended.
   * @returns a promise for the end of rendering, or undefined if everything is rendered.
   */
  update(text: string, isComplete: boolean): Promise<void> | undefined {
    this.#text = text;
    this.#isComplete = isComplete;
    return !this.#isRunning && this.#renderPiece() ? this.#renderRest() : undefined;
  }

  /** Renders nothing more. */
  stop(): void {
    this.#text = '';
    this.#isComplete = false;
  }

  async #renderRest(): Promise<void> {
    this.#isRunning = true;
    // Not by animation frames: a hidden page has none.
    do await new Promise(done => setTimeout(done));
    while (this.#renderPiece());
    this.#isRunning = false;
  }

  /** Returns whether there is more. */
  #renderPiece(): boolean {
    const end = this.#read + PIECE;
    const hasMore = end < this.#text.length;
    this.#stream.append(this.#text.slice(this.#read, end), hasMore && end % SHOWN >= PIECE);
    this.#read = Math.min(end, this.#text.length);
    if (this.#isComplete && !hasMore) this.#stream.finish();
    return hasMore;
  }
}
