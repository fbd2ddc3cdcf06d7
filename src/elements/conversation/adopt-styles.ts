import type { CSSResult } from 'lit';

/** Gives the tree an element lives in the styles that came with it, once. */
export function adoptStyles(element: Element, styles: CSSResult): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  const sheet = styles.styleSheet!;
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
