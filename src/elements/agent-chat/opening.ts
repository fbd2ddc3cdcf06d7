import { emit, type OpenReason } from './events.ts';
import type { WindowOwner } from './window-contract.ts';
import type { WindowSource } from './window-source.ts';

/** How the window opens and closes: who asked, and whether the page agrees. */
export class Opening {
  readonly #host: WindowOwner;
  readonly #chat: WindowSource;
  #reason: OpenReason = 'page';
  #pressed: HTMLElement | undefined;

  constructor(host: WindowOwner, chat: WindowSource) {
    this.#host = host;
    this.#chat = chat;
  }

  /** `by` is the page's own button, if it was one. */
  openFor(reason: OpenReason, by?: HTMLElement): void {
    this.#reason = reason;
    this.#pressed = by;
    this.#host.open = true;
  }

  /** Called when `open` is about to be drawn with another value than before. */
  changed(wasOpen: boolean): void {
    // Open from the start, in the page's own markup: nobody pressed anything.
    const reason = this.#host.hasUpdated ? this.#reason : 'automatic';
    this.#reason = 'page';
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (!this.#host.open) {
      if (wasOpen) emit(this.#host, 'agent-chat-close');
      return;
    }
    if (!emit(this.#host, 'agent-chat-open', { reason })) {
      this.#host.open = false;
      return;
    }
    this.#chat.load().then(
      window => this.#host.updateComplete.then(() => window.opened(reason, pressed)),
      () => {
        this.#host.open = false;
      },
    );
  }
}
