import { FIRST_OF_MARK, type ReasoningMark, readMark, readWrapper } from './reasoning-marks.ts';

/** Some tokenizers write a byte order mark or a space of no width before the first word. */
const LEADING_SPACE = /^[\s\u200b\u2060]+/;

export interface FilteredText {
  text: string;
  /** Whether all text so far was reasoning, because a closing mark without an opening one came after it. */
  discardsEarlier: boolean;
}

/**
 * Removes the reasoning at the beginning of a model's reply, and the white space before the answer. Any closing mark ends
 * the reasoning, because models mix the spellings. Takes and returns text in pieces of any size; holds back only what
 * may become a mark.
 */
export class ReasoningFilter {
  #state: 'start' | 'reasoning' | 'answer' = 'start';
  #pending = '';
  /** The name of the mark that began the reasoning. */
  #opening = '';
  /** Names of marks that began inside the reasoning, such as a reflection. */
  readonly #inner = new Set<string>();
  /** The text since a mark in the reasoning that may have ended it. It is the answer if no other mark does. */
  #doubtful: string | undefined;
  #hasReasoning = false;
  #hasChannels = false;
  /** The mark behind the answer if there is one before it, or else empty. */
  #wrapperEnd = '';
  /** Whether the answer itself contains an opening mark. Closing marks in it are text then. */
  #mentionsOpening = false;
  /** In the reasoning or in the answer: an odd number means that code is open. */
  #backticks = 0;
  #discards = false;

  push(text: string): FilteredText {
    this.#pending += text;
    let answer = '';
    let discardsEarlier = false;
    for (let before = ''; before !== this.#state + this.#pending; ) {
      before = this.#state + this.#pending;
      if (this.#state === 'start') this.#start();
      else if (this.#state === 'reasoning') this.#reason();
      else answer += this.#answer();
      if (!this.#discards) continue;
      this.#discards = false;
      discardsEarlier = true;
      answer = '';
    }
    return { text: answer, discardsEarlier };
  }

  /**
   * Returns text that was held back, of a reply that has ended. `isCutOff`: the reply ended at a limit, so that text
   * after a doubtful mark may be reasoning as well.
   */
  finish({ isCutOff = false }: { isCutOff?: boolean } = {}): string {
    const pending = this.#pending;
    this.#pending = '';
    if (this.#state === 'answer') return pending;
    if (this.#state === 'reasoning')
      return this.#doubtful === undefined || isCutOff
        ? ''
        : (this.#doubtful + pending).replace(LEADING_SPACE, '');
    // A mark that a character after it would make a link.
    return typeof readMark(`${pending}\n`) === 'object' ? '' : pending;
  }

  #start(): void {
    this.#pending = this.#pending.replace(LEADING_SPACE, '');
    const mark = readMark(this.#pending);
    if (mark === 'incomplete') return;
    if (mark) {
      this.#take(mark.length);
      this.#hasChannels ||= mark.kind === 'final' || mark.kind === 'channel';
      if (mark.kind === 'opening' || mark.kind === 'channel') this.#beginReasoning(mark.name);
      return;
    }
    const wrapper = this.#hasReasoning ? readWrapper(this.#pending) : undefined;
    if (wrapper === 'incomplete') return;
    if (wrapper) {
      this.#take(wrapper.opening.length);
      this.#wrapperEnd = wrapper.closing;
    } else {
      this.#state = 'answer';
      this.#backticks = 0;
    }
  }

  #beginReasoning(name: string): void {
    this.#state = 'reasoning';
    this.#opening = name;
    this.#hasReasoning = true;
    this.#inner.clear();
    this.#doubtful = undefined;
    this.#backticks = 0;
  }

  #reason(): void {
    for (;;) {
      const mark = this.#readUpToMark(text => {
        if (this.#doubtful !== undefined) this.#doubtful += text;
      });
      if (mark === undefined) return;
      this.#take(mark.length);
      if (this.#endsReasoning(mark)) {
        // Some models write several blocks of reasoning.
        this.#state = 'start';
        return;
      }
    }
  }

  #endsReasoning({ kind, name }: ReasoningMark): boolean {
    if (kind === 'final') return true;
    if (kind === 'channel' || kind === 'end') return false;
    if (kind === 'opening') {
      if (name !== this.#opening) this.#inner.add(name);
      return false;
    }
    // The thoughts may quote a closing mark, and a self-closing one may be a mistake.
    const isDoubtful = kind === 'empty' || this.#backticks % 2 === 1 || this.#inner.delete(name);
    if (isDoubtful) this.#doubtful = '';
    return !isDoubtful;
  }

  /** Removes from `#pending`, and returns, what is certainly text of the answer. */
  #answer(): string {
    let answer = '';
    for (;;) {
      const mark = this.#readUpToMark(text => {
        answer += text;
      }, this.#wrapperEnd);
      if (mark === undefined) return answer;
      if (this.#hasChannels && (mark.kind === 'final' || mark.kind === 'channel' || mark.kind === 'end')) {
        this.#beginReasoning(mark.name);
        return answer;
      }
      if (this.#isClosedBy(mark)) {
        this.#take(mark.length);
        this.#state = 'start';
        this.#discards = true;
        return '';
      }
      this.#mentionsOpening ||= mark.kind === 'opening';
      answer += this.#take(mark.length);
    }
  }

  /** Whether all text before this mark was reasoning: a closing mark without an opening one, outside code. */
  #isClosedBy({ kind }: ReasoningMark): boolean {
    return (kind === 'closing' || kind === 'final') && !this.#mentionsOpening && this.#backticks % 2 === 0;
  }

  /**
   * Passes on the text before the next mark and returns the mark, which stays pending. Undefined: no mark, or one that is
   * not complete yet.
   */
  #readUpToMark(pass: (text: string) => void, removed = ''): ReasoningMark | undefined {
    for (;;) {
      const at = this.#pending.search(FIRST_OF_MARK);
      const text = this.#take(at < 0 ? this.#pending.length : at);
      this.#backticks += text.split('`').length - 1;
      pass(text);
      if (at < 0) return undefined;
      const lower = this.#pending.slice(0, removed.length).toLowerCase();
      if (lower !== '' && removed.startsWith(lower)) {
        if (lower !== removed) return undefined;
        this.#take(removed.length);
        continue;
      }
      const mark = readMark(this.#pending);
      if (mark === 'incomplete') return undefined;
      if (mark) return mark;
      pass(this.#take(1));
    }
  }

  /** Removes the first characters of `#pending`, and returns them. */
  #take(length: number): string {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    return text;
  }
}
