import { Later } from '../../conversation/later.ts';
import type { WindowOwner } from '../window-contract.ts';

/** Fetches what puts the conversation on paper, once there is something to put there. */
export class Paper {
  readonly #owner: WindowOwner;
  readonly #print = new Later(() => import('./print-page.ts'));
  #leave: (() => void) | undefined;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  follow(messages: number): void {
    if (this.#leave || messages < 2) return;
    const arrived = (): void => {
      if (this.#owner.isConnected) this.#leave ??= this.#print.now?.printWithPage(this.#owner);
    };
    this.#print.fetch().then(arrived, () => {});
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
