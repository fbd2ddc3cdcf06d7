import type { CSSResult } from 'lit';

/** Gives the tree an element lives in the styles that came with it, once. */
export function adoptStyles(element: Element, styles: CSSResult): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  const sheet = styles.styleSheet!;
  // An element that has left the page meanwhile is in no tree that could have styles.
  if (!('adoptedStyleSheets' in root)) return;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
