const MARK = /^ ?\[\d{1,3}(?:, ?\d{1,3})*\]$/;
const BEGINNING = /^ ?(?:\[(?:\d{1,3}(?:, ?(?:\d{1,3})?)?)*)?$/;
/** Longer than any list of sources; more is not waited for. */
const MARK_LENGTH = 40;

/**
 * The marks of sources in a model's answer, `[2]` or `[2, 5]`, made to count from 1 in the order they first appear,
 * so that they fit a list of only those the answer used. A number no source has is left out. What stands in code
 * stays as it is.
 *
 * Text goes in and comes out in any pieces; only what may still become a mark is held back.
 */
export class CitationMarks {
  readonly #sources: number;
  readonly #order = new Map<number, number>();
  #held = '';
  #fence = 0;
  #ticks = 0;
  #lineBreaks = 0;

  constructor(sources: number) {
    this.#sources = sources;
  }

  /** The sources the text has marked so far, from 1, in the order of their new numbers. */
  get used(): number[] {
    return [...this.#order.keys()];
  }

  push(text: string): string {
    let out = '';
    for (const character of text) out += this.#next(character);
    return out;
  }

  /** What was still held back. */
  finish(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }

  #next(character: string): string {
    const held = this.#held + character;
    if (this.#inCode(character)) {
      this.#held = '';
      return held;
    }
    if (MARK.test(held)) {
      this.#held = '';
      return this.#renumber(held);
    }
    if (held.length <= MARK_LENGTH && BEGINNING.test(held)) {
      this.#held = held;
      return '';
    }
    let out = this.#held;
    this.#held = '';
    if (BEGINNING.test(character)) this.#held = character;
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
   * Follows the runs of backticks: one opens code, the next of the same length closes it. A run shorter than three
   * that nothing closes ends with its paragraph.
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

/** A text without its marks of sources. */
export function withoutMarks(text: string): string {
  const marks = new CitationMarks(0);
  return marks.push(text) + marks.finish();
}
