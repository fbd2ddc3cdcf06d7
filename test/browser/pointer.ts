import { sendMouse } from '@web/test-runner-commands';
import { waitUntil } from './wait-until.ts';

export type Point = [x: number, y: number];

/**
 * Moves the pointer onto an element as a visitor does: once it no longer moves and nothing covers it.
 * @param within the place inside its box; its centre without it
 */
export async function pointAt(
  target: Element,
  within: (box: DOMRect) => Point = ({ width, height }) => [width / 2, height / 2],
): Promise<Point> {
  await stillness(target);
  let place: Point = [0, 0];
  await waitUntil(async () => {
    const box = target.getBoundingClientRect();
    const [x, y] = within(box);
    place = [Math.round(box.left + x), Math.round(box.top + y)];
    await sendMouse({ type: 'move', position: place });
    return target.matches(':hover');
  }, 'the pointer on the element');
  return place;
}

export async function clickAt(target: Element): Promise<void> {
  await pointAt(target);
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'up' });
}

/** Resolves once no animation moves the element or what contains it, and its place stays the same. */
export async function stillness(target: Element): Promise<void> {
  let before = '';
  await waitUntil(() => {
    const place = JSON.stringify(target.getBoundingClientRect());
    const isSame = place === before;
    before = place;
    return isSame && !isAnimated(target);
  }, 'the end of its movement');
}

function isAnimated(target: Element): boolean {
  for (let element: Element | null = target; element; element = containerOf(element)) {
    if (element.getAnimations().some(willEnd)) return true;
  }
  return false;
}

function containerOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Whether it ends: a blinking cursor does not. */
function willEnd({ effect }: Animation): boolean {
  return effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
}
