/**
 * Gives an element its name, unless another copy of the bundle on the page has. Whoever loads an element's file
 * registers it: a file that is only imported for its side effect may be left out by a bundler.
 */
export function register(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
