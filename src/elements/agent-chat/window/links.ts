import { emit } from '../events.ts';
import type { WindowOwner } from '../window-contract.ts';

/**
 * A link in the window is pressed: the page hears of it first and may take it over, for instance with its router;
 * then it opens where the `links` attribute says.
 */
export function followLink(owner: WindowOwner, event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  // In a tab or a window of its own the browser opens it, and no router.
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const sameOrigin = link.origin === location.origin;
  if (!emit(owner, 'agent-chat-link', { url: link.href, sameOrigin })) {
    event.preventDefault();
    return;
  }
  // An address to write to or a number to call is no page: there would be an empty tab.
  const opensNew = link.host && (owner.links === 'new' || (owner.links !== 'same' && !sameOrigin));
  link.target = opensNew ? '_blank' : '';
  if (opensNew) link.relList.add('noopener', 'noreferrer');
}
