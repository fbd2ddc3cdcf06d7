import { recallPreference } from './stored-preferences.ts';
import type { ChosenGeometry, ResizableWindow } from './window-geometry.ts';

/**
 * The visitor's own size and place of the window: changed by dragging its inner corner or its header, by the arrow keys,
 * or by the button that enlarges it, and stored on this device. The code that changes it is loaded on first use.
 */
export class WindowSize implements ResizableWindow {
  chosen: ChosenGeometry;
  readonly onChange: () => void;
  readonly mayStore: () => boolean;

  constructor(onChange: () => void, mayStore: () => boolean) {
    this.onChange = onChange;
    this.mayStore = mayStore;
    this.chosen = Object(recallPreference('window'));
  }

  /** Sets the size through the CSSOM, which every content security policy allows. */
  apply(window: HTMLElement): void {
    for (const side of ['width', 'height'] as const) {
      const length = this.chosen.expanded ? 0 : Number(this.chosen[side]);
      window.style.setProperty(`--_own-${side}`, length > 0 ? `${length}px` : null);
    }
    if (this.chosen.inline) this.#load(({ place }) => place(this, window));
  }

  /** For the events of the header, of the corner and of the button that enlarges the window. */
  readonly onEvent = (event: Event): void => {
    const { button, key } = event as PointerEvent & KeyboardEvent;
    const control = event.currentTarget as HTMLElement;
    const pressed = (event.target as Element).closest('button') ?? control;
    // A button in the header is pressed, not dragged. A window that fills the screen keeps the browser's own behaviour.
    if (pressed !== control || !control.closest('dialog:not(.full)')) return;
    if (button > 0 || (key && !key.startsWith('Arrow'))) return;
    event.preventDefault();
    this.#load(({ resize }) => resize(this, control, event));
  };

  #load(use: (code: typeof import('./resizing.ts')) => void): void {
    import('./resizing.ts').then(use, () => {});
  }
}
