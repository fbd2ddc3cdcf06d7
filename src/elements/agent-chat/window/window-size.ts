import { recall } from './kept-preferences.ts';
import type { OwnSize, Resizable } from './own-size.ts';

/**
 * The visitor's own size and place of the window: by dragging its inner corner or its upper edge, by the arrow keys,
 * or by one press on "larger". Remembered on this device; what changes it is fetched when it is wanted.
 */
export class WindowSize implements Resizable {
  own: OwnSize;
  readonly changed: () => void;
  readonly mayKeep: () => boolean;

  constructor(changed: () => void, mayKeep: () => boolean) {
    this.changed = changed;
    this.mayKeep = mayKeep;
    this.own = Object(recall('window'));
  }

  /** Puts the size on the window. Through the CSSOM, which no policy forbids. */
  apply(window: HTMLElement): void {
    for (const side of ['width', 'height'] as const) {
      const length = this.own.expanded ? 0 : Number(this.own[side]);
      window.style.setProperty(`--_own-${side}`, length > 0 ? `${length}px` : null);
    }
    if (this.own.inline) this.#fetch(({ place }) => place(this, window));
  }

  /** Whoever comes near the corner or the upper edge, uses it, or presses the button. */
  readonly onEvent = (event: Event): void => {
    const { button, key } = event as PointerEvent & KeyboardEvent;
    const control = event.currentTarget as HTMLElement;
    const pressed = (event.target as Element).closest('button') ?? control;
    // A button in the upper edge is pressed, not dragged; where there is nothing to drag, the page's own way holds.
    if (pressed !== control || !control.closest('dialog:not(.full)')) return;
    if (button > 0 || (key && !key.startsWith('Arrow'))) return;
    event.preventDefault();
    this.#fetch(({ resize }) => resize(this, control, event));
  };

  #fetch(use: (code: typeof import('./resizing.ts')) => void): void {
    import('./resizing.ts').then(use, () => {});
  }
}
