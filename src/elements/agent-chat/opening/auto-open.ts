import type { AutoOpen } from '../../../protocol/settings.ts';
import { settingsForPage } from '../../conversation/page-greetings.ts';
import { matchesPage } from '../../page-pattern.ts';
import { showGreetings } from '../launcher/greetings.ts';
import { resolveSettings } from '../settings/settings-styles.ts';
import type { WidgetHost } from '../widget-host.ts';
import { smallScreen } from '../window/window-dialog.ts';
import { mayOpenAutomatically, recordClosed, recordOpened } from './auto-open-limits.ts';

/**
 * A window that closes in the same task as one of these events was closed by the visitor, otherwise by the page. A
 * phone's back gesture dispatches `cancel`; `page-button-actions.ts` dispatches `page-button`.
 */
const VISITOR_EVENTS = ['click', 'keydown', 'cancel', 'page-button'] as const;

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Opens the window, or shows the first messages as greetings, when the settings say so. Never moves the focus.
 * @returns a function that stops it
 */
export function start(host: WidgetHost): () => void {
  const settings = resolveSettings(host);
  const { autoOpen } = settings;
  const cleanups: (() => void)[] = [];
  if (!autoOpen || !mayOpenAutomatically(host, autoOpen)) return () => {};
  const { renderRoot } = host;
  const onDismissed = (): void => recordClosed(host);
  let isVisitorTask = false;
  const onVisitorEvent = (): void => {
    isVisitorTask = true;
    setTimeout(() => {
      isVisitorTask = false;
    });
  };
  const onClose = (): void => {
    if (isVisitorTask) onDismissed();
  };
  const onTrigger = (): void => {
    // An inline conversation is always visible. Not every browser reports that a router has changed the page.
    if (host.open || host.mode === 'inline' || !matchesPage(autoOpen.urlPattern)) return;
    if (!mayOpenAutomatically(host, autoOpen)) return;
    recordOpened(host);
    // On a small screen the window would cover the page.
    if (autoOpen.floating || smallScreen.matches) {
      const { initialMessages } = settingsForPage(settings);
      if (initialMessages.length > 0) cleanups.push(showGreetings(host, initialMessages, onDismissed));
    } else {
      host.requestOpen('automatic');
    }
  };
  host.addEventListener('agent-chat-close', onClose);
  for (const type of VISITOR_EVENTS) renderRoot.addEventListener(type, onVisitorEvent, true);
  cleanups.push(
    () => {
      host.removeEventListener('agent-chat-close', onClose);
      for (const type of VISITOR_EVENTS) renderRoot.removeEventListener(type, onVisitorEvent, true);
    },
    whileOnPage(autoOpen.urlPattern, () => observeTriggers(autoOpen, onTrigger)),
  );
  return () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
}

/** Runs `begin` while the visitor is on a page that matches the pattern, also if a router changes the page. */
function whileOnPage(pattern: string, begin: () => () => void): () => void {
  const navigationApi = window.navigation as Navigation | undefined;
  let end: (() => void) | undefined;
  const update = (): void => {
    if (matchesPage(pattern)) {
      end ??= begin();
    } else {
      end?.();
      end = undefined;
    }
  };
  navigationApi?.addEventListener('currententrychange', update);
  update();
  return () => {
    navigationApi?.removeEventListener('currententrychange', update);
    end?.();
  };
}

/** Calls `onTrigger` once, at the first trigger that the settings enable. */
function observeTriggers(autoOpen: AutoOpen, onTrigger: () => void): () => void {
  const cleanups: (() => void)[] = [];
  const stop = (): void => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
  const fire = (): void => {
    stop();
    onTrigger();
  };
  const on = (target: EventTarget, type: string, listener: EventListener): void => {
    target.addEventListener(type, listener, { passive: true, capture: true });
    cleanups.push(() => target.removeEventListener(type, listener, true));
  };
  const { delay, idle, scroll, exitIntent } = autoOpen;
  if (delay !== null) {
    const timer = setTimeout(fire, delay * 1000);
    cleanups.push(() => clearTimeout(timer));
  }
  if (idle !== null) {
    let timer = setTimeout(fire, idle * 1000);
    cleanups.push(() => clearTimeout(timer));
    for (const type of ACTIVITY) {
      on(document, type, () => {
        clearTimeout(timer);
        timer = setTimeout(fire, idle * 1000);
      });
    }
  }
  if (scroll !== null) {
    on(document, 'scroll', ({ target }) => {
      const box = target instanceof Element ? target : document.scrollingElement;
      // Some sites scroll their content in an element; a small one is a list or a menu.
      if (!box || box.clientHeight < innerHeight / 2) return;
      const { scrollTop, scrollHeight, clientHeight } = box;
      if (scrollTop >= ((scrollHeight - clientHeight) * scroll) / 100) fire();
    });
  }
  if (exitIntent) {
    on(document, 'mouseout', event => {
      const { relatedTarget, clientY } = event as MouseEvent;
      if (relatedTarget === null && clientY <= 0) fire();
    });
  }
  return stop;
}
