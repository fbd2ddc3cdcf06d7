import type { Strings } from '../../../locales/strings.ts';
import type { MarkdownStrings, PacedMarkdown, PageMarkdownOptions } from '../../../markdown/index.ts';
import { SimpleMarkdown } from '../../../markdown/simple-markdown.ts';
import { formatting, interactions } from '../lazy-modules.ts';

/** The last characters that are compared to detect that a reply was started again. */
const SEAM = 32;

/** Milliseconds without any text after which the chat says that the answer takes longer. */
const LONG_WAIT = 10_000;

/** The element that contains the text. */
export interface TextViewHost {
  readonly markdown: PageMarkdownOptions;
  readonly strings: MarkdownStrings & Pick<Strings, 'longWait'>;
  /** Called with what the text waits for: code, or a later task. */
  readonly waitFor: (coming: Promise<unknown>) => void;
}

/**
 * Text of a message, which grows at its end. Only new text is parsed and rendered. The simple reader renders it until it
 * needs the full reader; then the text waits for its code.
 */
export class TextView {
  readonly #element = document.createElement('div');
  readonly #host: TextViewHost;
  #simple: SimpleMarkdown | undefined;
  #formatted: PacedMarkdown | undefined;
  /** `loading`: waits for the full reader. `plain`: it could not be loaded. */
  #state: 'rendered' | 'loading' | 'plain' = 'rendered';
  /** Counts the texts that were shown here. */
  #generation = 0;
  #text = '';
  /** Whether the text is complete. */
  #isComplete = false;
  /** Whether later tasks render more of the text. */
  #isBusy = false;
  /** Whether `finish` has run for this text. */
  #isFinished = false;
  #dots: HTMLElement | undefined;

  constructor(host: TextViewHost) {
    this.#host = host;
    this.#element.part = 'part-text';
    this.#element.className = 'text md';
  }

  /** Renders a text that starts with the previous one, in time proportional to what is new. */
  update(text: string): void {
    const seam = Math.max(0, this.#text.length - SEAM);
    if (this.#isComplete || text.slice(seam, this.#text.length) !== this.#text.slice(seam)) this.#clear();
    this.#render(text);
    this.showPending();
  }

  /**
   * Renders the complete text. Returns its element.
   * @param finish changes the nodes of the text once all are rendered. Until then, every host update calls
   *   this method again.
   */
  finalize(text: string, finish?: (element: HTMLElement) => void): HTMLElement {
    if (!this.#isComplete || text !== this.#text) {
      if (this.#isComplete || !text.startsWith(this.#text)) this.#clear();
      this.#isComplete = true;
      this.#render(text);
    }
    if (finish && this.#state === 'rendered' && !this.#isBusy && !this.#isFinished) {
      this.#isFinished = true;
      finish(this.#element);
    }
    return this.showPending();
  }

  /** Renders the same text again, whose labels are in another language now. */
  redraw(): void {
    if (!this.#formatted) return;
    const text = this.#text;
    const isComplete = this.#isComplete;
    this.#clear();
    if (isComplete) this.finalize(text);
    else this.update(text);
  }

  /** Shows moving dots while the text is incomplete and empty. Returns the element. */
  showPending(): HTMLElement {
    const element = this.#element;
    const coming = !this.#isComplete || this.#state === 'loading';
    if (coming && !element.firstChild) {
      const dots = createDots();
      this.#dots = dots;
      element.append(dots);
      const sayLongWait = (): Promise<void> =>
        interactions.load().then(
          code => code.sayLongWait(dots, this.#host.strings),
          () => {},
        );
      setTimeout(sayLongWait, LONG_WAIT);
    } else if (this.#dots?.parentNode && (!coming || element.lastChild !== this.#dots)) {
      // Prototype.js replaces `remove` with a method that fails on a detached node.
      this.#dots.remove();
    }
    return element;
  }

  #render(text: string): void {
    const tail = text.slice(this.#text.length);
    this.#text = text;
    if (this.#formatted) this.#format();
    else if (this.#state !== 'loading' && (tail !== '' || this.#isComplete)) this.#write(tail);
  }

  #write(tail: string): void {
    if (this.#state === 'rendered' && (this.#simple || !formatting.module)) {
      this.#simple ??= new SimpleMarkdown(this.#element, this.#host.markdown.links);
      if (this.#simple.append(tail, this.#isComplete)) return;
    }
    if (formatting.module) this.#format();
    else this.#host.waitFor(this.#loadReader());
  }

  async #loadReader(): Promise<void> {
    const generation = this.#generation;
    if (this.#state === 'plain') this.#renderPlain();
    this.#state = 'loading';
    await formatting.load().catch(() => {});
    if (generation !== this.#generation) return;
    if (formatting.module) this.#format();
    else this.#renderPlain();
  }

  /** Shows the text without formatting. */
  #renderPlain(): void {
    this.#state = 'plain';
    this.#element.textContent = this.#text;
    this.#element.classList.add('plain');
  }

  #format(): void {
    this.#state = 'rendered';
    this.#element.classList.remove('plain');
    const { markdown, strings } = this.#host;
    this.#formatted ??= new formatting.module!.PacedMarkdown(this.#element, { ...markdown, strings });
    const coming = this.#formatted.update(this.#text, this.#isComplete);
    if (coming) this.#host.waitFor(this.#waitForRest(coming));
  }

  async #waitForRest(coming: Promise<void>): Promise<void> {
    const generation = this.#generation;
    this.#isBusy = true;
    await coming;
    if (generation === this.#generation) this.#isBusy = false;
  }

  #clear(): void {
    this.#formatted?.stop();
    this.#element.replaceChildren();
    this.#element.classList.remove('plain');
    this.#simple = undefined;
    this.#formatted = undefined;
    this.#state = 'rendered';
    this.#generation++;
    this.#text = '';
    this.#isComplete = this.#isBusy = this.#isFinished = false;
  }
}

function createDots(): HTMLElement {
  const dots = document.createElement('div');
  dots.className = 'thinking';
  for (let n = 0; n < 3; n++) dots.append(document.createElement('i'));
  return dots;
}
