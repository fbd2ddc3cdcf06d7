/** A node of the tree of turns: a network, a smaller network in it, or a visitor. */
class Turn<T> {
  readonly inner = new Map<string, Turn<T>>();
  readonly items: T[] = [];
  size = 0;
}

/**
 * A queue that is fair at each level of a path, for instance network → address → visitor: the networks take turns, within
 * one its addresses do, within one of these its visitors. So a flood from one network delays only those who share it.
 */
export class Turns<T> {
  readonly #root = new Turn<T>();

  get size(): number {
    return this.#root.size;
  }

  add(path: readonly string[], item: T): void {
    for (const turn of this.#grow(path)) turn.size++;
    this.#at(path)!.items.push(item);
  }

  /** Does nothing if the item is not in the queue. */
  remove(path: readonly string[], item: T): void {
    const items = this.#at(path)?.items;
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return;
    items.splice(at, 1);
    this.#shrink(path);
  }

  /** The item whose turn is next, of the first level's entries that `accepts` lets through. It stays in the queue. */
  next(accepts: (name: string) => boolean): T | undefined {
    for (const [name, turn] of this.#root.inner) {
      if (!accepts(name)) continue;
      moveToEnd(this.#root.inner, name);
      return first(turn);
    }
    return undefined;
  }

  /** How many wait at or below a path. */
  sizeOf(path: readonly string[]): number {
    return this.#at(path)?.size ?? 0;
  }

  /** How many go before the next item at a path, because each other entry of a level has as many turns. */
  before(path: readonly string[]): number {
    let before = 0;
    let level: Turn<T> | undefined = this.#root;
    const sizes = path.map((_, i) => this.sizeOf(path.slice(0, i + 1)));
    for (const [i, name] of path.entries()) {
      const own = sizes[i]!;
      for (const [other, { size }] of level?.inner ?? [])
        if (other !== name) before += Math.min(size, own + 1);
      level = level?.inner.get(name);
    }
    return before + (sizes.at(-1) ?? 0);
  }

  #at(path: readonly string[]): Turn<T> | undefined {
    let turn: Turn<T> | undefined = this.#root;
    for (const name of path) turn = turn?.inner.get(name);
    return turn;
  }

  #grow(path: readonly string[]): Turn<T>[] {
    const turns = [this.#root];
    for (const name of path) {
      const { inner } = turns.at(-1)!;
      const next = inner.get(name) ?? new Turn<T>();
      inner.set(name, next);
      turns.push(next);
    }
    return turns;
  }

  #shrink(path: readonly string[]): void {
    let turn = this.#root;
    turn.size--;
    for (const name of path) {
      const next = turn.inner.get(name)!;
      next.size--;
      if (next.size === 0) turn.inner.delete(name);
      turn = next;
    }
  }
}

function first<T>(turn: Turn<T>): T | undefined {
  const [name, inner] = turn.inner.entries().next().value ?? [];
  if (name === undefined || !inner) return turn.items[0];
  moveToEnd(turn.inner, name);
  return first(inner);
}

function moveToEnd<T>(map: Map<string, T>, name: string): void {
  const value = map.get(name) as T;
  map.delete(name);
  map.set(name, value);
}
