/** What stands in for microphone and voice in the gallery: it hears the same words each time, and is silent. */

const WORDS = {
  ar: 'أين طلبي رقم ٤٢ الذي دفعت ثمنه',
  en: 'where is my order forty-two, which I have paid for',
};

/** A recogniser that has heard so far what is given to it, or has failed as it says. */
const staged = (heard, error) =>
  class extends EventTarget {
    async start() {
      await undefined;
      this.tell('start');
      const transcript = heard ? (WORDS[this.lang.slice(0, 2)] ?? WORDS.en) : '';
      if (heard) this.tell('result', { results: [[{ transcript }]] });
      if (!error) return;
      this.tell('error', { error });
      this.tell('end');
    }
    stop() {
      this.tell('end');
    }
    abort() {}
    tell(type, detail) {
      this.dispatchEvent(Object.assign(new Event(type), detail));
    }
  };

export function hears(error) {
  globalThis.SpeechRecognition = staged(!error, error);
}

export function speaksSilently() {
  const speechSynthesis = { getVoices: () => [], speak() {}, cancel() {} };
  Object.defineProperty(globalThis, 'speechSynthesis', { configurable: true, value: speechSynthesis });
}
