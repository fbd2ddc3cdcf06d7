import { LitElement, type PropertyDeclarations } from 'lit';

/** Drawn into the tree it stands in, where that tree's styles reach it, and the page's `::part`. */
export abstract class LightElement extends LitElement {
  override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** What an inner element is given, and draws itself anew for: properties, of which no attribute tells. */
export function fields(names: string): PropertyDeclarations {
  return Object.fromEntries(names.split(' ').map(name => [name, { attribute: false }]));
}
