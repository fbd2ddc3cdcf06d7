/** `follow` keeps the newest text in view, `start` stops at the top of a new answer, `none` leaves scrolling alone. */
export type ScrollMode = 'follow' | 'start' | 'none';

/** Closer to the end than this counts as being there, in CSS pixels. */
const AT_END = 24;
const MARGIN = 16;

/**
 * Keeps a growing log in view for as long as the reader stays at its end. The reader's own scroll always wins:
 * the first movement upwards lets go, coming back to the end takes hold again.
 */
export class ScrollFollow {
  mode: ScrollMode = 'follow';
  /** Where to stop short of the end: before what has come below an answer, unasked. */
  stop: (() => number) | undefined;
  readonly #host: { requestUpdate(): void };
  #log: HTMLElement | undefined;
  #held = true;
  #lastTop = 0;
  /** Where a new answer starts; `start` never scrolls past it. */
  #answer: HTMLElement | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Whether the end is in view or being followed. */
  get atEnd(): boolean {
    return this.mode === 'none' && this.#log ? gapOf(this.#log) <= AT_END : this.#held;
  }

  /** From now on this log is what is scrolled, to which `onScroll` is listening. */
  watch(log: HTMLElement): void {
    this.#log = log;
    const sizes = new ResizeObserver(() => this.keep());
    sizes.observe(log);
    sizes.observe(log.firstElementChild!);
    this.keep();
  }

  /** The visitor acted (sent, opened another conversation): the end is wanted again. */
  take(): void {
    this.#held = true;
    this.#answer = undefined;
  }

  /** A new answer begins at this element. */
  answerAt(answer: HTMLElement): void {
    this.#answer = answer;
  }

  /** Brings the end into view if it is being followed; never animated, so it can't fight the reader. */
  keep(): void {
    const log = this.#log;
    if (!log || !this.#held || this.mode === 'none') return;
    // Beyond its end no log scrolls.
    log.scrollTop =
      this.mode === 'start' && this.#answer?.isConnected
        ? topOf(this.#answer, log)
        : (this.stop?.() ?? log.scrollHeight);
    this.#lastTop = log.scrollTop;
  }

  onScroll(): void {
    const log = this.#log!;
    const top = log.scrollTop;
    const gap = gapOf(log);
    const before = this.#held;
    // A log that shrank moves up too, but then it is at its end.
    if (gap <= AT_END && top >= this.#lastTop) this.#held = true;
    else if (top < this.#lastTop - 0.5 && gap > 1) this.#held = false;
    this.#lastTop = top;
    if (this.#held !== before || this.mode === 'none') this.#host.requestUpdate();
  }
}

/** Where a log is scrolled to when the top of a message is in view. */
export function topOf(message: HTMLElement, log: HTMLElement): number {
  return message.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - MARGIN;
}

/** How much is below what is in view. */
function gapOf(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}
