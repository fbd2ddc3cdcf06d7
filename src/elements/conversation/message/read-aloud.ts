import type { ReactiveController } from 'lit';
import type { ChatMessage } from '../../../client/index.ts';
import { speechLanguage } from '../dictation/speech-language.ts';
import type { MessageHost } from '../hosts.ts';
import { spokenText } from './spoken-text.ts';

/** The answer that is being read: one at a time on the whole page. */
let current: ReadAloud | undefined;

// Some browsers know their voices a moment after they were first asked.
window.speechSynthesis?.getVoices();

/** Reads an answer aloud, from one press to the next or to its end. Nothing else ever makes it speak. */
export class ReadAloud implements ReactiveController {
  /** It could not be read, or not to its end. */
  failed = false;
  readonly #host: MessageHost;
  /** Which answer it reads: one message shows several, one at a time. */
  #which = '';
  /** Kept, or the browser may forget them before they are said, and then never tells of their end. */
  #queue: SpeechSynthesisUtterance[] = [];
  #listening: AbortController | undefined;

  constructor(host: MessageHost) {
    this.#host = host;
    host.addController(this);
  }

  get on(): boolean {
    return current === this;
  }

  hostUpdated(): void {
    if (this.on && whichOf(this.#host.message) !== this.#which) this.#stop();
  }

  hostDisconnected(): void {
    if (this.on) this.#stop();
  }

  press(): void {
    const { on } = this;
    if (current) current.#stop();
    if (!on) this.#start();
  }

  #start(): void {
    const host = this.#host;
    const lang = speechLanguage(host, host.locale);
    const voice = localVoice(lang);
    this.#queue = utterances(words(host), lang).map(text => {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = lang;
      if (voice) utterance.voice = voice;
      utterance.onend = () => this.#said(utterance);
      utterance.onerror = ({ error }) => this.#onError(utterance, error);
      return utterance;
    });
    this.#which = whichOf(host.message);
    this.failed = false;
    current = this;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const chat = (host.getRootNode() as ShadowRoot).host as HTMLElement | undefined;
    chat?.addEventListener('agent-chat-close', this.#stop, { signal });
    // A browser may read on when its page is gone.
    addEventListener('pagehide', this.#stop, { signal });
    for (const utterance of this.#queue) speechSynthesis.speak(utterance);
    if (this.#queue.length === 0) this.#over();
    host.requestUpdate();
  }

  readonly #stop = (): void => {
    this.#over();
    speechSynthesis.cancel();
  };

  /** From here on nothing is heard of it any more, and what else the page has to say goes on. */
  #over(): void {
    this.#listening?.abort();
    this.#queue = [];
    current = undefined;
    this.#host.requestUpdate();
  }

  #said(utterance: SpeechSynthesisUtterance): void {
    if (utterance === this.#queue.at(-1)) this.#over();
  }

  #onError(utterance: SpeechSynthesisUtterance, error: string): void {
    if (!this.#queue.includes(utterance)) return;
    // Somebody else has silenced it, maybe to speak.
    if (['canceled', 'interrupted'].includes(error)) {
      this.#over();
      return;
    }
    this.failed = true;
    this.#stop();
    const { readAloudFailed: text } = this.#host.strings;
    this.#host.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
  }
}

function whichOf(message: ChatMessage | undefined): string {
  return `${message?.id} ${message?.versions?.earlier.length ?? 0}`;
}

/** What a reader sees. Of code its name is enough, and of an image what it shows. */
function words(message: HTMLElement): string {
  const texts = Array.from(message.querySelectorAll('.text'), text => {
    const copy = text.cloneNode(true) as Element;
    for (const code of copy.querySelectorAll('pre')) code.textContent = code.ariaLabel;
    for (const image of copy.querySelectorAll('img')) image.replaceWith(image.alt);
    return spokenText(copy, Number.POSITIVE_INFINITY);
  });
  return texts.join('\n');
}

/** A voice of this device, of that country if there is one: what it reads goes nowhere. */
function localVoice(lang: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices().filter(voice => voice.localService);
  const [language] = lang.split('-');
  const tag = (voice: SpeechSynthesisVoice): string => voice.lang.replace('_', '-').toLowerCase();
  return (
    voices.find(voice => tag(voice) === lang.toLowerCase()) ??
    voices.find(voice => tag(voice).split('-')[0] === language)
  );
}

/** Chrome's voices from afar fall silent, for good, some 15 seconds into one utterance: so much is said in less. */
const MOST = 200;
/** The same in scripts that have a syllable or a word in a letter. */
const MOST_SYLLABLES = 50;
const SYLLABLES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** A text in pieces of a sentence at most, long sentences in parts of it, without what can't be said. */
export function utterances(text: string, language: string): string[] {
  // Firefox before 125 has none, and can say any length.
  const segmenter = Intl.Segmenter && new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split('\n')
    .flatMap(line => (segmenter ? Array.from(segmenter.segment(line), ({ segment }) => segment) : line))
    .flatMap(parts)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part));
}

/** Up to a comma or the like, else a space, else anywhere. */
function parts(sentence: string): string[] {
  const most = SYLLABLES.test(sentence) ? MOST_SYLLABLES : MOST;
  if (sentence.length <= most) return [sentence];
  const piece = `[^]{1,${most}}`;
  return (
    sentence.match(new RegExp(`${piece}[,;:、，；：،](?=\\s|[^\\d])|${piece}(?:\\s|$)|${piece}`, 'gu')) ?? []
  );
}
