/**
 * Walks through the messages with the arrow keys: one message is in the order of Tab (the last, or the one that had
 * focus), Up, Down, Home and End move on from there. Only while a message itself has focus: inside one, the keys
 * keep their own meaning.
 */
export class MessageWalk {
  #current: HTMLElement | undefined;
  #visited = false;

  /** Makes one of these messages reachable by Tab. */
  keep(items: Element): void {
    if (this.#visited && this.#current?.isConnected) return;
    this.#visited = false;
    this.#take(items.lastElementChild as HTMLElement | null);
  }

  onKeyDown(event: KeyboardEvent, items: Element): void {
    const from = event.target as HTMLElement;
    if (from.parentElement !== items || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = neighbour(event.key, from, items) as HTMLElement | null | undefined;
    if (to === undefined) return;
    event.preventDefault();
    if (!to) return;
    this.#take(to);
    this.#visited = true;
    to.focus();
  }

  #take(message: HTMLElement | null): void {
    if (message === (this.#current ?? null)) return;
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = message ?? undefined;
    if (message) message.tabIndex = 0;
  }
}

/** Null at an end, undefined for a key that does not walk. */
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
