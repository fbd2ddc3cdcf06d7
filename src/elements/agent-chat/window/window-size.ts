import { keep, recall } from './kept-preferences.ts';

/** Width and height of the floating window in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

const STEP = 32;
const MIN: Size = { width: 300, height: 340 };

/**
 * The visitor's own size of the window: by dragging its inner corner, by the arrow keys on it, or by one press
 * on "larger". Remembered on this device.
 */
export class WindowSize {
  expanded: boolean;
  #size: Size | undefined;
  readonly #window: () => HTMLElement | null;
  readonly #changed: () => void;

  constructor(window: () => HTMLElement | null, changed: () => void) {
    this.#window = window;
    this.#changed = changed;
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
    const corner = event.currentTarget as HTMLElement;
    if (!window || event.button !== 0) return;
    event.preventDefault();
    const from = window.getBoundingClientRect();
    const grow = growthOf(window);
    corner.setPointerCapture(event.pointerId);
    const onMove = (move: PointerEvent): void =>
      this.#set({
        width: from.width + (move.clientX - event.clientX) * grow.x,
        height: from.height + (move.clientY - event.clientY) * grow.y,
      });
    const onEnd = (): void => {
      corner.removeEventListener('pointermove', onMove);
      this.#keep();
    };
    corner.addEventListener('pointermove', onMove);
    corner.addEventListener('lostpointercapture', onEnd, { once: true });
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const window = this.#window();
    const direction = DIRECTIONS[event.key];
    if (!window || !direction) return;
    event.preventDefault();
    const { width, height } = window.getBoundingClientRect();
    const grow = growthOf(window);
    this.#set({ width: width + direction.x * grow.x * STEP, height: height + direction.y * grow.y * STEP });
    this.#keep();
  };

  #set(size: Size): void {
    this.expanded = false;
    this.#size = {
      width: Math.round(Math.min(Math.max(size.width, MIN.width), innerWidth)),
      height: Math.round(Math.min(Math.max(size.height, MIN.height), innerHeight)),
    };
    this.apply();
    this.#changed();
  }

  #keep(): void {
    keep('window', { ...this.#size, expanded: this.expanded });
  }
}

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Towards which side the window grows: away from the edges it is fixed to. */
function growthOf(window: HTMLElement): { x: number; y: number } {
  const { left, right, top, bottom } = window.getBoundingClientRect();
  return {
    x: left > innerWidth - right ? -1 : 1,
    y: top > innerHeight - bottom ? -1 : 1,
  };
}
