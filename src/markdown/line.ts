const SPACE = 32;
const TAB = 9;

/** One line, read from the left. A tab is a tab until part of it is used; then it is the spaces it stands for. */
export class Line {
  #text: string;
  /** What has been read, in UTF-16 units. Until the block's own text begins, that is columns too. */
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

  /** How many columns of white space come next, counted up to `most`. */
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

  /** Goes over all white space that comes next. */
  skipSpace(): void {
    this.at += this.rest.search(/[^ \t]|$/);
  }
}

/** Where the white space at the end of a text begins. */
export function trimmedEnd(text: string, space: RegExp = /[ \t\n]/): number {
  let end = text.length;
  while (end > 0 && space.test(text[end - 1]!)) end--;
  return end;
}
