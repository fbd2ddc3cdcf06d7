const SPACE = 32;
const TAB = 9;

/** One line, read from the left. A tab is replaced by spaces once part of it counts as indentation. */
export class Line {
  #text: string;
  /** The position in UTF-16 units, which equals the column until the block's own text starts. */
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get rest(): string {
    return this.#text.slice(this.at);
  }

  get isBlank(): boolean {
    return !/[^ \t]/.test(this.rest);
  }

  /** The columns of white space at the position, at most `most`. */
  indent(most = 4): number {
    let columns = 0;
    for (; columns < most; columns++) {
      const at = this.at + columns;
      const code = this.#text.charCodeAt(at);
      if (code === TAB) {
        this.#text = this.#text.slice(0, at) + ' '.repeat(4 - (at % 4)) + this.#text.slice(at + 1);
      } else if (code !== SPACE) break;
    }
    return columns;
  }

  /** Skips all white space at the position. */
  skipSpace(): void {
    this.at += this.rest.search(/[^ \t]|$/);
  }
}

/** The index where the trailing white space of a text starts. */
export function trimmedEnd(text: string, space: RegExp = /[ \t\n]/): number {
  let end = text.length;
  while (end > 0 && space.test(text[end - 1]!)) end--;
  return end;
}
