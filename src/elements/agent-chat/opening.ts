import { emit, type OpenReason } from './events.ts';
import type { ChatWindow, WindowOwner } from './window-contract.ts';
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
    this.enter(reason, pressed).catch(() => {
      this.#host.open = false;
    });
  }

  /**
   * Puts the cursor into the window, open by now or about to be. Who has gone on to something else while its code came
   * keeps the cursor there; the answer is undefined then.
   */
  async enter(reason: OpenReason, pressed?: HTMLElement): Promise<ChatWindow | undefined> {
    const { activeElement, body } = document;
    const window = await this.#chat.load();
    await this.#host.updateComplete;
    const stayed = [activeElement, body, this.#host].includes(document.activeElement!);
    window.opened(stayed ? reason : 'automatic', pressed);
    return stayed ? window : undefined;
  }
}
