import { adoptStyles } from '../../conversation/shadow-root.ts';
import { followPointer } from './follow-pointer.ts';
import { movedStyles } from './moved-styles.ts';
import type { OwnPlace, Resizable } from './own-size.ts';

/** What is left free between the window and the edge of the page, in CSS pixels. */
const MARGIN = 8;
/** A pointer that goes no further than this has pressed, not dragged. */
const PRESS = 3;

/** Does what the visitor does with the window's upper edge: shows that it can be held, follows, or changes sides. */
export function move(
  size: Resizable,
  header: HTMLElement,
  window: HTMLElement,
  event: Event,
  done: () => void,
): void {
  if (window.matches('.full, .expanded')) return;
  header.ondblclick = ({ target }) => {
    if ((target as Element).closest('button')) return;
    const { inline, block, ...own } = size.own;
    const there = placeOf(window);
    const across = spaceOf(window).inline - there.inline;
    size.own = inline || block ? own : { ...own, ...bounded(window, { ...there, inline: across }) };
    place(size, window);
    done();
  };
  // A picture of the owner's would be dragged alone.
  header.ondragstart = drag => drag.preventDefault();
  if (event.type !== 'pointerdown') return;
  const from = placeOf(window);
  const away = awayFromCorner(window);
  let dragged = false;
  followPointer(
    header,
    event as PointerEvent,
    (x, y) => {
      dragged ||= Math.hypot(x, y) > PRESS;
      if (!dragged) return;
      moveTo(size, window, { inline: from.inline + x * away.x, block: from.block + y * away.y });
    },
    () => dragged && done(),
  );
}

/** Goes one way by so many CSS pixels. An enlarged window has no other place. */
export function moveBy(size: Resizable, window: HTMLElement, x: number, y: number): void {
  if (size.own.expanded) return;
  const { inline, block } = placeOf(window);
  const away = awayFromCorner(window);
  moveTo(size, window, { inline: inline + x * away.x, block: block + y * away.y });
}

/** Puts the window where the visitor left it. Through the CSSOM, which no policy forbids. */
export function place({ own }: Resizable, window: HTMLElement): void {
  adoptStyles(window, movedStyles);
  for (const axis of ['inline', 'block'] as const) {
    const distance = Number(own[axis]);
    window.style.setProperty(`--_own-${axis}`, distance > 0 ? `${distance}px` : null);
  }
  window.toggleAttribute('data-moved', Number(own.inline) > 0);
}

function moveTo(size: Resizable, window: HTMLElement, to: OwnPlace): void {
  size.own = { ...size.own, ...bounded(window, to) };
  place(size, window);
}

function bounded(window: HTMLElement, to: OwnPlace): OwnPlace {
  const most = spaceOf(window);
  const within = (distance: number, max: number): number =>
    Math.round(Math.max(MARGIN, Math.min(distance, max - MARGIN)));
  return { inline: within(to.inline, most.inline), block: within(to.block, most.block) };
}

/** How much of the page the window leaves free. */
function spaceOf(window: HTMLElement): OwnPlace {
  const { clientWidth, clientHeight } = document.documentElement;
  return { inline: clientWidth - window.offsetWidth, block: clientHeight - window.offsetHeight };
}

/** How far the window is from the sides of its corner. */
function placeOf(window: HTMLElement): OwnPlace {
  const { left, top } = window.getBoundingClientRect();
  const free = spaceOf(window);
  const away = awayFromCorner(window);
  return { inline: away.x > 0 ? left : free.inline - left, block: away.y > 0 ? top : free.block - top };
}

/** Which way leads away from the window's corner. */
function awayFromCorner(window: HTMLElement): { x: 1 | -1; y: 1 | -1 } {
  const { place = '' } = window.dataset;
  return {
    x: place.endsWith('start') === window.matches(':dir(ltr)') ? 1 : -1,
    y: place.startsWith('top') ? 1 : -1,
  };
}
