/** A reply wanted more room than there was. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export interface MemoryBounds {
  /** Bytes of all replies together past which those nobody reads any more are dropped. */
  size: number;
  /** Bytes of all past which no single one gets more than its share. */
  most: number;
  /** Bytes every single one may have whatever the others hold. */
  share: number;
  /** Drops replies nobody reads any more, as long as `full`. */
  makeRoom: () => void;
}

/**
 * Counts the bytes of all replies' logs, running and kept. Past `most`, a reply that has had its share gets no more: so
 * all together never hold more than `most` and a share each, and one that never ends harms no other.
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

  /** A log has grown by so many bytes, or shrunk. */
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
