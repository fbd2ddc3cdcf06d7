/**
 * Passes bytes on in chunks that end with a line break, so that whoever parses them never copies a growing
 * rest: fetch-event-source joins each new slice to all it has, which is quadratic in the length of a line.
 * What follows the last line break stays behind, as the format asks at the end of a stream.
 */
export class WholeLines {
  readonly #max: number;
  #held: Uint8Array[] = [];
  #size = 0;

  /** @param max bytes a line may have before `push` throws a RangeError. */
  constructor(max: number) {
    this.#max = max;
  }

  /** The lines this chunk completes, or undefined while the line goes on. */
  push(chunk: Uint8Array): Uint8Array | undefined {
    const end = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1;
    if (end === 0) {
      this.#hold(chunk);
      return undefined;
    }
    const head = chunk.subarray(0, end);
    const lines = this.#size === 0 ? head : this.#join(head);
    this.#held = [];
    this.#size = 0;
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return lines;
  }

  #hold(rest: Uint8Array): void {
    this.#size += rest.length;
    if (this.#size > this.#max) throw new RangeError(`a line is longer than ${this.#max} bytes`);
    this.#held.push(rest);
  }

  #join(last: Uint8Array): Uint8Array {
    const whole = new Uint8Array(this.#size + last.length);
    let at = 0;
    for (const piece of this.#held) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole.set(last, at);
    return whole;
  }
}

const LF = 10;
const CR = 13;
