import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import { followPointer } from './follow-pointer.ts';
import type { ResizableWindow, WindowOffset } from './window-geometry.ts';

/** CSS pixels that stay free between the window and the edges of the page. */
const MARGIN = 8;
/** CSS pixels up to which a movement is a press and not a drag. */
const DRAG_THRESHOLD = 3;

/** Handles an event of the header: shows that it can be dragged, moves the window, or changes sides at a double click. */
export function move(
  size: ResizableWindow,
  header: HTMLElement,
  window: HTMLElement,
  event: Event,
  onMoved: () => void,
): void {
  if (window.matches('.full, .expanded')) return;
  header.ondblclick = ({ target }) => {
    if ((target as Element).closest('button')) return;
    const { inline, block, ...rest } = size.chosen;
    const offset = offsetOf(window);
    const otherSide = freeSpace(window).inline - offset.inline;
    size.chosen =
      inline || block ? rest : { ...rest, ...withinPage(window, { ...offset, inline: otherSide }) };
    place(size, window);
    onMoved();
  };
  // A picture in the header would be dragged on its own.
  header.ondragstart = drag => drag.preventDefault();
  if (event.type !== 'pointerdown') return;
  const start = offsetOf(window);
  const away = directionFromCorner(window);
  let dragged = false;
  followPointer(
    header,
    event as PointerEvent,
    (x, y) => {
      dragged ||= Math.hypot(x, y) > DRAG_THRESHOLD;
      if (!dragged) return;
      moveTo(size, window, { inline: start.inline + x * away.x, block: start.block + y * away.y });
    },
    () => dragged && onMoved(),
  );
}

/** Moves the window by a number of CSS pixels. An enlarged window stays where it is. */
export function moveBy(size: ResizableWindow, window: HTMLElement, x: number, y: number): void {
  if (size.chosen.expanded) return;
  const { inline, block } = offsetOf(window);
  const away = directionFromCorner(window);
  moveTo(size, window, { inline: inline + x * away.x, block: block + y * away.y });
}

/** Applies the chosen place through the CSSOM, which every content security policy allows. */
export function place({ chosen }: ResizableWindow, window: HTMLElement): void {
  adoptStyles(window, movedStyles);
  for (const axis of ['inline', 'block'] as const) {
    const distance = Number(chosen[axis]);
    window.style.setProperty(`--_own-${axis}`, distance > 0 ? `${distance}px` : null);
  }
  window.toggleAttribute('data-moved', Number(chosen.inline) > 0);
}

function moveTo(size: ResizableWindow, window: HTMLElement, offset: WindowOffset): void {
  size.chosen = { ...size.chosen, ...withinPage(window, offset) };
  place(size, window);
}

function withinPage(window: HTMLElement, offset: WindowOffset): WindowOffset {
  const space = freeSpace(window);
  const clamp = (distance: number, max: number): number =>
    Math.round(Math.max(MARGIN, Math.min(distance, max - MARGIN)));
  return { inline: clamp(offset.inline, space.inline), block: clamp(offset.block, space.block) };
}

/** The part of the page that the window does not cover. */
function freeSpace(window: HTMLElement): WindowOffset {
  const { clientWidth, clientHeight } = document.documentElement;
  return { inline: clientWidth - window.offsetWidth, block: clientHeight - window.offsetHeight };
}

function offsetOf(window: HTMLElement): WindowOffset {
  const { left, top } = window.getBoundingClientRect();
  const free = freeSpace(window);
  const away = directionFromCorner(window);
  return { inline: away.x > 0 ? left : free.inline - left, block: away.y > 0 ? top : free.block - top };
}

/** The sign of a movement away from the window's corner of the page, for each axis. */
function directionFromCorner(window: HTMLElement): { x: 1 | -1; y: 1 | -1 } {
  const { place = '' } = window.dataset;
  return {
    x: place.endsWith('start') === window.matches(':dir(ltr)') ? 1 : -1,
    y: place.startsWith('top') ? 1 : -1,
  };
}

/** The window at its chosen place, within the page, and the cursor of a header that can be dragged. */
const movedStyles = css`
  dialog.window[data-moved]:not(.full, .expanded) {
    --_wide: min(var(--_own-width, var(--agent-chat-window-width, max(400px, 24em))), 100% - 2 * var(--_offset));
    --_high: min(var(--_own-height, var(--agent-chat-window-height, 660px)), 100% - var(--_gap) - 16px);
    --_inline: clamp(8px, var(--_own-inline), 100% - var(--_wide) - 8px);
    --_block: clamp(8px, var(--_own-block), 100% - var(--_high) - 8px);
    inset-inline: auto var(--_inline);
    inset-block: auto var(--_block);
    margin: 0;
  }

  dialog.window[data-moved][data-place$='start']:not(.full, .expanded) {
    inset-inline: var(--_inline) auto;
  }

  dialog.window[data-moved][data-place^='top']:not(.full, .expanded) {
    inset-block: var(--_block) auto;
  }

  dialog:not(.full, .expanded) > .header {
    user-select: none;
    -webkit-user-select: none;
    cursor: grab;
  }

  dialog:not(.full, .expanded) > .header:active {
    cursor: grabbing;
  }
`;
