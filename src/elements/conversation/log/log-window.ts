import type { LitElement } from 'lit';
import type { ConversationHost } from '../hosts.ts';
import { BATCH } from './log-list.ts';

/** So many drawn messages are cut back to a batch while the reader is at the end. */
const MOST = 96;

/**
 * Of a long conversation only the end is drawn; what is before it stays text until the reader scrolls there. Older
 * messages appear above without moving what is being read.
 */
export class LogWindow {
  readonly #host: ConversationHost;
  #from = 0;
  #total = 0;
  #growing = false;
  #all = false;

  constructor(host: ConversationHost) {
    this.#host = host;
    host.addController({ hostUpdated: () => this.#onDrawn() });
    // The log may not be drawn yet.
    void host.updateComplete.then(() => host.log.addEventListener('scroll', () => this.#look()));
  }

  /** Another conversation comes: its end is what is drawn. */
  reset(): void {
    this.#from = this.#total = 0;
  }

  /** Draws the whole of the conversation, as for printing, or no longer. */
  drawAll(all: boolean): void {
    this.#all = all;
    this.#host.requestUpdate();
  }

  /** Index of the first message to draw. */
  start(total: number): number {
    const isOther = total < this.#total || total > this.#total + BATCH;
    if (isOther || (total - this.#from > MOST && this.#host.follow.atEnd))
      this.#from = Math.max(0, total - BATCH);
    this.#total = total;
    return this.#all ? 0 : this.#from;
  }

  /** Draws more where the reader comes near the top. */
  #look(): void {
    const { log } = this.#host;
    if (this.#from === 0 || this.#growing || log.clientHeight === 0) return;
    if (log.scrollTop < log.clientHeight) void this.#grow(log);
  }

  #onDrawn(): void {
    if (this.#from === 0) return;
    // What was just drawn may not be scrolled through yet: it would look like its top.
    requestAnimationFrame(() => {
      this.#host.follow.keep();
      this.#look();
    });
  }

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
