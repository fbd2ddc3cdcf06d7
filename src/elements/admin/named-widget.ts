import type { LitElement, ReactiveController } from 'lit';

interface Panel extends LitElement {
  for: string | undefined;
}

/** The widget that `for` names, whenever the page has it: before the panel, after it, or another in its place. */
export class NamedWidget implements ReactiveController {
  readonly #panel: Panel;
  readonly #watch = new MutationObserver(() => {
    if (this.#find() !== this.#found) this.#panel.requestUpdate();
  });
  #found: HTMLElement | undefined;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.addController(this);
  }

  get element(): HTMLElement | undefined {
    this.#found = this.#find();
    return this.#found;
  }

  hostConnected(): void {
    const page = this.#panel.getRootNode();
    this.#watch.observe(page, { childList: true, subtree: true, attributeFilter: ['id'] });
  }

  hostDisconnected(): void {
    this.#watch.disconnect();
  }

  #find(): HTMLElement | undefined {
    const { for: id } = this.#panel;
    const root = this.#panel.getRootNode() as Document | ShadowRoot;
    return (id && root.getElementById?.(id)) || undefined;
  }
}
