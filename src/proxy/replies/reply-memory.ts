/** There is no memory for a reply to grow. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export interface MemoryBounds {
  /** Bytes of all replies together past which finished ones without readers are dropped. */
  size: number;
  /** Bytes of all together past which none gets more than its share. */
  most: number;
  /** Bytes that each one may have, whatever the others hold. */
  share: number;
  /** Drops replies without readers, as long as `full`. */
  makeRoom: () => void;
}

/**
 * Counts the bytes of all logs, running and kept. Past `most`, a reply with its share gets no more: all together never hold
 * more than `most` and a share each, and a reply that never ends harms no other.
 */
export class ReplyMemory {
  readonly #bounds: MemoryBounds;
  #held = 0;

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds;
  }

  get full(): boolean {
    return this.#held > this.#bounds.size;
  }

  /** Call this when the bytes of a log have changed by this number. */
  count(bytes: number): void {
    this.#held += bytes;
  }

  /** Before a log grows from `before` to `after` bytes. @throws NoRoom */
  demand(before: number, after: number): void {
    const more = after - before;
    this.#held += more;
    if (this.full) this.#bounds.makeRoom();
    const refused = this.#held > this.#bounds.most && after > this.#bounds.share;
    this.#held -= more;
    if (refused) throw new NoRoom();
  }
}
