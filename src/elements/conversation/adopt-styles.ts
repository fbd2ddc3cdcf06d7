import type { CSSResult } from 'lit';

/** What has come later than the element itself: it needs this again when it moves to another document. */
export const adoptedLater: Set<CSSResult> = new Set();

/** Gives the tree a node lives in the styles that came with it, once. */
export function adoptStyles(node: Node, styles: CSSResult): void {
  const root = node.getRootNode() as Document | ShadowRoot;
  const sheet = styles.styleSheet!;
  // Taken out in the meantime.
  if (!('adoptedStyleSheets' in root)) return;
  adoptedLater.add(styles);
  // A sheet serves one document; in a frame the element brings copies.
  if (node.ownerDocument?.defaultView !== window || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets.push(sheet);
}
