import type { LitElement, ReactiveController } from 'lit';

/** Keeps the keyboard in a view that changes under it: what had the focus is gone, and it goes on at another place. */
export class KeptFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #places: string;
  #had = false;

  /** @param places A selector; the first that is there. */
  constructor(host: LitElement, places: string) {
    this.#host = host;
    this.#places = places;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#had = this.#focused !== null;
  }

  hostUpdated(): void {
    // Whoever knows a better place has put the focus there by the next frame.
    if (this.#had) requestAnimationFrame(() => this.#goOn());
  }

  get #focused(): Element | null {
    return (this.#host.renderRoot as ShadowRoot).activeElement;
  }

  #goOn(): void {
    const gone = document.activeElement === document.body || this.#focused?.checkVisibility() === false;
    if (gone) this.#host.renderRoot.querySelector<HTMLElement>(this.#places)?.focus();
  }
}
