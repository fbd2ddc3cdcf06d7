const OPENING = '<think>';
const CLOSING = '</think>';

/**
 * Takes out what some models think aloud before they answer, between `<think>` and `</think>` at the very beginning of
 * a reply, and white space before it. Text goes in and comes out in any pieces.
 */
export class ReasoningFilter {
  #state: 'beginning' | 'thinking' | 'thought' | 'answering' = 'beginning';
  #held = '';

  push(text: string): string {
    if (this.#state === 'answering') return text;
    this.#held += text;
    if (this.#state !== 'thinking') this.#held = this.#held.trimStart();
    if (this.#state === 'beginning') {
      if (this.#held.length < OPENING.length && OPENING.startsWith(this.#held)) return '';
      if (!this.#held.startsWith(OPENING)) return this.#answer(this.#held);
      this.#state = 'thinking';
      this.#held = this.#held.slice(OPENING.length);
    }
    if (this.#state === 'thinking') {
      const end = this.#held.indexOf(CLOSING);
      if (end < 0) {
        this.#held = this.#held.slice(1 - CLOSING.length);
        return '';
      }
      this.#state = 'thought';
      this.#held = this.#held.slice(end + CLOSING.length).trimStart();
    }
    return this.#held === '' ? '' : this.#answer(this.#held);
  }

  /** What was still held back, of a reply that ended before it could be told apart from thoughts. */
  finish(): string {
    return this.#state === 'beginning' ? this.#answer(this.#held) : '';
  }

  #answer(text: string): string {
    this.#state = 'answering';
    this.#held = '';
    return text;
  }
}
