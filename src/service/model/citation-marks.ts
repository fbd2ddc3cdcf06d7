const MARK = /^ ?\[\d{1,3}(?:, ?\d{1,3})*\]$/;
const BEGINNING = /^ ?(?:\[(?:\d{1,3}(?:, ?(?:\d{1,3})?)?)*)?$/;
/** Characters. Longer than any list of sources. */
const MARK_LENGTH = 40;

/**
 * Renumbers the citation marks in a model's answer, `[2]` or `[2, 5]`, from 1 in the order of their first use, so that they
 * match a list of the sources used. Removes numbers without a source. Leaves code alone.
 *
 * Takes and returns text in pieces of any size; holds back only what may become a mark.
 */
export class CitationMarks {
  readonly #sources: number;
  readonly #order = new Map<number, number>();
  #pending = '';
  #fence = 0;
  #ticks = 0;
  #lineBreaks = 0;

  constructor(sources: number) {
    this.#sources = sources;
  }

  /** The sources used so far (from 1), in the order of their new numbers. */
  get used(): number[] {
    return [...this.#order.keys()];
  }

  push(text: string): string {
    let out = '';
    for (const character of text) out += this.#next(character);
    return out;
  }

  /** Returns text that was held back, of an answer that has ended. */
  finish(): string {
    const rest = this.#pending;
    this.#pending = '';
    return rest;
  }

  #next(character: string): string {
    const text = this.#pending + character;
    if (this.#inCode(character)) {
      this.#pending = '';
      return text;
    }
    if (MARK.test(text)) {
      this.#pending = '';
      return this.#renumber(text);
    }
    if (text.length <= MARK_LENGTH && BEGINNING.test(text)) {
      this.#pending = text;
      return '';
    }
    let out = this.#pending;
    this.#pending = '';
    if (BEGINNING.test(character)) this.#pending = character;
    else out += character;
    return out;
  }

  #renumber(mark: string): string {
    const numbers = (mark.match(/\d+/g) ?? []).map(Number).filter(n => n >= 1 && n <= this.#sources);
    for (const n of numbers) if (!this.#order.has(n)) this.#order.set(n, this.#order.size + 1);
    if (numbers.length === 0) return '';
    const space = mark.startsWith(' ') ? ' ' : '';
    return `${space}[${numbers.map(n => this.#order.get(n)).join(', ')}]`;
  }

  /**
   * Follows runs of backticks: one opens code, the next of the same length closes it. An unclosed run shorter than three
   * ends with its paragraph.
   */
  #inCode(character: string): boolean {
    if (character === '`') {
      this.#ticks++;
      return true;
    }
    if (this.#ticks > 0) {
      if (this.#fence === 0) this.#fence = this.#ticks;
      else if (this.#fence === this.#ticks) this.#fence = 0;
      this.#ticks = 0;
    }
    this.#lineBreaks = character === '\n' ? this.#lineBreaks + 1 : 0;
    if (this.#lineBreaks === 2 && this.#fence < 3) this.#fence = 0;
    return this.#fence > 0;
  }
}

/** A text without citation marks. */
export function withoutMarks(text: string): string {
  const marks = new CitationMarks(0);
  return marks.push(text) + marks.finish();
}
