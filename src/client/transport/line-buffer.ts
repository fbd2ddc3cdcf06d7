import { ClientError } from './client-error.ts';

const LF = 10;
const CR = 13;
/** Bytes in one line of a stream. A reply is a few kilobytes; past this it is no reply. */
const LINE_MAX = 8 * 1024 * 1024;

/**
 * Passes bytes on in chunks that end with a line break, so that whoever parses them never copies a growing
 * rest: fetch-event-source joins each new slice to all it has, which is quadratic in the length of a line.
 * What follows the last line break stays behind, as the format asks at the end of a stream.
 */
export class WholeLines {
  #held: Uint8Array[] = [];
  #size = 0;

  /** The lines this chunk completes, none while the line goes on. @throws ClientError `unreadable` when a line is too long. */
  push(chunk: Uint8Array): Uint8Array {
    const end = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1;
    this.#hold(chunk.subarray(0, end));
    const lines = new Uint8Array(end && this.#size);
    if (end > 0) {
      let at = 0;
      for (const piece of this.#held) {
        lines.set(piece, at);
        at += piece.length;
      }
      this.#held = [];
      this.#size = 0;
    }
    this.#hold(chunk.subarray(end));
    if (this.#size > LINE_MAX) throw new ClientError('unreadable', 'too long');
    return lines;
  }

  #hold(bytes: Uint8Array): void {
    this.#size += bytes.length;
    this.#held.push(bytes);
  }
}
