import type { LitElement, ReactiveController } from 'lit';

interface Panel extends LitElement {
  for: string | undefined;
}

/**
 * Shows the preview instead of the form where the two do not fit side by side, as on a phone. Returns to the scroll
 * position the form had.
 */
export class PhonePreview implements ReactiveController {
  readonly #panel: Panel;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #widget: HTMLElement | undefined;
  #isBelow = false;
  #isShown = false;
  #scrollTop = 0;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.addController(this);
  }

  /** Whether the widget is below the form. The panel's own always is; the page decides about its own. */
  get isAvailable(): boolean {
    return !this.#panel.for || this.#isBelow;
  }

  get isShown(): boolean {
    return this.#isShown && this.isAvailable;
  }

  hostDisconnected(): void {
    this.observe(undefined);
  }

  observe(widget: HTMLElement | undefined): void {
    if (widget === this.#widget) return;
    this.#observer.disconnect();
    this.#widget = widget;
    if (!widget) return;
    this.#observer.observe(this.#panel);
    this.#observer.observe(widget);
  }

  toggle = async (): Promise<void> => {
    if (!this.isShown) this.#scrollTop = scrollY;
    this.#isShown = !this.isShown;
    this.#panel.requestUpdate();
    await this.#panel.updateComplete;
    if (this.isShown) this.#panel.renderRoot.querySelector('.preview-controls')?.scrollIntoView();
    else scrollTo(scrollX, this.#scrollTop);
  };

  /** Returns to the form. */
  close(): void {
    this.#isShown = false;
  }

  #measure(): void {
    const widget = this.#widget;
    // While it floats in a corner of the page, its place in the layout stays what it was.
    if (!widget || widget.dataset.preview === 'page') return;
    const isBelow =
      widget.getAttribute('mode') === 'inline' &&
      widget.getBoundingClientRect().top >= Math.floor(this.#panel.getBoundingClientRect().bottom);
    if (isBelow === this.#isBelow) return;
    this.#isBelow = isBelow;
    // An update right now would resize what the observer is reporting: "ResizeObserver loop" errors.
    requestAnimationFrame(() => this.#panel.requestUpdate());
  }
}
