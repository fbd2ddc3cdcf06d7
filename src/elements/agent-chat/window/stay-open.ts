import { openArea } from '../../../client/storage/storage-area.ts';
import type { WindowOwner } from '../window-contract.ts';
import { small } from './full-screen.ts';
import { propertyOrAttribute } from './property-or-attribute.ts';

/** Slower pages than this are no longer what the visitor followed the link for. */
const WITHIN_MS = 60_000;

/**
 * Whoever follows a link of the conversation to another page of the site finds the chat open there too, except where it
 * would cover that page. Remembered for this tab, until that page is there. Returns the way out.
 */
export function stayOpen(owner: WindowOwner): () => void {
  // Among the visitor's turns, of which the launcher knows that the conversation is wanted.
  const mark = `agent-chat:${encodeURIComponent(owner.agentId)}:${encodeURIComponent(owner.userId || '')}:turn:link`;
  const storage = openArea('session');
  const at = Number(storage.get(mark));
  storage.set(mark, undefined);
  if (Math.abs(Date.now() - at) < WITHIN_MS && !owner.open && !small.matches) owner.openFor('automatic');
  const onClick = (event: MouseEvent): void => {
    const [pressed] = event.composedPath();
    const link = pressed instanceof Element ? pressed.closest<HTMLAnchorElement>('a[href]') : null;
    if (!owner.open || small.matches || !link || !leavesPage(link, event)) return;
    const persist = propertyOrAttribute(owner, 'persist');
    if (persist !== 'memory' && persist !== 'none') storage.set(mark, `${Date.now()}`);
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
