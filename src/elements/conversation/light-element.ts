import { LitElement, type PropertyDeclarations } from 'lit';

/** Renders into light DOM, so that the shadow root around it styles it and the page reaches it with `::part`. */
export abstract class LightElement extends LitElement {
  override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Reactive properties without attributes. */
export function fields(names: string): PropertyDeclarations {
  return Object.fromEntries(names.split(' ').map(name => [name, { attribute: false }]));
}

/**
 * Defines an element, unless another copy of the bundle has. The file that loads an element's file defines it: bundlers may
 * drop an import for its side effect.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
