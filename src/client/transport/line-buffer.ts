import { ClientError } from './client-error.ts';

const LF = 10;
const CR = 13;
/** The longest line, in bytes. A reply has a few kilobytes. */
const LINE_MAX = 8 * 1024 * 1024;

/**
 * Passes bytes on in chunks that end with a line break: fetch-event-source copies an unfinished line with each chunk,
 * which is quadratic in its length. What follows the last line break is dropped at the end of a stream, as the format
 * requires.
 */
export class LineBuffer {
  #pieces: Uint8Array[] = [];
  #size = 0;

  /** @returns the lines that this chunk completes. @throws ClientError `unreadable` when a line is too long. */
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
    const end = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1;
    this.#keep(chunk.subarray(0, end));
    const lines = new Uint8Array(end && this.#size);
    if (end > 0) {
      let at = 0;
      for (const piece of this.#pieces) {
        lines.set(piece, at);
        at += piece.length;
      }
      this.#pieces = [];
      this.#size = 0;
    }
    this.#keep(chunk.subarray(end));
    if (this.#size > LINE_MAX) throw new ClientError('unreadable', 'too long');
    return lines;
  }

  #keep(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#pieces.push(bytes);
  }
}
