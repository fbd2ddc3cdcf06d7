/** `follow` keeps the newest text in view, `start` stops at the top of a new answer, `none` leaves scrolling alone. */
export type ScrollMode = 'follow' | 'start' | 'none';

/** A distance from the end that counts as being there, in CSS pixels. */
const AT_END = 24;
const MARGIN = 16;

/**
 * Keeps the end of a growing log in view while the visitor stays there. The visitor's own scrolling always wins: the first
 * movement upwards stops following, and reaching the end resumes it.
 */
export class ScrollFollow {
  mode: ScrollMode = 'follow';
  /** Where to stop before the end, so that a form below an answer does not push it out of view. */
  limit: (() => number) | undefined;
  readonly #host: { requestUpdate(): void };
  #log: HTMLElement | undefined;
  #isFollowing = true;
  #lastTop = 0;
  /** Where a new answer starts; `start` never scrolls past it. */
  #answer: HTMLElement | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Whether the end is in view or being followed. */
  get atEnd(): boolean {
    return this.mode === 'none' && this.#log ? gapOf(this.#log) <= AT_END : this.#isFollowing;
  }

  /** Sets the log to scroll; its scroll events must call `onScroll`. */
  watch(log: HTMLElement): void {
    this.#log = log;
    const sizes = new ResizeObserver(() => this.update());
    sizes.observe(log);
    sizes.observe(log.firstElementChild!);
    this.update();
  }

  /** Follows the end again, because the visitor sent a message or opened another conversation. */
  resume(): void {
    this.#isFollowing = true;
    this.#answer = undefined;
  }

  /** Sets where the new answer starts. */
  setAnswer(answer: HTMLElement): void {
    this.#answer = answer;
  }

  /** Scrolls to the end while it is followed. Never animated, so that it cannot fight the visitor's scrolling. */
  update(): void {
    const log = this.#log;
    if (!log || !this.#isFollowing || this.mode === 'none') return;
    // The browser clamps it to the end.
    log.scrollTop =
      this.mode === 'start' && this.#answer?.isConnected
        ? topOf(this.#answer, log)
        : (this.limit?.() ?? log.scrollHeight);
    this.#lastTop = log.scrollTop;
  }

  onScroll(): void {
    const log = this.#log!;
    const top = log.scrollTop;
    const gap = gapOf(log);
    const before = this.#isFollowing;
    // A log that shrank also moves up, but is at its end then.
    if (gap <= AT_END && top >= this.#lastTop) this.#isFollowing = true;
    else if (top < this.#lastTop - 0.5 && gap > 1) this.#isFollowing = false;
    this.#lastTop = top;
    if (this.#isFollowing !== before || this.mode === 'none') this.#host.requestUpdate();
  }
}

/** The scroll position at which the top of a message is at the top of the log. */
export function topOf(message: HTMLElement, log: HTMLElement): number {
  return message.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - MARGIN;
}

/** The distance to the end. */
function gapOf(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}
