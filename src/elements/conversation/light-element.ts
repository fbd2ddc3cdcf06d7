import { LitElement } from 'lit';

/** Drawn into the tree it stands in, where that tree's styles reach it, and the page's `::part`. */
export abstract class LightElement extends LitElement {
  override createRenderRoot(): HTMLElement {
    return this;
  }
}
