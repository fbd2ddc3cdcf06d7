import type { LitElement, ReactiveController } from 'lit';

/**
 * Moves the focus to a fallback when an update removes the focused element. Also scrolls a focused field into view:
 * WebKit ignores its scroll margin, so that a sticky bar can cover the field.
 */
export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #fallbacks: string;
  #hadFocus = false;
  #pressed = false;

  /** @param fallbacks selector of the elements that can take the focus; the first one present does */
  constructor(host: LitElement, fallbacks: string) {
    this.#host = host;
    this.#fallbacks = fallbacks;
    host.addController(this);
  }

  hostConnected(): void {
    // The host gets no event when the focus moves between two of its fields.
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
    this.#hadFocus = this.#focused !== null;
  }

  hostUpdated(): void {
    // Code that knows a better place moves the focus within this frame.
    if (this.#hadFocus) requestAnimationFrame(() => this.#restore());
  }

  #onPress = (): void => {
    this.#pressed = true;
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, this.#onLift, { once: true });
  };

  #onLift = (): void => {
    this.#pressed = false;
  };

  #onFocus = (): void => {
    // Scrolling during a press would move the target away from the pointer.
    if (!this.#pressed && this.#focused?.matches('.body :is(input, textarea)'))
      this.#focused.scrollIntoView({ block: 'nearest' });
  };

  get #focused(): Element | null {
    return (this.#host.renderRoot as ShadowRoot).activeElement;
  }

  #restore(): void {
    const isLost = document.activeElement === document.body || this.#focused?.checkVisibility() === false;
    if (isLost) this.#host.renderRoot.querySelector<HTMLElement>(this.#fallbacks)?.focus();
  }
}
