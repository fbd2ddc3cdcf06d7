import { css, html, render } from 'lit';
import { withEnglish, withEnglishFallback } from '../../../locales/english-fallback.ts';
import { mergeStrings } from '../../../locales/merge-strings.ts';
import type { Strings } from '../../../locales/strings.ts';
import { adoptStyles } from '../../conversation/adopt-styles.ts';
import { formatting } from '../../conversation/lazy-modules.ts';
import { spokenText } from '../../conversation/spoken-text.ts';
import { needsFormatting } from '../../markdown/plain-paragraphs.ts';
import type { WindowOwner } from '../window-contract.ts';
import { theme } from './theme.ts';
import { closeIcon } from './window-icons.ts';

const MAX = 2;

/**
 * The first messages, floating beside the closed launcher until the visitor opens the chat or dismisses them.
 * They take no focus and no room from the page.
 *
 * @csspart greetings - The group of floating messages.
 * @csspart greeting - One of them; opens the chat.
 */
export function showGreetings(
  owner: WindowOwner,
  messages: readonly string[],
  dismissed: () => void,
): () => void {
  const root = owner.renderRoot as ShadowRoot;
  const box = document.createElement('div');
  root.append(box);
  for (const styles of [theme, greetingStyles]) adoptStyles(box, styles);
  // The launcher may move to another corner.
  const beside = {
    hostUpdated: (): void => void box.firstElementChild?.setAttribute('data-place', owner.corner),
  };
  owner.addController(beside);
  const close = (): void => {
    owner.removeController(beside);
    owner.removeEventListener('agent-chat-open', close);
    render(null, box);
    box.remove();
  };
  owner.addEventListener('agent-chat-open', close);
  const { language } = owner;
  void language
    .fetch()
    .then(() => withEnglish(withEnglishFallback(mergeStrings(language.words, owner.strings))))
    .then(async strings => {
      const texts = await Promise.all(messages.slice(0, MAX).map(text => withoutMarks(text, strings)));
      // Closed meanwhile, or off the page with its chat.
      if (!box.isConnected) return;
      const onDismiss = (): void => {
        close();
        dismissed();
        root.querySelector<HTMLElement>('.launcher')?.focus({ preventScroll: true });
      };
      render(
        html`<section
        part="greetings"
        class="window greetings"
        popover="manual"
        dir=${language.dir}
        lang=${language.language}
        data-place=${owner.corner}
        aria-label=${strings.greetings}
        >${texts.map(
          text =>
            html`<button part="greeting" class="greeting" type="button" dir="auto" @click=${() => owner.openFor('visitor')}><span class="words">${text}</span></button>`,
        )}<button class="header-button dismiss" type="button" aria-label=${strings.dismiss} @click=${onDismiss}>${closeIcon}</button></section
      >`,
        box,
      );
      const section = box.firstElementChild;
      if (section instanceof HTMLElement) section.showPopover?.();
      // Without their words they are not shown: the chat itself is still there.
    }, close);
  return close;
}

/** What a message says in plain words: a button holds no links and no lists. */
async function withoutMarks(message: string, strings: Strings): Promise<string> {
  if (!needsFormatting(message)) return message;
  const code = await formatting.fetch().catch(() => undefined);
  if (!code) return message;
  const page = document.createElement('div');
  code.renderMarkdown(page, message, { strings });
  return spokenText(page, message.length).trim();
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
    /* Small things lie closer to the page, and throw no shadow on each other. */
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

  /* A long one says how it begins; all of it is in the chat. */
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

  .greeting:hover {
    background: var(--_surface-2);
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
    inset-inline-start: -14px;
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

  .dismiss:hover {
    color: var(--_text);
  }

  @media (pointer: coarse) {
    /* Large for a thumb, not for the eye. */
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
`;
