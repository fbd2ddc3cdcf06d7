import { Lazy } from '../../conversation/lazy.ts';
import type { WindowOwner } from '../window-contract.ts';
import type { PageTies } from './page-integration-chunk.ts';

/**
 * Fetches what is of use once there is an answer; for the launcher, also when somebody comes back to it; for the page's
 * language, also when something beside the chat is pressed, as what switches it.
 */
export class PageIntegration {
  readonly #owner: WindowOwner;
  readonly #parts = new Lazy(() => import('./page-integration-chunk.ts'));
  #ties: PageTies | undefined;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    owner.renderRoot.querySelector('.launcher')?.addEventListener('pointerenter', this.#fetch);
  }

  watch(): void {
    document.addEventListener('click', this.#fetch);
  }

  /** Called when the chat is drawn, also once what is fetched here has come. */
  follow(messages: number): void {
    const owner = this.#owner;
    const parts = messages > 1 ? this.#parts.for(owner) : this.#parts.now;
    if (parts && owner.isConnected) this.#ties ??= new parts.PageTies(owner);
    this.#ties?.follow(messages);
  }

  leave(): void {
    document.removeEventListener('click', this.#fetch);
    this.#ties?.cut();
    this.#ties = undefined;
  }

  readonly #fetch = ({ target }: Event): void => {
    // Seen from the document, all that is pressed in the chat is the chat.
    if (target !== this.#owner) this.#parts.for(this.#owner);
  };
}
