/** How long a spoken text stays in the page: long enough to be read out, and not met again by a later walk through it. */
const STAYS_MS = 5000;

/**
 * The one place that speaks to screen readers. The log itself is silent, or every token would be read aloud.
 * A text that was just said is not said again.
 */
export class Speech {
  readonly element: HTMLElement = document.createElement('div');
  #clear: ReturnType<typeof setTimeout> | undefined;
  #wait: ReturnType<typeof setTimeout> | undefined;
  #last = '';
  #next: string | undefined;

  constructor() {
    this.element.role = 'status';
    this.element.className = 'visually-hidden';
  }

  /** Says at once what became of something the visitor has just done. */
  say(text: string | undefined): void {
    if (!text || text === this.#last) return;
    this.#last = text;
    this.element.textContent = text;
    clearTimeout(this.#clear);
    this.#clear = setTimeout(() => {
      this.#silence();
      this.say(this.#next);
      this.#next = undefined;
    }, STAYS_MS);
  }

  /**
   * Says what goes on by itself, once `wait` is over and what was said before has been heard: screen readers cut short
   * what is soon followed by more. Only the newest is still worth saying then.
   */
  tell(text: string | undefined, wait: number): void {
    if (!text) return;
    clearTimeout(this.#wait);
    const due = (): void => {
      if (this.#last) this.#next = text;
      else this.say(text);
    };
    if (wait) this.#wait = setTimeout(due, wait);
    else due();
  }

  stop(): void {
    clearTimeout(this.#clear);
    clearTimeout(this.#wait);
    this.#next = undefined;
    this.#silence();
  }

  #silence(): void {
    this.#last = '';
    this.element.textContent = '';
  }
}
