import { keep, recall } from './kept-preferences.ts';
import type { Size } from './resizing.ts';

/**
 * The visitor's own size of the window: by dragging its inner corner, by the arrow keys on it, or by one press
 * on "larger". Remembered on this device.
 */
export class WindowSize {
  expanded: boolean;
  #size: Size | undefined;
  readonly #window: () => HTMLElement | null;
  readonly #changed: () => void;
  readonly #mayKeep: () => boolean;

  constructor(window: () => HTMLElement | null, changed: () => void, mayKeep: () => boolean) {
    this.#window = window;
    this.#changed = changed;
    this.#mayKeep = mayKeep;
    const kept = recall('window') as Partial<Size & { expanded: boolean }> | undefined;
    this.expanded = kept?.expanded === true;
    const { width, height } = kept ?? {};
    if (typeof width === 'number' && typeof height === 'number') this.#size = { width, height };
  }

  /** Puts the remembered size on the window. Through the CSSOM, which no policy forbids. */
  apply(): void {
    const style = this.#window()?.style;
    if (!style) return;
    const size = this.expanded ? undefined : this.#size;
    style.setProperty('--_own-width', size ? `${size.width}px` : null);
    style.setProperty('--_own-height', size ? `${size.height}px` : null);
  }

  toggleExpanded(): void {
    this.expanded = !this.expanded;
    this.#keep();
    this.#changed();
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    const window = this.#window();
    if (!window || event.button !== 0) return;
    event.preventDefault();
    const corner = event.currentTarget as HTMLElement;
    void loadResizing().then(({ drag }) => drag(window, corner, event, this.#set, this.#keep));
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const window = this.#window();
    if (!window || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    void loadResizing().then(({ sizeAfter }) => {
      this.#set(sizeAfter(window, event.key));
      this.#keep();
    });
  };

  readonly #set = (size: Size): void => {
    this.expanded = false;
    this.#size = size;
    this.apply();
    this.#changed();
  };

  readonly #keep = (): void => {
    if (this.#mayKeep()) keep('window', { ...this.#size, expanded: this.expanded });
  };
}

const loadResizing = () => import('./resizing.ts');
