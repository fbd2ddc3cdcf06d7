import { Lazy } from '../../conversation/lazy.ts';

/**
 * Below this width there is no room for a window beside the page, and on a phone that lies on its side none above the
 * keyboard. A tablet is wider than that: its keyboard alone must not make it a phone.
 */
export const small: MediaQueryList = matchMedia('(max-width:479px),(max-width:959px) and (max-height:479px)');

/** The window on a small screen. What that takes is fetched where there is one. */
export class FullScreen {
  readonly #host: { requestUpdate(): void };
  readonly #code = new Lazy(() => import('./fill-screen.ts'));
  #leave: (() => void) | undefined;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  /** Called with each drawing, also once the code has come: what could not be had is asked for again. */
  enter(window: HTMLElement): void {
    this.#leave ??= this.#code.for(this.#host)?.fillScreen(window, this);
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
