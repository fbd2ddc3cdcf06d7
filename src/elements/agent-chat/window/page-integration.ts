import { adoptStyles } from '../../conversation/adopt-styles.ts';
import { Lazy } from '../../conversation/lazy.ts';
import type { WindowOwner } from '../window-contract.ts';

/** Fetches what is of use once there is an answer; for the launcher, also when somebody comes back to it. */
export class PageIntegration {
  readonly #owner: WindowOwner;
  readonly #parts = new Lazy(() => import('./page-integration-chunk.ts'));
  #leave: (() => void) | undefined;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    owner.renderRoot
      .querySelector('.launcher')
      ?.addEventListener('pointerenter', () => this.#parts.for(owner));
  }

  /** Called when the chat is drawn, also once what is fetched here has come. */
  follow(messages: number): void {
    const owner = this.#owner;
    const parts = messages > 1 ? this.#parts.for(owner) : this.#parts.now;
    if (parts) adoptStyles(owner.renderRoot, parts.launcherExtras);
    if (messages > 1 && owner.isConnected) this.#leave ??= parts?.integrateWithPage(owner);
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
