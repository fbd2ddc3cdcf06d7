import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import { followPointer } from './follow-pointer.ts';
import { move, moveBy } from './moving.ts';
import { storePreference } from './stored-preferences.ts';
import type { ChosenGeometry, ResizableWindow } from './window-geometry.ts';

export { place } from './moving.ts';

/** Size of the floating window in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** CSS pixels by which an arrow key changes the size. */
const STEP = 32;
const MIN: Size = { width: 300, height: 340 };

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Handles an event of the corner, the header or the button that enlarges the window. */
export function resize(size: ResizableWindow, control: HTMLElement, event: Event): void {
  adoptStyles(control, resizeHandleStyles);
  const window = control.closest('dialog');
  if (!window) return;
  const set = (chosen: ChosenGeometry): void => {
    size.chosen = { ...size.chosen, expanded: false, ...chosen };
    size.apply(window);
    size.onChange();
  };
  const store = (): void => {
    if (size.mayStore()) storePreference('window', size.chosen);
  };
  // The button moves the edges to the new size; a dragged corner follows the pointer.
  if (event.type === 'pointerdown' || event.type === 'keydown') window.removeAttribute('data-sizing');
  if (control.matches('.header')) {
    move(size, control, window, event, store);
  } else if (event.type === 'pointerdown') {
    const sizeAt = sizeByDistance(window);
    followPointer(control, event as PointerEvent, (x, y) => set(sizeAt(x, y)), store);
  } else if (event.type === 'click') {
    window.toggleAttribute('data-sizing', true);
    set({ expanded: !size.chosen.expanded });
    store();
  } else if (event.type === 'keydown') {
    const { key, shiftKey } = event as KeyboardEvent;
    const { x, y } = DIRECTIONS[key] ?? { x: 0, y: 0 };
    if (shiftKey) moveBy(size, window, x * STEP, y * STEP);
    else set(sizeByDistance(window)(x * STEP, y * STEP));
    store();
  }
}

/**
 * The size of the window when its corner has moved by a distance; it grows towards that corner. It starts from the size
 * in the layout: the window's box is smaller while it opens.
 */
function sizeByDistance(window: HTMLElement): (x: number, y: number) => Size {
  const { offsetWidth: width, offsetHeight: height } = window;
  const { left, top } = window.getBoundingClientRect();
  const corner = window.querySelector('.corner')!.getBoundingClientRect();
  const [across, down] = [corner.left > left ? 1 : -1, corner.top > top ? 1 : -1];
  return (x, y) => ({
    width: Math.round(Math.min(Math.max(width + x * across, MIN.width), innerWidth)),
    height: Math.round(Math.min(Math.max(height + y * down, MIN.height), innerHeight)),
  });
}

/** The corner is invisible until the pointer is over it or it has the focus. */
const resizeHandleStyles = css`
  .corner {
    border-start-start-radius: var(--_radius);
    cursor: nwse-resize;
  }

  .corner:dir(rtl),
  [data-place$='start'] > .corner {
    cursor: nesw-resize;
  }

  [data-place$='start'] > .corner:dir(rtl) {
    cursor: nwse-resize;
  }

  .corner::before {
    content: '';
    position: absolute;
    inset: 6px;
    border: 2px solid var(--_muted);
    border-inline-end-color: transparent;
    border-block-end-color: transparent;
    border-start-start-radius: calc(var(--_radius) * 0.7);
    opacity: 0;
    transition: opacity 0.15s;
  }

  .corner:focus-visible {
    clip-path: none;
  }

  .corner:hover::before,
  .corner:focus-visible::before {
    opacity: 1;
  }

  [data-place$='start'] > .corner::before {
    scale: -1 1;
  }

  [data-place^='top'] > .corner::before {
    scale: 1 -1;
  }

  [data-place='top-start'] > .corner::before {
    scale: -1;
  }

  /* Forced colours would show all four sides of the arc. */
  @media (forced-colors: active) {
    .corner:is(:hover, :focus-visible) {
      border: 1px dashed ButtonText;
    }
    .corner::before {
      content: none;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    dialog.window[data-sizing]:popover-open {
      transition: 0.2s cubic-bezier(0.2, 0.8, 0.2, 1) allow-discrete;
      transition-property: opacity, scale, translate, display, overlay, inline-size, block-size;
    }
  }
`;
