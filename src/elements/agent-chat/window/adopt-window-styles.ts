import { adoptedLater } from '../../conversation/adopt-styles.ts';
import { conversationStyles } from '../../conversation/index.ts';
import type { WindowOwner } from '../window-contract.ts';
import { headerStyles } from './header-styles.ts';
import { theme } from './theme.ts';
import { windowStyles } from './window-styles.ts';

const STYLES = [theme, windowStyles, headerStyles, conversationStyles];

/** Puts the window's style sheets on its owner, and all of them again where the owner came from another document. */
export function adoptWindowStyles(owner: WindowOwner): void {
  const { adoptedStyleSheets } = owner.renderRoot as ShadowRoot;
  if (adoptedStyleSheets.length === 0) {
    void import('./readopt-styles.ts').then(
      ({ readoptStyles }) => readoptStyles(owner, [...STYLES, ...adoptedLater]),
      () => {},
    );
  } else if (!adoptedStyleSheets.includes(windowStyles.styleSheet!)) {
    adoptedStyleSheets.push(...STYLES.map(({ styleSheet }) => styleSheet!));
  }
}
