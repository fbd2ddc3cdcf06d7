import { adoptStyles } from '../../conversation/adopt-styles.ts';
import { keep } from './kept-preferences.ts';
import type { OwnSize, Resizable } from './own-size.ts';
import { resizeHandleStyles } from './resize-handle-styles.ts';

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

/** Does what the visitor does with the corner or the button: shows itself, follows, or changes the size at once. */
export function resize(size: Resizable, control: HTMLElement, event: Event): void {
  adoptStyles(control, resizeHandleStyles);
  const window = control.closest('dialog');
  if (!window) return;
  const set = (own: OwnSize): void => {
    size.own = own;
    size.apply(window);
    size.changed();
  };
  const done = (): void => {
    if (size.mayKeep()) keep('window', size.own);
  };
  if (event.type === 'pointerdown') {
    drag(window, control, event as PointerEvent, set, done);
  } else if (event.type === 'click') {
    set({ ...size.own, expanded: !size.own.expanded });
    done();
  } else if (event.type === 'keydown') {
    set(sizeAfter(window, (event as KeyboardEvent).key));
    done();
  }
}

/** Follows the pointer that holds the corner, until it lets go. */
function drag(
  window: HTMLElement,
  corner: HTMLElement,
  start: PointerEvent,
  set: (size: Size) => void,
  done: () => void,
): void {
  try {
    corner.setPointerCapture(start.pointerId);
  } catch {
    // The pointer has let go already.
    return;
  }
  const from = window.getBoundingClientRect();
  const grow = growthOf(window);
  const onMove = (move: PointerEvent): void =>
    set(
      bounded({
        width: from.width + (move.clientX - start.clientX) * grow.x,
        height: from.height + (move.clientY - start.clientY) * grow.y,
      }),
    );
  const onEnd = (): void => {
    corner.removeEventListener('pointermove', onMove);
    done();
  };
  corner.addEventListener('pointermove', onMove);
  corner.addEventListener('lostpointercapture', onEnd, { once: true });
}

/** The size one press of an arrow key leads to. */
function sizeAfter(window: HTMLElement, key: string): Size {
  const direction = DIRECTIONS[key] ?? { x: 0, y: 0 };
  const { width, height } = window.getBoundingClientRect();
  const grow = growthOf(window);
  return bounded({
    width: width + direction.x * grow.x * STEP,
    height: height + direction.y * grow.y * STEP,
  });
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
