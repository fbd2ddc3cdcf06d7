import type { LogList } from './log-list.ts';

/**
 * Walks through the messages with the arrow keys: Up, Down, Home and End move on from the one that has focus. Only
 * while a message itself has it: inside one, the keys keep their own meaning.
 */
export function moveFocus(event: KeyboardEvent, list: LogList): void {
  const from = event.target as HTMLElement;
  if (from.parentElement !== list.element || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = neighbour(event.key, from, list.element) as HTMLElement | null | undefined;
  if (to === undefined) return;
  event.preventDefault();
  if (!to) return;
  list.reach(to, true);
  to.focus();
}

/** Null at an end, undefined for a key that does not move it. */
function neighbour(key: string, from: Element, items: Element): Element | null | undefined {
  switch (key) {
    case 'ArrowUp':
      return from.previousElementSibling;
    case 'ArrowDown':
      return from.nextElementSibling;
    case 'Home':
      return items.firstElementChild;
    case 'End':
      return items.lastElementChild;
    default:
      return undefined;
  }
}
