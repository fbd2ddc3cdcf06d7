import type { MarkdownOptions, MarkdownStream, MarkdownStrings } from '../../markdown/index.ts';
import { PlainParagraphs } from '../../markdown/plain-paragraphs.ts';
import { formatting } from '../fetched-parts.ts';

/** How many of the last drawn characters are compared to notice that a reply was started anew. */
const SEAM = 32;

/** The most (UTF-16 units) that is read at once: between pieces a click is answered. */
const PIECE = 8192;

/** Of a long text that is there already, so much comes on screen at once: each time costs a layout. */
const SHOWN = 24 * PIECE;

/** What the text is in. */
export interface TextViewHost {
  readonly markdown: MarkdownOptions;
  readonly strings: MarkdownStrings;
  /** Is told when the text waits for code. */
  readonly fetching: (coming: Promise<unknown>) => void;
}

/**
 * Text on screen that grows at its end. Only what is new is handed on to be parsed and drawn. Plain paragraphs are
 * drawn at once; from the first piece on that takes more, the text waits for the code that formats.
 */
export class TextView {
  readonly element: HTMLElement = document.createElement('div');
  readonly #host: TextViewHost;
  #plain: PlainParagraphs | undefined;
  #stream: MarkdownStream | undefined;
  /** `waits` for code to come; `bare` where it could not be had. */
  #state: 'drawn' | 'waits' | 'bare' = 'drawn';
  /** Counts the texts there have been here. */
  #nth = 0;
  /** What is to be drawn, and what of it has been handed on. */
  #text = '';
  #drawn = '';
  /** Whether it is whole. */
  #settled = false;
  #going = false;

  constructor(host: TextViewHost) {
    this.#host = host;
    this.element.part = 'part-text';
    this.element.className = 'text md';
  }

  /** Draws the tail of `text` that is not on screen yet. Constant work a call, apart from the tail itself. */
  grow(text: string): void {
    const seam = Math.max(0, this.#drawn.length - SEAM);
    if (this.#settled || text.slice(seam, this.#drawn.length) !== this.#drawn.slice(seam)) this.#clear();
    this.#text = text;
    this.#go();
  }

  /** Draws the text as it will stay. */
  settle(text: string): void {
    if (this.#settled && text === this.#text) return;
    if (this.#settled || !text.startsWith(this.#drawn)) this.#clear();
    this.#settled = true;
    this.#text = text;
    this.#go();
  }

  /** Hands on the next piece, and the others once the page has had its turn. */
  #go(): void {
    if (!this.#going && this.#piece()) this.#host.fetching(this.#goOn());
  }

  async #goOn(): Promise<void> {
    const nth = this.#nth;
    this.#going = true;
    do {
      // Not by frames: a hidden page has none.
      await new Promise(done => setTimeout(done));
      if (nth !== this.#nth) return;
    } while (this.#piece());
    this.#going = false;
  }

  /** True when there is more. */
  #piece(): boolean {
    const end = this.#drawn.length + PIECE;
    const tail = this.#text.slice(this.#drawn.length, end);
    const goesOn = end < this.#text.length;
    this.#drawn += tail;
    const isHeld = goesOn && end % SHOWN >= PIECE;
    if (this.#stream) this.#stream.append(tail, isHeld);
    else if (tail !== '' && this.#state !== 'waits') this.#write(tail, isHeld);
    if (this.#settled && !goesOn) this.#stream?.finish();
    return goesOn;
  }

  #write(tail: string, isHeld: boolean): void {
    if (this.#state === 'drawn' && !(formatting.now && !this.#plain)) {
      this.#plain ??= new PlainParagraphs(this.element);
      if (this.#plain.append(tail)) return;
    }
    if (formatting.now) this.#format(isHeld);
    else this.#host.fetching(this.#fetch());
  }

  async #fetch(): Promise<void> {
    const nth = this.#nth;
    if (this.#state === 'bare') this.#showBare();
    this.#state = 'waits';
    await formatting.fetch().catch(() => {});
    if (nth !== this.#nth) return;
    if (formatting.now) this.#format(false);
    else this.#showBare();
  }

  /** Without its looks, the text is still to be read. */
  #showBare(): void {
    this.#state = 'bare';
    this.element.textContent = this.#drawn;
    this.element.classList.add('plain');
  }

  #format(isHeld: boolean): void {
    this.#state = 'drawn';
    this.element.classList.remove('plain');
    const { markdown, strings } = this.#host;
    this.#stream = new formatting.now!.MarkdownStream(this.element, { ...markdown, strings });
    this.#stream.append(this.#drawn, isHeld);
    if (this.#settled && this.#drawn === this.#text) this.#stream.finish();
  }

  #clear(): void {
    this.element.replaceChildren();
    this.element.classList.remove('plain');
    this.#plain = undefined;
    this.#stream = undefined;
    this.#state = 'drawn';
    this.#nth++;
    this.#text = '';
    this.#drawn = '';
    this.#settled = false;
    this.#going = false;
  }
}
