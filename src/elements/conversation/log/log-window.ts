import type { LitElement } from 'lit';
import type { ConversationHost } from '../hosts.ts';
import { BATCH } from './log-list.ts';

/** With more rendered messages than this, only a batch is kept while the visitor is at the end. */
const MOST = 96;

/**
 * Renders only the end of a long conversation, and older messages when the visitor scrolls up. They are added without
 * moving what is in view.
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
    // The log may not be rendered yet.
    void host.updateComplete.then(() => host.log.addEventListener('scroll', () => this.#look()));
  }

  /** Starts at the end of another conversation. */
  reset(): void {
    this.#from = this.#total = 0;
  }

  /** Renders the whole conversation, as for printing, or only its end again. */
  renderAll(all: boolean): void {
    this.#all = all;
    this.#host.requestUpdate();
  }

  /** Index of the first message to render. */
  start(total: number): number {
    const isOther = total < this.#total || total > this.#total + BATCH;
    if (isOther || (total - this.#from > MOST && this.#host.follow.isFollowing))
      this.#from = Math.max(0, total - BATCH);
    this.#total = total;
    return this.#all ? 0 : this.#from;
  }

  /** Adds messages when the visitor is near the top. */
  #look(): void {
    const { log } = this.#host;
    if (this.#from === 0 || this.#growing || log.clientHeight === 0) return;
    if (log.scrollTop < log.clientHeight) void this.#grow(log);
  }

  #onDrawn(): void {
    if (this.#from === 0) return;
    // Before the log is scrolled to its end, it would seem to be at its top.
    requestAnimationFrame(() => {
      this.#host.follow.update();
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
    // Messages were added above: keep the same text in view.
    const moved = (anchor?.getBoundingClientRect().top ?? 0) - before;
    if (moved !== 0) log.scrollTop += moved;
    this.#growing = false;
  }
}
