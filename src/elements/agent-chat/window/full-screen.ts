import { Lazy } from '../../conversation/lazy.ts';

/**
 * Below this width there is no room for a window beside the page, and on a phone that lies on its side none above the
 * keyboard. A tablet is wider than that: its keyboard alone must not make it a phone.
 */
export const small: MediaQueryList = matchMedia('(max-width:479px),(max-width:959px) and (max-height:479px)');

/** The window on a small screen. What that takes is fetched where there is one. */
export class FullScreen {
  readonly #code = new Lazy(() => import('./fill-screen.ts'));
  #window: HTMLElement | undefined;
  #leave: (() => void) | undefined;

  /** Called with each drawing: code that could not be had is asked for again. */
  enter(window: HTMLElement): void {
    this.#window = window;
    this.#code.fetch().then(
      ({ fillScreen }) => {
        if (this.#window === window) this.#leave ??= fillScreen(window, this);
      },
      () => {},
    );
  }

  leave(): void {
    this.#window = undefined;
    this.#leave?.();
    this.#leave = undefined;
  }
}
