import type { CSSResult } from 'lit';
import { conversationStyles } from '../../conversation/index.ts';
import { adoptedLater } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import type { WidgetHost } from '../widget-host.ts';
import { headerStyles } from './header-styles.ts';
import { theme } from './theme.ts';

/** The window's frame; the conversation adds the styles of its content. */
const windowStyles: CSSResult = css`
  .window {
    --_gap: calc(var(--_offset) + var(--_launcher) + 14px);
    flex-direction: column;
    overflow: hidden;
    background: var(--_surface);
    color: var(--_text);
    -webkit-text-size-adjust: 100%;
    -webkit-tap-highlight-color: transparent;
  }

  dialog.window {
    display: none;
    position: fixed;
    inset-block-end: calc(var(--_gap) + env(safe-area-inset-bottom));
    inset-inline-end: calc(var(--_offset) + env(safe-area-inset-right));
    inline-size: var(--_own-width, var(--agent-chat-window-width, max(400px, 24em)));
    block-size: var(--_own-height, var(--agent-chat-window-height, 660px));
    max-inline-size: calc(100% - 2 * var(--_offset));
    max-block-size: calc(100% - var(--_gap) - 16px);
    z-index: var(--agent-chat-z-index, 2000);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    /* The wheel does not scroll the page, in Chromium even where nothing in the window scrolls. */
    overscroll-behavior: contain;
    /* It grows from the launcher. */
    --_side: 100%;
    transform-origin: var(--_side) 100%;
    opacity: 0;
    scale: 0.98;
  }

  dialog.window:dir(rtl) {
    --_side: 0%;
  }

  .window:is([open], :popover-open) {
    display: flex;
    opacity: 1;
    scale: none;
    translate: none;
  }

  @starting-style {
    .window:is([open], :popover-open) {
      opacity: 0;
      scale: 0.94;
      translate: 0 12px;
    }
    .window.full:is([open], :popover-open) {
      scale: none;
      translate: 0 24px;
    }
  }

  .window[data-place$='start'] {
    --_side: 0%;
    inset-inline: calc(var(--_offset) + env(safe-area-inset-left)) auto;
  }

  .window[data-place$='start']:dir(rtl) {
    --_side: 100%;
  }

  .window[data-place^='top'] {
    inset-block: calc(var(--_gap) + env(safe-area-inset-top)) auto;
    transform-origin: var(--_side) 0;
  }

  .window.expanded {
    inline-size: min(760px, 100% - 2 * var(--_offset));
    block-size: 100%;
  }

  .window.full {
    inset: var(--_view-top, 0px) 0 auto;
    inline-size: 100%;
    max-inline-size: none;
    block-size: var(--_view-height, 100%);
    max-block-size: none;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    border-radius: 0;
    box-shadow: none;
  }

  .window::backdrop {
    background: none;
  }

  :host([mode='inline']) {
    display: block;
    block-size: var(--agent-chat-window-height, 660px);
    min-block-size: 320px;
  }

  .window.inline {
    display: flex;
    inline-size: 100%;
    block-size: 100%;
    border-radius: var(--_radius);
    box-shadow: 0 0 0 1px var(--_border);
  }

  /* The wheel scrolls the page when there is nothing left to scroll: the log is a part of it. */
  .window.inline .log {
    overscroll-behavior: auto;
  }

  /* Phones zoom into a field with smaller text. */
  .window.full :is(input, textarea, select) {
    font-size: max(16px, 1em);
  }

  @media (forced-colors: active) {
    .window {
      border: 1px solid CanvasText;
    }
  }

  @media (prefers-contrast: more) {
    .window {
      --_border: currentColor;
      --_muted: var(--_text);
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    dialog.window {
      transition: 0.14s cubic-bezier(0.4, 0, 1, 1) allow-discrete;
      transition-property: opacity, scale, translate, display, overlay;
    }
    .window:is([open], :popover-open) {
      transition-duration: 0.24s;
      transition-timing-function: cubic-bezier(0.16, 1, 0.3, 1);
    }
  }

  /* The window floats over the page; after an answer, print-page.ts adds the conversation. */
  @media print {
    dialog.window {
      display: none !important;
      transition: none !important;
    }
  }
`;

const STYLES = [theme, windowStyles, headerStyles, conversationStyles];

/**
 * Adopts the window's style sheets, and all sheets again after a move to another document. A browser without relative
 * colours gets plain ones. `getHTML` is the feature test: browsers with it, Chrome 125, Firefox 128 and Safari 18, also
 * have relative colours; Chrome 123 reports that it has them, and crashes.
 */
export function adoptWindowStyles(host: WidgetHost): void {
  const { adoptedStyleSheets } = host.renderRoot as ShadowRoot;
  if (adoptedStyleSheets.includes(windowStyles.styleSheet!)) return;
  if (adoptedStyleSheets.length === 0 || !host.getHTML) {
    void import('./fallback-styles.ts').then(
      ({ readoptStyles }) => readoptStyles(host, [...STYLES, ...adoptedLater]),
      () => {},
    );
  } else {
    adoptedStyleSheets.push(...STYLES.map(({ styleSheet }) => styleSheet!));
  }
}
