import type { LitElement, ReactiveController } from 'lit';

/** How many messages are drawn at first, and how many more when the reader comes near the top. */
export const BATCH = 24;

/** So many drawn messages are cut back to a batch while the reader is at the end. */
const MOST = 96;

/**
 * Of a long conversation only the end is drawn; what is before it stays text until the reader scrolls there. Older
 * messages appear above without moving what is being read.
 */
export class LogWindow implements ReactiveController {
  #host: LitElement;
  #scroll: { keep(): void };
  #log: HTMLElement | undefined;
  #from = 0;
  #total = 0;
  #growing = false;
  #all = false;

  /** @param scroll brings the log to its end where it is to be there. */
  constructor(host: LitElement, scroll: { keep(): void }) {
    this.#host = host;
    this.#scroll = scroll;
    host.addController(this);
  }

  /** Another conversation comes: its end is what is drawn. */
  reset(): void {
    this.#total = 0;
  }

  /** Draws the whole of the conversation, as for printing, or no longer. */
  drawAll(all: boolean): void {
    this.#all = all;
    this.#host.requestUpdate();
  }

  /** Index of the first message to draw. */
  start(total: number, atEnd: boolean): number {
    const isOther = total < this.#total || total > this.#total + BATCH;
    if (isOther || (atEnd && total - this.#from > MOST)) this.#from = Math.max(0, total - BATCH);
    this.#total = total;
    return this.#all ? 0 : this.#from;
  }

  watch(log: HTMLElement): void {
    if (this.#log === log) return;
    this.hostDisconnected();
    this.#log = log;
    log.addEventListener('scroll', this.#look, { passive: true });
  }

  hostDisconnected(): void {
    this.#log?.removeEventListener('scroll', this.#look);
    this.#log = undefined;
  }

  hostUpdated(): void {
    if (this.#from > 0) requestAnimationFrame(this.#lookFromEnd);
  }

  // What was just drawn may not be scrolled through yet: it would look like its top.
  #lookFromEnd = (): void => {
    this.#scroll.keep();
    this.#look();
  };

  #look = (): void => {
    const log = this.#log;
    if (!log || this.#from === 0 || this.#growing || log.clientHeight === 0) return;
    if (log.scrollTop < log.clientHeight) void this.#grow(log);
  };

  async #grow(log: HTMLElement): Promise<void> {
    this.#growing = true;
    const anchor = log.querySelector('[role=article]');
    const before = anchor?.getBoundingClientRect().top ?? 0;
    this.#from = Math.max(0, this.#from - BATCH);
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const drawn = log.querySelectorAll<LitElement>('[role=article]');
    await Promise.all(Array.from(drawn, message => message.updateComplete));
    // What is above has grown: the reader stays at the same words.
    const moved = (anchor?.getBoundingClientRect().top ?? 0) - before;
    if (moved !== 0) log.scrollTop += moved;
    this.#growing = false;
  }
}
