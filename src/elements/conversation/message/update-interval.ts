import type { ReactiveController, ReactiveElement } from 'lit';

/** Draws its host again every so many milliseconds, for as long as it is on the page and says so. */
export class UpdateInterval implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #wanted: () => boolean;
  readonly #period: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param wanted asked after each drawing. */
  constructor(host: ReactiveElement, wanted: () => boolean, period: number) {
    this.#host = host;
    this.#wanted = wanted;
    this.#period = period;
    host.addController(this);
  }

  /** Back on the page, what it says of the time may be long past. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    // Off the page it is drawn too, and a clock would hold on to it for good.
    if (!this.#host.isConnected || !this.#wanted()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), this.#period);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
