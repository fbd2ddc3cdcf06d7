import type { WindowOwner } from '../window-contract.ts';
import { small } from './full-screen.ts';

/** Slower pages than this are no longer what the visitor followed the link for. */
const WITHIN_MS = 60_000;

/**
 * Whoever follows a link of the conversation to another page of the site finds the chat open there too, except where it
 * would cover that page. Remembered for this tab, until that page is there. Returns the way out.
 */
export function stayOpen(owner: WindowOwner): () => void {
  // Among the visitor's turns, of which the launcher knows that the conversation is wanted.
  const mark = `agent-chat:${encodeURIComponent(owner.agentId)}:${encodeURIComponent(owner.userId || '')}:turn:link`;
  if (takeMark(mark) && !owner.open && !small.matches) owner.openFor('automatic');
  const onClick = (event: MouseEvent): void => {
    const [pressed] = event.composedPath();
    const link = pressed instanceof Element ? pressed.closest<HTMLAnchorElement>('a[href]') : null;
    if (!owner.open || small.matches || !link || !leavesPage(link, event)) return;
    const persist = owner.persist ?? owner.getAttribute('persist');
    if (persist !== 'memory' && persist !== 'none') setMark(mark);
  };
  owner.addEventListener('click', onClick);
  return () => owner.removeEventListener('click', onClick);
}

/** In this tab, for another page of the site. */
function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target !== '';
  const here = location.href.replace(/#.*/, '');
  return (
    !event.defaultPrevented &&
    !elsewhere &&
    link.origin === location.origin &&
    link.href.replace(/#.*/, '') !== here
  );
}

function setMark(mark: string): void {
  try {
    sessionStorage.setItem(mark, `${Date.now()}`);
  } catch {
    // Blocked or full: the chat is closed there.
  }
}

function takeMark(mark: string): boolean {
  try {
    const at = Number(sessionStorage.getItem(mark));
    sessionStorage.removeItem(mark);
    return Math.abs(Date.now() - at) < WITHIN_MS;
  } catch {
    return false;
  }
}
