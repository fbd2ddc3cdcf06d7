import type { Line } from './line.ts';

/** A block that holds text and no other blocks. It gets its text line by line, and each line in any pieces. */
export interface Leaf {
  /** Adds to the line being written. */
  write(text: string): void;
  /** Ends that line. True when the block ends with it. */
  endLine(): boolean;
  /** Brings what has come on screen, as far as its meaning is decided. */
  draw(): void;
  /** All has come. */
  close(): void;
  /** For a block that takes lines as they are: whether this one is inside, and from where on, or ends it. */
  takes?(line: Line): 'all' | 'none' | 'last';
}
