import type { CSSResult, LitElement } from 'lit';
import { adoptGivenStyles } from '../given-styles.ts';
import type { WindowOwner } from '../window-contract.ts';
import { plainColours } from './plain-colours.ts';

/**
 * Puts the style sheets on again that a shadow root loses when it moves to another document: into a frame, or into
 * a template and back. A sheet serves one document only, so elsewhere copies of them.
 */
export function readoptStyles(owner: WindowOwner, more: readonly CSSResult[]): void {
  const view = owner.ownerDocument.defaultView;
  // Gone again, to a document that nobody sees.
  if (!view) return;
  const root = owner.renderRoot as ShadowRoot;
  const { elementStyles } = owner.constructor as typeof LitElement;
  const styles = [...(elementStyles as CSSResult[]), ...more];
  const sheets = styles.map(({ styleSheet }) => (view === window ? styleSheet! : copyFor(view, styleSheet!)));
  // Before the others are: a browser that crashes at their colours must not see them alone.
  if (view === window && !owner.getHTML) sheets.unshift(plainColours(owner, styles));
  root.adoptedStyleSheets = sheets;
  owner.give = adoptGivenStyles(root, new view.CSSStyleSheet());
  owner.requestUpdate();
}

function copyFor(view: typeof globalThis, sheet: CSSStyleSheet): CSSStyleSheet {
  const copy = new view.CSSStyleSheet();
  for (const rule of sheet.cssRules) copy.insertRule(rule.cssText, copy.cssRules.length);
  return copy;
}
