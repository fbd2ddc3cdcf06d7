/**
 * Fakes of microphone and voice for the gallery: the recognizer returns the same text each time, the voice is silent.
 */

const WORDS = {
  ar: 'أين طلبي رقم ٤٢ الذي دفعت ثمنه',
  en: 'where is my order forty-two, which I have paid for',
};

/** A recognizer that has recognized a text so far, or has failed with an error. */
const fakeRecognizer = (heard, error) =>
  class extends EventTarget {
    async start() {
      await undefined;
      this.fire('start');
      const transcript = heard ? (WORDS[this.lang.slice(0, 2)] ?? WORDS.en) : '';
      if (heard) this.fire('result', { results: [[{ transcript }]] });
      if (!error) return;
      this.fire('error', { error });
      this.fire('end');
    }
    stop() {
      this.fire('end');
    }
    abort() {}
    fire(type, detail) {
      this.dispatchEvent(Object.assign(new Event(type), detail));
    }
  };

export function fakeRecognition(error) {
  globalThis.SpeechRecognition = fakeRecognizer(!error, error);
}

export function fakeSynthesis() {
  const speechSynthesis = { getVoices: () => [], speak() {}, cancel() {} };
  Object.defineProperty(globalThis, 'speechSynthesis', { configurable: true, value: speechSynthesis });
}
