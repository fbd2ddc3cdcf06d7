import type { LitElement, ReactiveController } from 'lit';

interface Panel extends LitElement {
  for: string | undefined;
}

/** From this width on, the panel's own preview is beside the form: 72em, see `styles/preview.ts`. */
const BESIDE = 1152;

/**
 * Shows the preview instead of the form where the two do not fit side by side, as on a phone. Returns to the scroll
 * position the form had.
 */
export class PhonePreview implements ReactiveController {
  readonly #panel: Panel;
  readonly #observer = new ResizeObserver(() => this.#measure());
  #widget: HTMLElement | undefined;
  /** Undefined until it has been measured. */
  #isBelow: boolean | undefined;
  #isShown = false;
  #scrollTop = 0;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.addController(this);
  }

  /** Whether the widget is below the form. */
  get isAvailable(): boolean {
    const { for: id, offsetWidth } = this.#panel;
    return this.#isBelow ?? (!id && offsetWidth < BESIDE);
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
    // A tab without preview hides the panel's own.
    if (!widget.checkVisibility()) return;
    const form = this.#panel.for ? this.#panel : this.#panel.renderRoot.querySelector('.body');
    const isBelow =
      widget.getAttribute('mode') === 'inline' &&
      widget.getBoundingClientRect().top >= Math.floor(form?.getBoundingClientRect().bottom ?? 0);
    if (isBelow === this.#isBelow) return;
    this.#isBelow = isBelow;
    // An update right now would resize what the observer is reporting: "ResizeObserver loop" errors.
    requestAnimationFrame(() => this.#panel.requestUpdate());
  }
}
