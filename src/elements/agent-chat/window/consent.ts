import { emit } from '../events.ts';
import type { WindowOwner } from '../window-contract.ts';
import { keep } from './kept-preferences.ts';
import { consentName, hasAgreed } from './stored-consent.ts';

/** The visitor's agreement, where the site asks for one: nothing is stored or sent before it. */
export class Consent {
  readonly #owner: WindowOwner;
  readonly #agreed: () => void;
  #waiting: (() => void)[] = [];

  /** @param agreed called once the visitor has agreed. */
  constructor(owner: WindowOwner, agreed: () => void) {
    this.#owner = owner;
    this.#agreed = agreed;
  }

  /** Whether the conversation may begin. */
  get given(): boolean {
    return hasAgreed(this.#owner);
  }

  /** Resolves as soon as the conversation may begin. */
  async wait(): Promise<void> {
    if (!this.given) await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  /** Called when the chat is drawn: the visitor may have agreed, or the page asks for it no longer. */
  follow(): void {
    if (this.given) for (const go of this.#waiting.splice(0)) go();
  }

  /** Takes the agreement back, as on logout. */
  forget(): void {
    keep(consentName(this.#owner), undefined);
    this.#owner.requestUpdate();
  }

  /** The visitor agrees. */
  readonly agree = (): void => {
    keep(consentName(this.#owner), true);
    emit(this.#owner, 'agent-chat-consent');
    this.#agreed();
  };
}
