import type { Line } from './line.ts';

/** CommonMark's leaf block: it holds text and no other blocks. Its text arrives line by line, each line in any pieces. */
export interface LeafBlock {
  /** Adds to the current line. */
  write(text: string): void;
  /** Ends the current line. Returns true when the block ends with it. */
  endLine(): boolean;
  /** Renders what has arrived, as far as its meaning is certain. */
  render(): void;
  /** Renders the rest after the text has ended. */
  close(): void;
  /**
   * For blocks that take lines verbatim (code, HTML): `all` when the line belongs to the block, whose indentation is then
   * skipped; `last` when it closes the block; `none` when the block ended before it.
   */
  accepts?(line: Line): 'all' | 'none' | 'last';
}
