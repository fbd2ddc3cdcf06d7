import { ModelSilence } from './provider-failure.ts';

/** Aborts when the model says nothing for too long, and when nobody wants the answer any more. */
export class SilenceWatch {
  readonly signal: AbortSignal;
  readonly #silence = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, wanted: AbortSignal) {
    this.#ms = ms;
    this.signal = AbortSignal.any([wanted, this.#silence.signal]);
  }

  /** From now on the model is waited for. Not while a slow reader is: that is no silence of the model. */
  begin(ms: number = this.#ms): void {
    this.end();
    this.#timer = setTimeout(() => this.#silence.abort(new ModelSilence()), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
