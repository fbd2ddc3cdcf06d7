import type { WindowOwner } from '../window-contract.ts';
import { mayOpenByItself, noteClosed, noteOpened } from './auto-open-caps.ts';
import { watchTriggers } from './auto-open-triggers.ts';
import { fullSettings } from './full-settings.ts';
import { showGreetings } from './greetings.ts';

/** There the open chat would cover the page, so it only greets. The same as in `full-screen.ts`, which comes later. */
const SMALL = '(max-width:479px),(max-width:959px) and (max-height:479px)';

/**
 * What closes the chat in the same task as one of these is the visitor's doing; else it is the page's. `cancel` is how a
 * phone's own way back is told, the last one comes from `page-button.ts`.
 */
const VISITOR_ACTS = ['click', 'keydown', 'cancel', 'button-obeyed'] as const;

/** Opens the chat, or floats its first messages, when the settings say so. Never moves the focus. Returns the way out. */
export function start(owner: WindowOwner): () => void {
  const { autoOpen, initialMessages } = fullSettings(owner.layers);
  const leave: (() => void)[] = [];
  if (!autoOpen || !mayOpenByItself(owner, autoOpen)) return () => {};
  const { renderRoot } = owner;
  const onDismiss = (): void => noteClosed(owner);
  let acts = false;
  const onAct = (): void => {
    acts = true;
    setTimeout(() => {
      acts = false;
    });
  };
  const onClose = (): void => {
    if (acts) onDismiss();
  };
  const onTrigger = (): void => {
    // A conversation inside the page is there already. Not every browser tells that a router has changed the page.
    if (owner.open || owner.mode === 'inline' || !matchesPage(autoOpen.urlPattern)) return;
    if (!mayOpenByItself(owner, autoOpen)) return;
    noteOpened(owner);
    if (autoOpen.floating || matchMedia(SMALL).matches) {
      if (initialMessages.length > 0) leave.push(showGreetings(owner, initialMessages, onDismiss));
    } else {
      owner.openFor('automatic');
    }
  };
  owner.addEventListener('agent-chat-close', onClose);
  for (const type of VISITOR_ACTS) renderRoot.addEventListener(type, onAct, true);
  leave.push(
    () => {
      owner.removeEventListener('agent-chat-close', onClose);
      for (const type of VISITOR_ACTS) renderRoot.removeEventListener(type, onAct, true);
    },
    whileOn(autoOpen.urlPattern, () => watchTriggers(autoOpen, onTrigger)),
  );
  return () => {
    for (const stop of leave.splice(0)) stop();
  };
}

/** Runs `start` while the visitor is on a page the pattern names, also where a router changes the page. Returns the way out. */
function whileOn(pattern: string, start: () => () => void): () => void {
  const pages = window.navigation as Navigation | undefined;
  let stop: (() => void) | undefined;
  const follow = (): void => {
    if (matchesPage(pattern)) {
      stop ??= start();
    } else {
      stop?.();
      stop = undefined;
    }
  };
  pages?.addEventListener('currententrychange', follow);
  follow();
  return () => {
    pages?.removeEventListener('currententrychange', follow);
    stop?.();
  };
}

/**
 * `/pricing*` against the path; a pattern with a host or query against the whole address, with its scheme or without.
 * Empty: everywhere.
 */
export function matchesPage(pattern: string, page: URL = new URL(location.href)): boolean {
  const wanted = asShown(pattern.trim());
  if (wanted === '') return true;
  const { pathname, search, href } = page;
  const subjects = wanted.startsWith('/')
    ? [pathname + (wanted.includes('?') ? search : '')]
    : [href, href.replace(/^\w+:\/\//, '')];
  return subjects.some(subject => matches(wanted, asShown(subject)));
}

/** An address as the browser shows it, and as an owner copies it: `/größe` for `/gr%C3%B6%C3%9Fe`. */
function asShown(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function matches(pattern: string, subject: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return subject === start;
  if (!subject.startsWith(start)) return false;
  let at = start.length;
  // Each piece at the first place after the one before: where that fails, a later place would not help.
  for (const piece of rest) {
    at = subject.indexOf(piece, at) + piece.length;
    if (at < piece.length) return false;
  }
  return subject.endsWith(end) && at <= subject.length - end.length;
}
