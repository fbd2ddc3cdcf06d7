import type { ReactiveController } from 'lit';
import type { ChatMessage } from '../../../client/index.ts';
import { speechLanguage } from '../dictation/speech-language.ts';
import type { MessageHost } from '../hosts.ts';
import { spokenText } from './spoken-text.ts';

/** What is being read; one at a time in the whole page. */
let current: ReadAloud | undefined;

// Some browsers load their voices on the first call.
window.speechSynthesis?.getVoices();

/** Reads an answer aloud, from one press to the next or to its end. */
export class ReadAloud implements ReactiveController {
  /** Whether reading failed. */
  failed = false;
  readonly #host: MessageHost;
  /** The version of the answer that is read. */
  #version = '';
  /** Referenced here, or browsers may collect utterances before they fire `end`. */
  #queue: SpeechSynthesisUtterance[] = [];
  #listening: AbortController | undefined;

  constructor(host: MessageHost) {
    this.#host = host;
    host.addController(this);
  }

  get isReading(): boolean {
    return current === this;
  }

  hostUpdated(): void {
    if (this.isReading && versionOf(this.#host.message) !== this.#version) this.#stop();
  }

  hostDisconnected(): void {
    if (this.isReading) this.#stop();
  }

  toggle(): void {
    const { isReading } = this;
    if (current) current.#stop();
    if (!isReading) this.#start();
  }

  #start(): void {
    const host = this.#host;
    const known = host.querySelector<HTMLElement>('.text')?.lang;
    const lang = speechLanguage(host, known || host.locale);
    const voice = localVoice(lang);
    this.#queue = utterances(readableText(host), lang).map(text => {
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.lang = lang;
      if (voice) utterance.voice = voice;
      utterance.onend = () => this.#onEnd(utterance);
      utterance.onerror = ({ error }) => this.#onError(utterance, error);
      return utterance;
    });
    this.#version = versionOf(host.message);
    this.failed = false;
    current = this;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const chat = (host.getRootNode() as ShadowRoot).host as HTMLElement | undefined;
    chat?.addEventListener('agent-chat-close', this.#stop, { signal });
    // Some browsers continue after the page is gone.
    addEventListener('pagehide', this.#stop, { signal });
    for (const utterance of this.#queue) speechSynthesis.speak(utterance);
    if (this.#queue.length === 0) this.#reset();
    host.requestUpdate();
  }

  readonly #stop = (): void => {
    this.#reset();
    speechSynthesis.cancel();
  };

  /** Resets the state without `cancel()`, which would also silence what the page itself speaks. */
  #reset(): void {
    this.#listening?.abort();
    this.#queue = [];
    current = undefined;
    this.#host.requestUpdate();
  }

  #onEnd(utterance: SpeechSynthesisUtterance): void {
    if (utterance === this.#queue.at(-1)) this.#reset();
  }

  #onError(utterance: SpeechSynthesisUtterance, error: string): void {
    if (!this.#queue.includes(utterance)) return;
    // The page cancelled it, maybe to speak itself.
    if (['canceled', 'interrupted'].includes(error)) {
      this.#reset();
      return;
    }
    this.failed = true;
    this.#stop();
    const { readAloudFailed: text } = this.#host.strings;
    this.#host.dispatchEvent(new CustomEvent('say', { bubbles: true, detail: { text } }));
  }
}

function versionOf(message: ChatMessage | undefined): string {
  return `${message?.id} ${message?.versions?.earlier.length ?? 0}`;
}

/** The text to read: code blocks by their name, images by their alternative text. */
function readableText(message: HTMLElement): string {
  const texts = Array.from(message.querySelectorAll('.text'), text => {
    const copy = text.cloneNode(true) as Element;
    for (const code of copy.querySelectorAll('pre')) code.textContent = code.ariaLabel;
    for (const image of copy.querySelectorAll('img')) image.replaceWith(image.alt);
    return spokenText(copy, Number.POSITIVE_INFINITY);
  });
  return texts.join('\n');
}

/** A voice of the device, of that region if possible, so that the text is not sent anywhere. */
function localVoice(lang: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices().filter(voice => voice.localService);
  const [language] = lang.split('-');
  const tag = (voice: SpeechSynthesisVoice): string => voice.lang.replace('_', '-').toLowerCase();
  return (
    voices.find(voice => tag(voice) === lang.toLowerCase()) ??
    voices.find(voice => tag(voice).split('-')[0] === language)
  );
}

/** Maximum length of an utterance: Chrome's remote voices stop for good after about 15 seconds of one. */
const MAX_LENGTH = 200;
/** The same in scripts whose characters are syllables or words. */
const MAX_SYLLABLES = 50;
const SYLLABLES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Splits a text into sentences and long sentences into parts, without those that contain nothing to say. */
export function utterances(text: string, language: string): string[] {
  // Firefox before 125 has no segmenter, and no limit.
  const segmenter = Intl.Segmenter && new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split('\n')
    .flatMap(line => (segmenter ? Array.from(segmenter.segment(line), ({ segment }) => segment) : line))
    .flatMap(parts)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part));
}

/** Splits at commas and the like, else at spaces, else anywhere. */
function parts(sentence: string): string[] {
  const limit = SYLLABLES.test(sentence) ? MAX_SYLLABLES : MAX_LENGTH;
  if (sentence.length <= limit) return [sentence];
  const piece = `[^]{1,${limit}}`;
  return (
    sentence.match(new RegExp(`${piece}[,;:、，；：،](?=\\s|[^\\d])|${piece}(?:\\s|$)|${piece}`, 'gu')) ?? []
  );
}
