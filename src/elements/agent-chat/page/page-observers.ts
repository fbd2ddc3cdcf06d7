import { html } from 'lit';
import { windowStrings } from '../../../locales/english-window.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import { launcherEffectStyles } from '../launcher/launcher-effect-styles.ts';
import type { UnreadView, WidgetHost } from '../widget-host.ts';
import { printWithPage } from './print-page.ts';
import { reopenAfterNavigation } from './reopen-after-navigation.ts';

/** Milliseconds since an answer in which it counts as new: the code may take that long to load. */
const NEW_ANSWER_MS = 10_000;

/**
 * What the widget observes of the page, in a chunk that is not needed before the first answer: the page's language and
 * colour scheme from the start; printing, navigation and unread answers from the first answer on.
 */
export class PageObservers {
  readonly #host: WidgetHost;
  #hasAnswer = false;
  readonly #cleanups: (() => void)[];

  constructor(host: WidgetHost) {
    this.#host = host;
    const { renderRoot } = host;
    adoptStyles(renderRoot, launcherEffectStyles);
    host.renderUnread = () => renderUnread(host);
    // The icon is not animated until the launcher is pressed next time. jsdom has no `getAnimations`.
    for (const animation of renderRoot.querySelector('.launcher svg')?.getAnimations?.() ?? [])
      animation.finish();
    this.#cleanups = [observePageTheme(host)];
  }

  update(messageCount: number): void {
    if (this.#hasAnswer || messageCount < 2) return;
    this.#hasAnswer = true;
    const host = this.#host;
    this.#cleanups.push(printWithPage(host), reopenAfterNavigation(host), signalUnread(host));
  }

  disconnect(): void {
    for (const cleanup of this.#cleanups) cleanup();
  }
}

function renderUnread({ unread, language, strings }: WidgetHost): UnreadView | undefined {
  if (!unread) return undefined;
  const badge = html`<span part="launcher-badge" class="badge">${unread}</span>`;
  return { label: windowStrings(language.strings, strings).unread(unread), badge };
}

/** Renders again when the page changes its language, colour scheme or background. */
function observePageTheme(host: WidgetHost): () => void {
  const { documentElement, body } = document;
  const render = (): void => host.requestUpdate();
  // A page may fade to another background colour.
  const onTransitionEnd = ({ target }: Event): void => {
    if (target === documentElement || target === body) render();
  };
  const changes = new MutationObserver(render);
  for (const element of [documentElement, body])
    changes.observe(element, { attributeFilter: ['lang', 'class', 'style', 'data-theme'] });
  addEventListener('transitionend', onTransitionEnd);
  // The page may have changed before this code was loaded, which happens during an update.
  queueMicrotask(render);
  return () => {
    changes.disconnect();
    removeEventListener('transitionend', onTransitionEnd);
  };
}

/**
 * Signals unread answers to a visitor who looks elsewhere, if the page asks for it: `unread-sound` by a sound,
 * `app-badge` by the number on the icon of the installed site.
 */
function signalUnread(host: WidgetHost): () => void {
  const isSet = (attribute: string): boolean => (host.getAttribute(attribute) ?? 'false') !== 'false';
  let signalled = isLastAnswerNew(host) ? 0 : host.unread;
  const signal = (): void => {
    const { unread } = host;
    if (isSet('app-badge')) navigator.setAppBadge?.(unread).catch(() => {});
    if (unread > signalled && isSet('unread-sound'))
      import('./chime.ts')
        .then(code => code.chime(host.agentId))
        // The page may have used up the browser's audio contexts. The launcher still shows the number.
        .catch(() => {});
    signalled = unread;
  };
  host.addEventListener('agent-chat-unread', signal);
  signal();
  return () => host.removeEventListener('agent-chat-unread', signal);
}

/** False for an answer that was restored from an earlier visit. */
function isLastAnswerNew({ messages }: WidgetHost): boolean {
  return Date.now() - (messages.at(-1)?.createdAt ?? 0) < NEW_ANSWER_MS;
}
