import { ModelTimeout } from './provider-failure.ts';

/** Aborts when the model says nothing for too long, and when nobody wants the answer any more. */
export class IdleTimeout {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, wanted: AbortSignal) {
    this.#ms = ms;
    this.signal = AbortSignal.any([wanted, this.#controller.signal]);
  }

  /** From now on the model is waited for. Stopped while a slow reader is waited for, which is not the model's fault. */
  start(ms: number = this.#ms): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(new ModelTimeout()), ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
