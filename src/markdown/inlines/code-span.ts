/** Finds the ends of code spans in linear time, however many runs of backticks there are. */
export class CodeSpans {
  readonly #text: string;
  /** The index of the last run of each length. */
  readonly #last = new Map<number, number>();

  constructor(text: string) {
    this.#text = text;
    for (const { 0: run, index } of text.matchAll(/`+/g)) this.#last.set(run.length, index);
  }

  /** The index of the next run of `length` backticks, or -1. */
  end(length: number, from: number): number {
    if ((this.#last.get(length) ?? 0) < from) return -1;
    for (let at = this.#text.indexOf('`', from); ; ) {
      const run = runLength(this.#text, at);
      if (run === length) return at;
      at = this.#text.indexOf('`', at + run);
    }
  }
}

/** How often the character at `at` is repeated in a row. */
export function runLength(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

export function createCode(source: string): HTMLElement {
  const text = source.replaceAll('\n', ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  const code = document.createElement('code');
  code.translate = false;
  code.textContent = isPadded ? text.slice(1, -1) : text;
  return code;
}
