import { deepActiveElement } from '../../conversation/shadow-root.ts';

/** Remembers where the visitor was when the window opened, and brings them back when it closes. */
export class ReturnFocus {
  #from: HTMLElement | undefined;

  /** Called when the window is about to take the focus. `pressed` is the page's own button, if it was one. */
  remember(root: Node, pressed?: HTMLElement): void {
    const active = deepActiveElement();
    this.#from =
      pressed ?? (active && active !== document.body && !root.contains(active) ? active : undefined);
  }

  /** To the page's own button where that opened the window, else to the launcher. */
  giveBack(launcher: HTMLElement | null): void {
    const from = this.#from;
    this.#from = undefined;
    if (from?.isConnected) from.focus();
    if (deepActiveElement() !== from) launcher?.focus();
  }
}
