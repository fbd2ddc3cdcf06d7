import type { Strings } from '../../../locales/strings.ts';
import type { MarkdownStrings, PacedMarkdown, PageMarkdownOptions } from '../../../markdown/index.ts';
import { SimpleMarkdown } from '../../../markdown/simple-markdown.ts';
import { formatting } from '../lazy-modules.ts';

/** How many of the last characters are compared to notice that a reply was started anew. */
const SEAM = 32;

/** Milliseconds without a word of an answer after which the visitor is told that it takes longer. */
const LONG_WAIT = 10_000;

/** What the text is in. */
export interface TextViewHost {
  readonly markdown: PageMarkdownOptions;
  readonly strings: MarkdownStrings & Pick<Strings, 'longWait'>;
  /** Is told when the text waits for code, or for the page's turn. */
  readonly fetching: (coming: Promise<unknown>) => void;
}

/**
 * Text on screen that grows at its end. Only what is new is handed on to be parsed and drawn. Simple
 * formatting is drawn at once; from the first piece on that takes more, the text waits for the code for the rest.
 */
export class TextView {
  readonly #element = document.createElement('div');
  readonly #host: TextViewHost;
  #simple: SimpleMarkdown | undefined;
  #formatted: PacedMarkdown | undefined;
  /** `waits` for code to come; `bare` where it could not be had. */
  #state: 'drawn' | 'waits' | 'bare' = 'drawn';
  /** Counts the texts there have been here. */
  #nth = 0;
  #text = '';
  /** Whether it is whole. */
  #settled = false;
  #dots: HTMLElement | undefined;

  constructor(host: TextViewHost) {
    this.#host = host;
    this.#element.part = 'part-text';
    this.#element.className = 'text md';
  }

  /** Draws the tail of `text` that is not on screen yet. Constant work a call, apart from the tail itself. */
  grow(text: string): void {
    const seam = Math.max(0, this.#text.length - SEAM);
    if (this.#settled || text.slice(seam, this.#text.length) !== this.#text.slice(seam)) this.#clear();
    this.#draw(text);
    this.showComing();
  }

  /** Draws the text as it will stay; returns where. */
  settle(text: string): HTMLElement {
    if (!this.#settled || text !== this.#text) {
      if (this.#settled || !text.startsWith(this.#text)) this.#clear();
      this.#settled = true;
      this.#draw(text);
    }
    return this.showComing();
  }

  /** As long as more is to come and nothing is to be seen, dots that move; returns where. */
  showComing(): HTMLElement {
    const element = this.#element;
    const coming = !this.#settled || this.#state === 'waits';
    if (coming && !element.firstChild) {
      const dots = createDots();
      this.#dots = dots;
      element.append(dots);
      setTimeout(() => dots.isConnected && this.#sayLongWait(dots), LONG_WAIT);
    } else if (!coming || element.lastChild !== this.#dots) this.#dots?.remove();
    return element;
  }

  #sayLongWait(dots: HTMLElement): void {
    if (dots.closest('agent-chat-message')?.querySelector('.notice')) return;
    const { longWait: text } = this.#host.strings;
    const hint = document.createElement('span');
    hint.textContent = text;
    dots.append(hint);
    dots.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
  }

  #draw(text: string): void {
    const tail = text.slice(this.#text.length);
    this.#text = text;
    if (this.#formatted) this.#format();
    else if (this.#state !== 'waits' && (tail !== '' || this.#settled)) this.#write(tail);
  }

  #write(tail: string): void {
    if (this.#state === 'drawn' && (this.#simple || !formatting.now)) {
      this.#simple ??= new SimpleMarkdown(this.#element, this.#host.markdown.links);
      if (this.#simple.append(tail, this.#settled)) return;
    }
    if (formatting.now) this.#format();
    else this.#host.fetching(this.#fetch());
  }

  async #fetch(): Promise<void> {
    const nth = this.#nth;
    if (this.#state === 'bare') this.#showBare();
    this.#state = 'waits';
    await formatting.fetch().catch(() => {});
    if (nth !== this.#nth) return;
    if (formatting.now) this.#format();
    else this.#showBare();
  }

  /** Without its looks, the text is still to be read. */
  #showBare(): void {
    this.#state = 'bare';
    this.#element.textContent = this.#text;
    this.#element.classList.add('plain');
  }

  #format(): void {
    this.#state = 'drawn';
    this.#element.classList.remove('plain');
    const { markdown, strings } = this.#host;
    this.#formatted ??= new formatting.now!.PacedMarkdown(this.#element, { ...markdown, strings });
    const coming = this.#formatted.update(this.#text, this.#settled);
    if (coming) this.#host.fetching(coming);
  }

  #clear(): void {
    this.#formatted?.stop();
    this.#element.replaceChildren();
    this.#element.classList.remove('plain');
    this.#simple = undefined;
    this.#formatted = undefined;
    this.#state = 'drawn';
    this.#nth++;
    this.#text = '';
    this.#settled = false;
  }
}

function createDots(): HTMLElement {
  const dots = document.createElement('div');
  dots.className = 'thinking';
  for (let n = 0; n < 3; n++) dots.append(document.createElement('i'));
  return dots;
}
