import { html, render } from 'lit';
import { windowStrings } from '../../../locales/english-window.ts';
import type { Strings } from '../../../locales/strings.ts';
import { withEnglish } from '../../../locales/with-english.ts';
import { SimpleMarkdown } from '../../../markdown/simple-markdown.ts';
import { formatting } from '../../conversation/lazy-modules.ts';
import { spokenText } from '../../conversation/message/spoken-text.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import type { WidgetHost } from '../widget-host.ts';
import { theme } from '../window/theme.ts';
import { closeIcon } from '../window/window-frame.ts';

const MAX_GREETINGS = 2;

/**
 * Shows the first messages beside the closed launcher until the visitor opens the chat or dismisses them. They take
 * neither the focus nor space from the page.
 * @returns a function that removes them
 */
export function showGreetings(
  host: WidgetHost,
  messages: readonly string[],
  onDismissed: () => void,
): () => void {
  const root = host.renderRoot;
  const box = document.createElement('div');
  root.append(box);
  for (const styles of [theme, greetingStyles]) adoptStyles(box, styles);
  // The launcher may move to another corner.
  const placement = {
    hostUpdated: (): void => void box.firstElementChild?.setAttribute('data-place', host.resolvedPlacement),
  };
  host.addController(placement);
  const close = (): void => {
    host.removeController(placement);
    host.removeEventListener('agent-chat-open', close);
    render(null, box);
    if (box.parentNode) box.remove();
  };
  host.addEventListener('agent-chat-open', close);
  const onDismiss = (): void => {
    close();
    onDismissed();
    root.querySelector<HTMLElement>('.launcher')?.focus({ preventScroll: true });
  };
  // If the strings cannot be loaded, there are no greetings; the launcher still works.
  renderGreetings(host, box, messages, onDismiss).catch(close);
  return close;
}

async function renderGreetings(
  host: WidgetHost,
  box: HTMLElement,
  messages: readonly string[],
  onDismiss: () => void,
): Promise<void> {
  const { language } = host;
  await language.fetch();
  const strings = await withEnglish(windowStrings(language.strings, host.strings));
  const texts = await Promise.all(messages.slice(0, MAX_GREETINGS).map(text => toPlainText(text, strings)));
  // Closed in the meantime, or removed from the page together with the widget.
  if (!box.isConnected) return;
  render(
    html`<section
      part="greetings"
      class="window greetings"
      popover="manual"
      dir=${language.dir}
      lang=${language.language}
      data-place=${host.resolvedPlacement}
      aria-label=${strings.greetings}
      >${texts.map(
        text =>
          html`<button part="greeting" class="greeting" type="button" @click=${() => host.requestOpen('visitor')}><span class="words" dir="auto">${text}</span></button>`,
      )}<button class="header-button dismiss" type="button" aria-label=${strings.dismiss} @click=${onDismiss}>${closeIcon}</button></section
    >`,
    box,
  );
  box.querySelector('section')?.showPopover?.();
}

/** A message without its formatting: a button can contain neither links nor lists. */
async function toPlainText(message: string, strings: Strings): Promise<string> {
  const container = document.createElement('div');
  if (!new SimpleMarkdown(container).append(message, true)) {
    const code = await formatting.load().catch(() => undefined);
    if (!code) return message;
    container.replaceChildren();
    code.renderMarkdown(container, message, { strings });
  }
  return spokenText(container, message.length).trim();
}

const greetingStyles = css`
  .greetings {
    position: fixed;
    inset: auto;
    --_edge: calc(var(--_offset) + env(safe-area-inset-bottom));
    --_beside: calc(var(--_edge) + var(--_launcher) + 14px);
    inset-block-end: var(--_beside);
    inset-inline-end: var(--_edge);
    display: flex;
    flex-direction: column;
    align-items: end;
    gap: 8px;
    max-inline-size: min(320px, 100% - 2 * var(--_offset));
    overflow: visible;
    color: var(--_text);
    /* Smaller than the window's shadow, so that greetings cast none on each other. */
    --_low-shadow: 0 0 0 1px light-dark(rgb(20 22 40 / 6%), rgb(255 255 255 / 8%)), 0 3px 12px rgb(20 22 40 / 14%);
  }

  .greetings[data-place$='start'] {
    inset-inline: var(--_edge) auto;
    align-items: start;
  }

  .greetings[data-place^='top'] {
    inset-block: var(--_beside) auto;
  }

  .greeting {
    all: unset;
    box-sizing: border-box;
    padding: 10px 14px;
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_low-shadow);
    cursor: pointer;
    animation: greet 0.3s cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
  }

  /* Only the beginning of a long message; the chat has all of it. */
  .words {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
    overflow: hidden;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  /* The last one points at the launcher. */
  .greeting:nth-last-child(2) {
    border-end-end-radius: 4px;
  }

  [data-place$='start'] .greeting:nth-last-child(2) {
    border-end-end-radius: var(--_radius);
    border-end-start-radius: 4px;
  }

  [data-place^='top'] .greeting:nth-last-child(2) {
    border-radius: var(--_radius);
  }

  .greeting:nth-child(2) {
    animation-delay: 0.12s;
  }

  .greeting:focus-visible,
  .dismiss:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .dismiss {
    all: unset;
    position: absolute;
    inset-block-start: -16px;
    /* On the side where all greetings are aligned: a short first one does not reach the other side. */
    inset-inline-end: -14px;
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    border-radius: 50%;
    background: var(--_surface);
    color: var(--_muted);
    box-shadow: var(--_low-shadow);
    cursor: pointer;
  }

  [data-place$='start'] .dismiss {
    inset-inline: -14px auto;
  }

  /* The launcher is above the greetings. */
  [data-place^='top'] .dismiss {
    inset-block: auto -16px;
  }

  @media (hover: hover) {
    .greeting:hover {
      background: var(--_surface-2);
    }
    .dismiss:hover {
      color: var(--_text);
    }
  }

  @media (pointer: coarse) {
    /* A larger touch target than the visible button. */
    .dismiss::after {
      content: '';
      position: absolute;
      inset: -8px;
    }
  }

  .greetings .icon {
    inline-size: 14px;
    block-size: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2.2;
    stroke-linecap: round;
  }

  @keyframes greet {
    from {
      opacity: 0;
      translate: 0 8px;
    }
  }

  @media (forced-colors: active) {
    .greeting,
    .dismiss {
      border: 1px solid ButtonText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .greeting {
      animation: none;
    }
  }

  @media print {
    .greetings {
      display: none;
    }
  }
`;
