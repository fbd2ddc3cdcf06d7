import { adoptStyles } from '../../conversation/adopt-styles.ts';
import { followPointer } from './follow-pointer.ts';
import { keep } from './kept-preferences.ts';
import { move, moveBy } from './moving.ts';
import type { OwnSize, Resizable } from './own-size.ts';
import { resizeHandleStyles } from './resize-handle-styles.ts';

export { place } from './moving.ts';

/** Width and height of the floating window in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

const STEP = 32;
const MIN: Size = { width: 300, height: 340 };

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Does what the visitor does with the corner, the button or the upper edge: shows itself, follows, or acts at once. */
export function resize(size: Resizable, control: HTMLElement, event: Event): void {
  adoptStyles(control, resizeHandleStyles);
  const window = control.closest('dialog');
  if (!window) return;
  const set = (own: OwnSize): void => {
    size.own = { ...size.own, expanded: false, ...own };
    size.apply(window);
    size.changed();
  };
  const done = (): void => {
    if (size.mayKeep()) keep('window', size.own);
  };
  if (control.matches('.header')) {
    move(size, control, window, event, done);
  } else if (event.type === 'pointerdown') {
    drag(window, control, event as PointerEvent, set, done);
  } else if (event.type === 'click') {
    set({ expanded: !size.own.expanded });
    done();
  } else if (event.type === 'keydown') {
    const { key, shiftKey } = event as KeyboardEvent;
    const { x, y } = DIRECTIONS[key] ?? { x: 0, y: 0 };
    if (shiftKey) moveBy(size, window, x * STEP, y * STEP);
    else set(sizeAfter(window, x * STEP, y * STEP));
    done();
  }
}

/** Follows the pointer that holds the corner. */
function drag(
  window: HTMLElement,
  corner: HTMLElement,
  start: PointerEvent,
  set: (size: Size) => void,
  done: () => void,
): void {
  const { width, height } = window.getBoundingClientRect();
  const grow = growthOf(window);
  followPointer(
    corner,
    start,
    (x, y) => set(bounded({ width: width + x * grow.x, height: height + y * grow.y })),
    done,
  );
}

/** The size one press of an arrow key leads to. */
function sizeAfter(window: HTMLElement, x: number, y: number): Size {
  const { width, height } = window.getBoundingClientRect();
  const grow = growthOf(window);
  return bounded({ width: width + x * grow.x, height: height + y * grow.y });
}

function bounded({ width, height }: Size): Size {
  return {
    width: Math.round(Math.min(Math.max(width, MIN.width), innerWidth)),
    height: Math.round(Math.min(Math.max(height, MIN.height), innerHeight)),
  };
}

/** Towards which sides the window grows: those of the corner that is held. */
function growthOf(window: HTMLElement): { x: number; y: number } {
  const { left, top } = window.getBoundingClientRect();
  const corner = window.querySelector('.corner')!.getBoundingClientRect();
  return { x: corner.left > left ? 1 : -1, y: corner.top > top ? 1 : -1 };
}
