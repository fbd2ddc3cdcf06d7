/** What this project uses of the browser's `SpeechRecognition`. */
interface Recogniser extends EventTarget {
  lang: string;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

type Heard = Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> };

interface RecogniserClass {
  new (): Recogniser;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

function recogniserClass(): RecogniserClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, RecogniserClass>;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/**
 * One sentence or so, heard by the browser's own recogniser: on this device, where it has the language there. It ends
 * when the visitor pauses. It does not go on by itself: phones would repeat what they have heard.
 */
export class Recognition {
  /** What was heard so far. */
  heard = '';
  /** The browser's code of what went wrong. */
  error: string | undefined;
  state: 'starting' | 'listening' | 'finishing' | 'ended' = 'starting';
  /** Whether what is said stays on this device; undefined until that is known. */
  onDevice: boolean | undefined;
  readonly #language: string;
  readonly #changed: () => void;
  #recogniser: Recogniser | undefined;

  constructor(language: string, changed: () => void) {
    this.#language = language;
    this.#changed = changed;
  }

  async start(): Promise<void> {
    this.onDevice = await this.#isOnDevice();
    // Given up meanwhile.
    if (this.state !== 'starting') return;
    this.#changed();
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
      this.#become('ended');
    }
  }

  /** The visitor has said all: what was heard last may still come. Asked once more, it is waited for no longer. */
  finish(): void {
    if (this.state === 'listening') {
      this.#recogniser!.stop();
      this.#become('finishing');
    } else {
      this.abort();
      this.#changed();
    }
  }

  /** The microphone is let go of at once, and nothing is told of it. */
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
      // The page's policy may forbid the question.
      return false;
    }
  }

  readonly #onEvent = (event: Event): void => {
    if (event.type === 'start') this.#become('listening');
    else if (event.type === 'end') this.#become('ended');
    else if (event.type === 'error') {
      this.error = (event as ErrorEvent).error;
      // Its end should follow, and is not waited for.
      this.abort();
      this.#changed();
    } else {
      this.heard = joined((event as Heard).results);
      this.#changed();
    }
  };

  #become(state: Recognition['state']): void {
    this.state = state;
    this.#changed();
  }
}

/** Parts that follow each other, as the specification has it; Chrome on Android gives the whole so far as each of them. */
function joined(results: Heard['results']): string {
  let text = '';
  for (const { 0: best } of Array.from(results)) {
    const part = best?.transcript.trim() ?? '';
    text = part.toLowerCase().startsWith(text.toLowerCase()) ? part : withWords(text, part);
  }
  return text;
}

/** Scripts that put no space between words, and their punctuation. */
const NO_SPACE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** What is typed already, and behind it what was said. */
export function withWords(typed: string, said: string): string {
  const [last] = /.$/u.exec(typed) ?? [];
  const [first] = /^./u.exec(said) ?? [];
  const joins = !last || /\s/.test(last) || NO_SPACE.test(last) || NO_SPACE.test(first ?? '');
  return typed + (joins ? '' : ' ') + said;
}

/** Puts what was said behind what is typed, as if the visitor had typed it, with the cursor behind it. */
export function addWords(field: HTMLTextAreaElement, said: string): void {
  field.value = withWords(field.value, said);
  const end = field.value.length;
  field.setSelectionRange(end, end);
  field.scrollTop = field.scrollHeight;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
