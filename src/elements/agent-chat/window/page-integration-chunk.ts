/**
 * What is of use once there is an answer, in a chunk of its own: paper, the page's language, links, what tells of unread
 * answers, and the launcher's badge and movements.
 */
import type { WindowOwner } from '../window-contract.ts';
import { followPage } from './follow-page.ts';
import { printWithPage } from './print-page.ts';
import { signalUnread } from './signal-unread.ts';
import { stayOpen } from './stay-open.ts';

export { launcherExtras } from './launcher-extras.ts';

/** Goes along with what becomes of the page. @returns the way to stop that. */
export function integrateWithPage(owner: WindowOwner): () => void {
  const leave = [printWithPage(owner), followPage(owner), stayOpen(owner), signalUnread(owner)];
  return () => {
    for (const stop of leave) stop();
  };
}
