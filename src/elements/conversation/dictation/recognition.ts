/** The members of `SpeechRecognition` that are used here. */
interface Recogniser extends EventTarget {
  lang: string;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

type ResultEvent = Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> };

interface RecogniserClass {
  new (): Recogniser;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

function recogniserClass(): RecogniserClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, RecogniserClass>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/**
 * Recognises about one sentence with the browser's recogniser, on the device if that supports the language. It ends when
 * the visitor pauses. Not `continuous`: phones would repeat results.
 */
export class Recognition {
  /** The text recognised so far. */
  transcript = '';
  /** The error code of `SpeechRecognitionErrorEvent`. */
  error: string | undefined;
  state: 'starting' | 'listening' | 'finishing' | 'ended' = 'starting';
  /** Whether recognition runs on the device; undefined until that is known. */
  onDevice: boolean | undefined;
  readonly #language: string;
  readonly #onChange: () => void;
  #recogniser: Recogniser | undefined;

  constructor(language: string, onChange: () => void) {
    this.#language = language;
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    this.onDevice = await this.#isOnDevice();
    // Aborted meanwhile.
    if (this.state !== 'starting') return;
    this.#onChange();
    try {
      const recogniser = new (recogniserClass()!)();
      recogniser.lang = this.#language;
      recogniser.interimResults = true;
      if (this.onDevice) recogniser.processLocally = true;
      for (const type of ['start', 'result', 'error', 'end'])
        recogniser.addEventListener(type, this.#onEvent);
      this.#recogniser = recogniser;
      recogniser.start();
    } catch {
      this.error = 'failed';
      this.#setState('ended');
    }
  }

  /** Stops listening; the last result may still arrive. A second call does not wait for it. */
  finish(): void {
    if (this.state === 'listening') {
      this.#recogniser!.stop();
      this.#setState('finishing');
    } else {
      this.abort();
      this.#onChange();
    }
  }

  /** Releases the microphone immediately, without a notification. */
  abort(): void {
    this.state = 'ended';
    const recogniser = this.#recogniser;
    for (const type of ['start', 'result', 'error', 'end'])
      recogniser?.removeEventListener(type, this.#onEvent);
    recogniser?.abort();
  }

  async #isOnDevice(): Promise<boolean> {
    const options = { langs: [this.#language], processLocally: true };
    try {
      return (await recogniserClass()!.available?.(options)) === 'available';
    } catch {
      // A permissions policy may forbid it.
      return false;
    }
  }

  readonly #onEvent = (event: Event): void => {
    if (event.type === 'start') this.#setState('listening');
    else if (event.type === 'end') this.#setState('ended');
    else if (event.type === 'error') {
      this.error = (event as ErrorEvent).error;
      // Do not wait for the `end` event.
      this.abort();
      this.#onChange();
    } else {
      this.transcript = joinResults((event as ResultEvent).results);
      this.#onChange();
    }
  };

  #setState(state: Recognition['state']): void {
    this.state = state;
    this.#onChange();
  }
}

/** Joins results. By the specification they follow each other, but Chrome on Android repeats the text so far in each. */
function joinResults(results: ResultEvent['results']): string {
  let text = '';
  for (const { 0: best } of Array.from(results)) {
    const part = best?.transcript.trim() ?? '';
    text = part.toLowerCase().startsWith(text.toLowerCase()) ? part : appendWords(text, part);
  }
  return text;
}

/** Scripts without spaces between words, and their punctuation. */
const NO_SPACE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Appends recognised text to typed text, with a space if the script needs one. */
export function appendWords(typed: string, said: string): string {
  const [last] = /.$/u.exec(typed) ?? [];
  const [first] = /^./u.exec(said) ?? [];
  const joins = !last || /\s/.test(last) || NO_SPACE.test(last) || NO_SPACE.test(first ?? '');
  return typed + (joins ? '' : ' ') + said;
}

/** Appends recognised text to a field as if it were typed, and moves the cursor to the end. */
export function insertWords(field: HTMLTextAreaElement, said: string): void {
  field.value = appendWords(field.value, said);
  const end = field.value.length;
  field.setSelectionRange(end, end);
  field.scrollTop = field.scrollHeight;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
