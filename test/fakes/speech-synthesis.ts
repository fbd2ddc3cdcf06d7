import { replaceGlobal } from './replace-global.ts';

interface Voice {
  name: string;
  lang: string;
  localService: boolean;
}

class FakeUtterance extends EventTarget {
  text: string;
  lang = '';
  voice: Voice | null = null;
  onstart: ((event: Event) => void) | null = null;
  onend: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(text = '') {
    super();
    this.text = text;
  }

  tell(type: 'start' | 'end' | 'error', detail: object = {}): void {
    const event = Object.assign(new Event(type), detail);
    this[`on${type}`]?.(event);
    this.dispatchEvent(event);
  }
}

/**
 * Says one utterance after the other, each as long as the test likes, and tells of it as the Web Speech API has it:
 * `start`, then `end` or `error`; of what is cancelled later, in a task of its own.
 */
export class FakeSynthesis {
  voices: Voice[] = [];
  queue: FakeUtterance[] = [];
  /** All that was ever to be said. */
  given: FakeUtterance[] = [];
  #undo = [replaceGlobal('speechSynthesis', this), replaceGlobal('SpeechSynthesisUtterance', FakeUtterance)];

  /** Gives the browser its own back. */
  leave(): void {
    for (const back of this.#undo) back();
  }

  getVoices(): Voice[] {
    return this.voices;
  }

  speak(utterance: FakeUtterance): void {
    this.given.push(utterance);
    this.queue.push(utterance);
    if (this.queue.length === 1) utterance.tell('start');
  }

  cancel(): void {
    const [speaking, ...waiting] = this.queue.splice(0);
    setTimeout(() => {
      speaking?.tell('error', { error: 'interrupted' });
      for (const utterance of waiting) utterance.tell('error', { error: 'canceled' });
    });
  }

  /** What is being said is said. */
  sayOne(): void {
    this.queue.shift()?.tell('end');
    this.queue[0]?.tell('start');
  }

  fail(error: string): void {
    this.queue.shift()?.tell('error', { error });
  }
}
