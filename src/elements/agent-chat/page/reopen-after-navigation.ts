import { openArea } from '../../../client/storage/storage-area.ts';
import type { WidgetHost } from '../widget-host.ts';
import { propertyOrAttribute } from '../window/host-options.ts';
import { smallScreen } from '../window/window-dialog.ts';

/** Milliseconds after which the visitor no longer expects the window to open on the new page. */
const EXPIRES_MS = 60_000;

/**
 * Opens the window again on the next page when the visitor follows a link of the conversation there, unless the window
 * would cover the whole page. Remembered for this tab until that page has loaded.
 * @returns a function that stops listening
 */
export function reopenAfterNavigation(host: WidgetHost): () => void {
  // A key of a turn: the launcher loads the conversation at once if there is one, see `preload.ts`.
  const key = `agent-chat:${encodeURIComponent(host.agentId)}:${encodeURIComponent(host.userId || '')}:turn:link`;
  const storage = openArea('session');
  const followedAt = Number(storage.get(key));
  storage.set(key, undefined);
  if (Math.abs(Date.now() - followedAt) < EXPIRES_MS && !host.open && !smallScreen.matches)
    host.requestOpen('automatic');
  const onClick = (event: MouseEvent): void => {
    const [pressed] = event.composedPath();
    const link = pressed instanceof Element ? pressed.closest<HTMLAnchorElement>('a[href]') : null;
    if (!host.open || smallScreen.matches || !link || !leavesPage(link, event)) return;
    const persist = propertyOrAttribute(host, 'persist');
    if (persist !== 'memory' && persist !== 'none') storage.set(key, `${Date.now()}`);
  };
  host.addEventListener('click', onClick);
  return () => host.removeEventListener('click', onClick);
}

/** Whether the link leads to another page of the site in this tab. */
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
