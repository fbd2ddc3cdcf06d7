import type { ReactiveController, ReactiveElement } from 'lit';

/** Updates its host periodically, while it is in the page and needs that. */
export class UpdateInterval implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #isNeeded: () => boolean;
  readonly #period: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param isNeeded called after each update. */
  constructor(host: ReactiveElement, isNeeded: () => boolean, period: number) {
    this.#host = host;
    this.#isNeeded = isNeeded;
    this.#period = period;
    host.addController(this);
  }

  /** The time may be long outdated when the host returns to the page. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    // A host outside the page also updates, and a timer would keep it alive.
    if (!this.#host.isConnected || !this.#isNeeded()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), this.#period);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
