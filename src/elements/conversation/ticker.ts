import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Draws its host again every so many milliseconds, for as long as the host says so. */
export class Ticker implements ReactiveController {
  #host: ReactiveControllerHost;
  #period: () => number | undefined;
  #running: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param period asked after each drawing; undefined stops it. */
  constructor(host: ReactiveControllerHost, period: () => number | undefined) {
    this.#host = host;
    this.#period = period;
    host.addController(this);
  }

  hostUpdated(): void {
    this.#run(this.#period());
  }

  hostDisconnected(): void {
    this.#run(undefined);
  }

  #run(period: number | undefined): void {
    if (period === this.#running) return;
    clearInterval(this.#timer);
    this.#running = period;
    this.#timer = period === undefined ? undefined : setInterval(() => this.#host.requestUpdate(), period);
  }
}
