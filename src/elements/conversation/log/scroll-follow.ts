/**
 * `turn` stops with the question at the top of the view, `start` with the answer; `follow` keeps the newest text in view,
 * `none` leaves scrolling alone.
 */
export type ScrollMode = 'turn' | 'follow' | 'start' | 'none';

/** A distance from the end that counts as being there, in CSS pixels. */
const AT_END = 24;
const MARGIN = 16;

/** Of a question that is higher than twice this, only this much at its end stays in view. */
const QUESTION_END = 48;

/**
 * Scrolls a growing log while the visitor lets it. The visitor's own scrolling always wins: the first movement away from
 * where the log stopped ends it, and reaching the end resumes it.
 */
export class ScrollFollow {
  mode: ScrollMode = 'turn';
  /** Where to stop before the end, so that a form below an answer does not push it out of view. */
  limit: (() => number) | undefined;
  /** Moves the content visibly by so many pixels, to where a new turn stops. */
  animate: ((moved: number) => void) | undefined;
  #log: HTMLElement | undefined;
  #isFollowing = true;
  #lastTop = 0;
  /** The last question and its answer, since it was sent. */
  #question: HTMLElement | undefined;
  #answer: HTMLElement | undefined;
  /** Whether the visitor scrolled past the stop to the end, which is followed from then on. */
  #isReleased = false;

  /** Whether the end is in view or being followed. */
  get atEnd(): boolean {
    const stops = this.mode === 'none' || (this.#stop !== undefined && !this.#isReleased);
    return stops && this.#log ? gapOf(this.#log) <= AT_END : this.#isFollowing;
  }

  /** Whether the visitor left the scrolling to the log, which may then be shortened at its top. */
  get isFollowing(): boolean {
    return this.mode === 'none' ? this.atEnd : this.#isFollowing;
  }

  /** Sets the log to scroll; its scroll events must call `onScroll`. */
  watch(log: HTMLElement): void {
    this.#log = log;
    const sizes = new ResizeObserver(() => this.update());
    // A scroll bar that comes does not change this box: the browser would report a loop as an error of the page.
    sizes.observe(log, { box: 'border-box' });
    sizes.observe(log.firstElementChild!);
    this.update();
  }

  /** Follows again, because the visitor sent a message or opened another conversation. */
  resume(): void {
    this.#isFollowing = true;
    this.#isReleased = false;
    this.#question = this.#answer = undefined;
  }

  setTurn(question: HTMLElement | undefined, answer: HTMLElement): void {
    const isNew = !this.#answer;
    this.#question = question;
    this.#answer = answer;
    if (isNew) this.update(true);
  }

  /**
   * Scrolls to where the log stops. The scrolling itself is never animated, so that it cannot fight the visitor's.
   * @param isNew whether a new turn stops there
   */
  update(isNew = false): void {
    const log = this.#log;
    if (!log) return;
    const stop = this.#stop;
    // Space for the question at the top of the view, however short its answer is. Not as a size of the content, which is
    // observed.
    const end = stop !== undefined && this.mode === 'turn' ? stop + log.clientHeight - 1 : 0;
    log.style.setProperty('--_end', `${end}px`);
    if (!this.#isFollowing || this.mode === 'none') return;
    const before = log.scrollTop;
    // The browser clamps it to the end.
    log.scrollTop = stop === undefined || this.#isReleased ? (this.limit?.() ?? log.scrollHeight) : stop;
    this.#lastTop = log.scrollTop;
    if (isNew) this.animate?.(Math.min(this.#lastTop - before, log.clientHeight));
  }

  onScroll(): void {
    const log = this.#log!;
    const top = log.scrollTop;
    const gap = gapOf(log);
    const stop = this.#stop;
    const isPast = stop !== undefined && top > stop + 1;
    // A log that shrank also moves up, but is at its end then.
    if (gap <= AT_END && top >= this.#lastTop) {
      this.#isFollowing = true;
      this.#isReleased = isPast;
    } else if (gap > 1 && (top < this.#lastTop - 0.5 || (isPast && top > this.#lastTop))) {
      this.#isFollowing = false;
    }
    this.#lastTop = top;
  }

  /** Where the log stops, while the last turn is in it. */
  get #stop(): number | undefined {
    const first = this.mode === 'turn' ? (this.#question ?? this.#answer) : this.#answer;
    if (!first?.isConnected || this.mode === 'follow' || this.mode === 'none') return undefined;
    const { offsetTop, offsetHeight } = first;
    return first === this.#question && offsetHeight > 2 * QUESTION_END
      ? offsetTop + offsetHeight - QUESTION_END
      : Math.max(0, topOf(first));
  }
}

/** The scroll position at which the top of a message is at the top of the log, wherever animations show it. */
export function topOf(message: HTMLElement): number {
  return message.offsetTop - MARGIN;
}

/** The distance to the end. */
function gapOf(log: HTMLElement): number {
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}
