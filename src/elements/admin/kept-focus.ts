import type { LitElement, ReactiveController } from 'lit';

/**
 * Keeps the keyboard in a view that changes under it: what had the focus is gone, and it goes on at another place. And
 * keeps the field that has it in sight: WebKit scrolls to where one writes, and leaves the field's scroll margin, with
 * which it stands clear of the bars, out of account.
 */
export class KeptFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #places: string;
  #had = false;
  #pressed = false;

  /** @param places A selector; the first that is there. */
  constructor(host: LitElement, places: string) {
    this.#host = host;
    this.#places = places;
    host.addController(this);
  }

  hostConnected(): void {
    // From field to field, the host itself hears nothing of a focus.
    const root = this.#host.renderRoot;
    root.addEventListener('pointerdown', this.#onPress);
    root.addEventListener('focusin', this.#onFocus);
  }

  hostDisconnected(): void {
    const root = this.#host.renderRoot;
    root.removeEventListener('pointerdown', this.#onPress);
    root.removeEventListener('focusin', this.#onFocus);
  }

  hostUpdate(): void {
    this.#had = this.#focused !== null;
  }

  hostUpdated(): void {
    // Whoever knows a better place has put the focus there by the next frame.
    if (this.#had) requestAnimationFrame(() => this.#goOn());
  }

  #onPress = (): void => {
    this.#pressed = true;
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, this.#onLift, { once: true });
  };

  #onLift = (): void => {
    this.#pressed = false;
  };

  #onFocus = (): void => {
    // Under a pointer that goes down, nothing moves.
    if (!this.#pressed && this.#focused?.matches('.body :is(input, textarea)'))
      this.#focused.scrollIntoView({ block: 'nearest' });
  };

  get #focused(): Element | null {
    return (this.#host.renderRoot as ShadowRoot).activeElement;
  }

  #goOn(): void {
    const gone = document.activeElement === document.body || this.#focused?.checkVisibility() === false;
    if (gone) this.#host.renderRoot.querySelector<HTMLElement>(this.#places)?.focus();
  }
}
