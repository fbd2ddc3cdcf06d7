import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Draws its host again every so many milliseconds, for as long as the host says so. */
export class RedrawInterval implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => boolean;
  readonly #period: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param wanted asked after each drawing. */
  constructor(host: ReactiveControllerHost, wanted: () => boolean, period: number) {
    this.#host = host;
    this.#wanted = wanted;
    this.#period = period;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#wanted()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), this.#period);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
