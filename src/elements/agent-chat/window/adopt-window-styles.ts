import { conversationStyles } from '../../conversation/index.ts';
import { adoptedLater } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';
import { headerStyles } from './header-styles.ts';
import { theme } from './theme.ts';
import { windowStyles } from './window-styles.ts';

const STYLES = [theme, windowStyles, headerStyles, conversationStyles];

/**
 * Puts the window's style sheets on its owner, and all of them again where the owner came from another document, or
 * with plain colours where the browser can't make its own. Those that can, Chrome 125, Firefox 128 and Safari 18, are
 * also the first with `getHTML`, which is asked for in fewer bytes; Chrome 123 says that it can, and crashes.
 */
export function adoptWindowStyles(owner: WindowOwner): void {
  const { adoptedStyleSheets } = owner.renderRoot as ShadowRoot;
  if (adoptedStyleSheets.includes(windowStyles.styleSheet!)) return;
  if (adoptedStyleSheets.length === 0 || !owner.getHTML) {
    void import('./readopt-styles.ts').then(
      ({ readoptStyles }) => readoptStyles(owner, [...STYLES, ...adoptedLater]),
      () => {},
    );
  } else {
    adoptedStyleSheets.push(...STYLES.map(({ styleSheet }) => styleSheet!));
  }
}
