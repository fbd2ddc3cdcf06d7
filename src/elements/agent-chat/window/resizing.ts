import { adoptStyles } from '../../conversation/shadow-root.ts';
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
    const sizeAt = sizing(window);
    followPointer(control, event as PointerEvent, (x, y) => set(sizeAt(x, y)), done);
  } else if (event.type === 'click') {
    set({ expanded: !size.own.expanded });
    done();
  } else if (event.type === 'keydown') {
    const { key, shiftKey } = event as KeyboardEvent;
    const { x, y } = DIRECTIONS[key] ?? { x: 0, y: 0 };
    if (shiftKey) moveBy(size, window, x * STEP, y * STEP);
    else set(sizing(window)(x * STEP, y * STEP));
    done();
  }
}

/** How large the window is once its corner has gone so far from where it is. It grows towards the sides of that corner. */
function sizing(window: HTMLElement): (x: number, y: number) => Size {
  const { left, top, width, height } = window.getBoundingClientRect();
  const corner = window.querySelector('.corner')!.getBoundingClientRect();
  const [across, down] = [corner.left > left ? 1 : -1, corner.top > top ? 1 : -1];
  return (x, y) => ({
    width: Math.round(Math.min(Math.max(width + x * across, MIN.width), innerWidth)),
    height: Math.round(Math.min(Math.max(height + y * down, MIN.height), innerHeight)),
  });
}
