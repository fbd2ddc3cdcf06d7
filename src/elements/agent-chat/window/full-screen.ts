/** Below this width there is no room for a window beside the page. */
const SMALL = '(max-width: 479.98px)';

/** The window on a small screen. What that takes is fetched where there is one. */
export class FullScreen {
  readonly #query = matchMedia(SMALL);
  readonly #changed: () => void;
  #window: HTMLElement | undefined;
  #leave: (() => void) | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get wanted(): boolean {
    return this.#query.matches;
  }

  watch(): void {
    this.#query.addEventListener('change', this.#changed);
  }

  unwatch(): void {
    this.#query.removeEventListener('change', this.#changed);
    this.leave();
  }

  async enter(window: HTMLElement): Promise<void> {
    if (this.#window) return;
    this.#window = window;
    const { fillScreen } = await import('./fill-screen.ts');
    if (this.#window === window) this.#leave ??= fillScreen(window);
  }

  leave(): void {
    this.#window = undefined;
    this.#leave?.();
    this.#leave = undefined;
  }
}
