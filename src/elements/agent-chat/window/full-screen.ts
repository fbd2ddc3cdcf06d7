/** Below this width there is no room for a window beside the page. */
const SMALL = '(max-width: 479.98px)';

/**
 * The window on a small screen: follows the part of the screen that the on-screen keyboard leaves free, and
 * keeps the page behind it from scrolling. Puts everything of the page back exactly as it was.
 */
export class FullScreen {
  readonly #query = matchMedia(SMALL);
  readonly #changed: () => void;
  #window: HTMLElement | undefined;
  #unlock: (() => void) | undefined;
  #frame = 0;

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

  enter(window: HTMLElement): void {
    if (this.#window) return;
    this.#window = window;
    this.#unlock = lockScroll();
    visualViewport?.addEventListener('resize', this.#follow);
    visualViewport?.addEventListener('scroll', this.#follow);
    this.#fit();
  }

  leave(): void {
    visualViewport?.removeEventListener('resize', this.#follow);
    visualViewport?.removeEventListener('scroll', this.#follow);
    cancelAnimationFrame(this.#frame);
    this.#unlock?.();
    this.#unlock = undefined;
    for (const name of ['--_view-top', '--_view-height']) this.#window?.style.removeProperty(name);
    this.#window = undefined;
  }

  readonly #follow = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#fit());
  };

  #fit(): void {
    const view = visualViewport;
    // A visitor who zoomed in pans over the window as over any page; only the keyboard makes it smaller.
    if (!view || !this.#window || view.scale > 1.01) return;
    this.#window.style.setProperty('--_view-top', `${view.offsetTop}px`);
    this.#window.style.setProperty('--_view-height', `${view.height}px`);
  }
}

function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.getPropertyValue('overflow');
  const priority = style.getPropertyPriority('overflow');
  const hadAttribute = document.documentElement.hasAttribute('style');
  const { scrollX, scrollY } = window;
  style.setProperty('overflow', 'hidden', 'important');
  return () => {
    if (before) style.setProperty('overflow', before, priority);
    else style.removeProperty('overflow');
    // Read, so that the browser writes the attribute that it would else write after it was removed.
    const left = document.documentElement.getAttribute('style');
    if (!hadAttribute && left === '') document.documentElement.removeAttribute('style');
    if (scrollX !== window.scrollX || scrollY !== window.scrollY) {
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    }
  };
}
