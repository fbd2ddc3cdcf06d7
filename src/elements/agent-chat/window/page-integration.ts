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
    owner.renderRoot.querySelector('.launcher')?.addEventListener('pointerenter', () => this.#fetch());
  }

  follow(messages: number): void {
    if (this.#leave || messages < 2) return;
    this.#fetch(() => {
      if (this.#owner.isConnected) this.#leave ??= this.#parts.now?.integrateWithPage(this.#owner);
    });
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  #fetch(then?: () => void): void {
    const arrived = (): void => {
      adoptStyles(this.#owner.renderRoot, this.#parts.now!.launcherExtras);
      then?.();
    };
    this.#parts.fetch().then(arrived, () => {});
  }
}
