import type { CSSResult } from 'lit';

/** Styles that were adopted after the element was created. It needs them again when it moves to another document. */
export const adoptedLater: Set<CSSResult> = new Set();

/** Adopts styles once into the shadow root that contains a node. */
export function adoptStyles(node: Node, styles: CSSResult): void {
  const root = node.getRootNode() as Document | ShadowRoot;
  const sheet = styles.styleSheet!;
  // The node was removed meanwhile.
  if (!('adoptedStyleSheets' in root)) return;
  adoptedLater.add(styles);
  // A sheet serves one document; in another frame the element adopts copies.
  if (node.ownerDocument?.defaultView !== window || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets.push(sheet);
}

/** The element that has the focus, inside any shadow roots. */
export function deepActiveElement(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active as HTMLElement | null;
}

/**
 * Whether the page set a boolean attribute of `<agent-chat>`, with any value but `false`. Read when it is needed, so that
 * the launcher needs no accessors.
 */
export function isEnabledByPage(inside: Node, attribute: string): boolean {
  const { host } = inside.getRootNode() as ShadowRoot;
  return (host?.getAttribute(attribute) ?? 'false') !== 'false';
}
