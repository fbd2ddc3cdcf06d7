/** How long a spoken text stays in the page, so that it is not met again by a reader who walks through it. */
const CLEAR_AFTER_MS = 5000;

/**
 * The one place that speaks to screen readers. The log itself is silent, or every token would be read aloud.
 * A text that was just said is not said again.
 */
export class Speech {
  readonly element: HTMLElement = document.createElement('div');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = '';

  constructor() {
    this.element.role = 'status';
    this.element.className = 'visually-hidden';
  }

  say(text: string | undefined): void {
    if (!text || text === this.#last) return;
    this.#last = text;
    this.element.textContent = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), CLEAR_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#last = '';
    this.element.textContent = '';
  }
}
