/** Opening and closing marks around the reasoning of a model, in lower case. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  // Cohere; OpenThinker.
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
]);
const CLOSING = [...TAGS.values()];
/** An opening mark with attributes or white space, such as `<think >`, or the beginning of one. */
const WITH_ATTRIBUTES = /^(<(?:think|thinking|thought|reasoning))\s[^<>]{0,100}(>|$)/;
/** White space in a closing mark, such as `</think >`. */
const SPACES_MAX = 4;
/**
 * gpt-oss writes channels (https://cookbook.openai.com/articles/openai-harmony): `<|channel|>analysis<|message|>…<|end|>` and
 * `<|start|>assistant<|channel|>final<|message|>…<|return|>`. Only the channel `final` is the answer.
 */
const CHANNEL_TOKENS = ['<|channel|>', '<|start|>', '<|message|>', '<|end|>', '<|return|>', '<|call|>'];
const OPENING = [...TAGS.keys(), '<|channel|>', '<|start|>'];
const FINAL_CHANNEL = /<\|channel\|>\s*final\b[^<]{0,40}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/;
/** Longer than any match of `FINAL_CHANNEL`. */
const CHANNEL_LENGTH = 140;
const FIRST_OF_MARK = /[`<[◁]/;

export interface FilteredText {
  text: string;
  /** Whether all text so far was reasoning, because a closing mark without an opening one came after it. */
  discardsEarlier: boolean;
}

/**
 * Removes the reasoning at the beginning of a model's reply, and the white space before the answer. Takes and returns text
 * in pieces of any size; holds back only what may become a mark.
 */
export class ReasoningFilter {
  #state: 'start' | 'reasoning' | 'answer' = 'start';
  #pending = '';
  /** The mark that ends the reasoning; undefined in channels. */
  #closing: string | undefined;
  #hasChannels = false;
  /** Whether the answer itself contains an opening mark. Closing marks in it are text then. */
  #mentionsOpening = false;
  #backticks = 0;
  #discards = false;

  push(text: string): FilteredText {
    this.#pending += text;
    this.#discards = false;
    let answer = '';
    for (let before = ''; before !== this.#state + this.#pending; ) {
      before = this.#state + this.#pending;
      if (this.#state === 'start') this.#start();
      else if (this.#state === 'reasoning') this.#reason();
      else {
        const more = this.#answer();
        answer = this.#discards ? '' : answer + more;
        if (this.#discards) return this.#afterDiscard();
      }
    }
    return { text: answer, discardsEarlier: false };
  }

  /** Returns text that was held back, of a reply that has ended. */
  finish(): string {
    const rest = this.#state === 'reasoning' ? '' : this.#pending;
    this.#pending = '';
    return rest;
  }

  #afterDiscard(): FilteredText {
    const { text } = this.push('');
    return { text, discardsEarlier: true };
  }

  #start(): void {
    this.#pending = this.#pending.trimStart();
    const lower = this.#pending.toLowerCase();
    const [attributed, name, end] = WITH_ATTRIBUTES.exec(lower) ?? [];
    if (end === '') return;
    const opening = name === undefined ? OPENING.find(mark => lower.startsWith(mark)) : `${name}>`;
    if (opening !== undefined) {
      this.#state = 'reasoning';
      this.#closing = TAGS.get(opening);
      this.#hasChannels = this.#closing === undefined;
      if (!this.#hasChannels) this.#pending = this.#pending.slice((attributed ?? opening).length);
    } else if (!OPENING.some(mark => mark.startsWith(lower))) this.#state = 'answer';
  }

  #reason(): void {
    if (this.#closing === undefined) {
      const final = FINAL_CHANNEL.exec(this.#pending);
      if (final) {
        this.#state = 'start';
        this.#pending = this.#pending.slice(final.index + final[0].length);
      } else this.#pending = this.#pending.slice(-CHANNEL_LENGTH);
      return;
    }
    const lower = this.#pending.toLowerCase();
    const stem = this.#closing.slice(0, -1);
    for (let at = lower.indexOf(stem); at >= 0; at = lower.indexOf(stem, at + 1)) {
      const spaces = /^\s*/.exec(lower.slice(at + stem.length))![0].length;
      const end = at + stem.length + spaces;
      if (spaces > SPACES_MAX || lower[end] !== this.#closing.at(-1)) continue;
      // Some models write several blocks of reasoning.
      this.#state = 'start';
      this.#pending = this.#pending.slice(end + 1);
      return;
    }
    this.#pending = this.#pending.slice(-this.#closing.length - SPACES_MAX);
  }

  /** Removes from `#pending`, and returns, what is certainly text of the answer. */
  #answer(): string {
    let answer = '';
    for (;;) {
      const at = this.#pending.search(FIRST_OF_MARK);
      answer += at < 0 ? this.#pending : this.#pending.slice(0, at);
      this.#pending = at < 0 ? '' : this.#pending.slice(at);
      if (at < 0) return answer;
      const lower = this.#pending.slice(0, CHANNEL_LENGTH).toLowerCase();
      if (this.#hasChannels && CHANNEL_TOKENS.some(token => lower.startsWith(token))) {
        this.#state = 'reasoning';
        return answer;
      }
      if (this.#isClosed(lower)) return answer;
      if (this.#mayBecomeMark(lower)) return answer;
      this.#mentionsOpening ||= [...TAGS.keys()].some(mark => lower.startsWith(mark));
      if (lower.startsWith('`')) this.#backticks++;
      answer += this.#pending.slice(0, 1);
      this.#pending = this.#pending.slice(1);
    }
  }

  /**
   * Whether a closing mark without an opening one, or the channel `final`, begins here, outside code. All text before
   * it was reasoning then.
   */
  #isClosed(lower: string): boolean {
    if (this.#mentionsOpening || this.#backticks % 2 === 1) return false;
    const closing = CLOSING.find(mark => lower.startsWith(mark));
    const final = FINAL_CHANNEL.exec(lower);
    if (closing !== undefined) this.#pending = this.#pending.slice(closing.length);
    else if (final?.index !== 0) return false;
    // The channel itself is read in the state `start`.
    this.#state = 'start';
    this.#discards = true;
    return true;
  }

  #mayBecomeMark(lower: string): boolean {
    const isOpenChannel =
      lower.startsWith('<|channel|>') && lower.length < CHANNEL_LENGTH && !lower.includes('<|message|>');
    return (
      isOpenChannel ||
      [...OPENING, ...CLOSING, ...CHANNEL_TOKENS].some(mark => mark !== lower && mark.startsWith(lower))
    );
  }
}
