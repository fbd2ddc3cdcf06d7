/**
 * What is of use once there is an answer, in a chunk of its own: paper, the page's language, links, what tells of unread
 * answers, and the launcher's badge and movements.
 */
import { adoptStyles } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';
import { followPage } from './follow-page.ts';
import { launcherExtras } from './launcher-extras.ts';
import { printWithPage } from './print-page.ts';
import { signalUnread } from './signal-unread.ts';
import { stayOpen } from './stay-open.ts';

/** How the chat goes along with what becomes of the page: from the start in its looks, from the first answer on in all. */
export class PageTies {
  readonly #owner: WindowOwner;
  #answered = false;
  #leave: (() => void)[];

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    const { renderRoot } = owner;
    adoptStyles(renderRoot, launcherExtras);
    // Nothing has become of the launcher: its icon moves from the next time on that something does. In jsdom nothing does.
    for (const move of renderRoot.querySelector('.launcher svg')?.getAnimations?.() ?? []) move.finish();
    this.#leave = [followPage(owner)];
  }

  follow(messages: number): void {
    if (this.#answered || messages < 2) return;
    this.#answered = true;
    const owner = this.#owner;
    this.#leave.push(printWithPage(owner), stayOpen(owner), signalUnread(owner));
  }

  cut(): void {
    for (const leave of this.#leave) leave();
  }
}
