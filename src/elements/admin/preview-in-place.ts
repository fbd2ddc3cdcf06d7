import type { LitElement, ReactiveController } from 'lit';

interface Panel extends LitElement {
  for: string | undefined;
}

/**
 * Where the widget stands below the panel, as on a phone, the form is between an owner and what becomes of it: looks at
 * the widget in the form's place, and goes back to where the form was left.
 */
export class PreviewInPlace implements ReactiveController {
  readonly #panel: Panel;
  readonly #watch = new ResizeObserver(() => this.#look());
  #widget: HTMLElement | undefined;
  #below = false;
  #on = false;
  #left = 0;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.addController(this);
  }

  /** The widget is below: the panel's own always, the page's as it has them stand. */
  get possible(): boolean {
    return !this.#panel.for || this.#below;
  }

  get on(): boolean {
    return this.#on && this.possible;
  }

  hostDisconnected(): void {
    this.follow(undefined);
  }

  follow(widget: HTMLElement | undefined): void {
    if (widget === this.#widget) return;
    this.#watch.disconnect();
    this.#widget = widget;
    if (!widget) return;
    this.#watch.observe(this.#panel);
    this.#watch.observe(widget);
  }

  toggle = async (): Promise<void> => {
    if (!this.on) this.#left = scrollY;
    this.#on = !this.on;
    this.#panel.requestUpdate();
    await this.#panel.updateComplete;
    if (this.on) this.#panel.renderRoot.querySelector('.preview-controls')?.scrollIntoView();
    else scrollTo(scrollX, this.#left);
  };

  /** Back to the form, which has something to say. */
  leave(): void {
    this.#on = false;
  }

  #look(): void {
    const widget = this.#widget;
    // For the time it is tried out in a corner of the page, it is where it was.
    if (!widget || widget.dataset.preview === 'page') return;
    const below =
      widget.getAttribute('mode') === 'inline' &&
      widget.getBoundingClientRect().top >= Math.floor(this.#panel.getBoundingClientRect().bottom);
    if (below === this.#below) return;
    this.#below = below;
    // Drawn at once, it would change the size that is just told of.
    requestAnimationFrame(() => this.#panel.requestUpdate());
  }
}
