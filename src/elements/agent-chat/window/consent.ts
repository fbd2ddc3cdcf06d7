import { emit } from '../events.ts';
import type { WindowOwner } from '../window-contract.ts';
import { consentName, hasAgreed } from './agreed.ts';
import { keep } from './kept-preferences.ts';

/** The visitor's agreement, where the site asks for one: nothing is stored or sent before it. */
export class Consent {
  readonly #owner: WindowOwner;
  readonly #agreed: () => void;
  #given = false;
  #waiting: (() => void)[] = [];

  /** @param agreed called once the visitor has agreed. */
  constructor(owner: WindowOwner, agreed: () => void) {
    this.#owner = owner;
    this.#agreed = agreed;
  }

  /** Whether the conversation may begin. */
  get given(): boolean {
    return this.#given || hasAgreed(this.#owner);
  }

  /** Resolves as soon as the conversation may begin. */
  wait(): Promise<void> {
    return this.given ? Promise.resolve() : new Promise(resolve => this.#waiting.push(resolve));
  }

  /** Takes the agreement back, as on logout. */
  forget(): void {
    this.#given = false;
    keep(this.#name, null);
  }

  /** The visitor agrees. */
  readonly agree = (): void => {
    this.#given = true;
    keep(this.#name, true);
    emit(this.#owner, 'agent-chat-consent');
    this.#agreed();
    for (const go of this.#waiting.splice(0)) go();
  };

  get #name(): string {
    return consentName(this.#owner);
  }
}
