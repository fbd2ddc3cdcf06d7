import type { WindowOwner } from '../window-contract.ts';
import { FullScreen, small } from './full-screen.ts';
import { deepActiveElement, ReturnFocus } from './return-focus.ts';

/** Brings the dialog where the element says: away, over the page, or modal over the whole of a small screen. */
export class WindowDialog {
  readonly #owner: WindowOwner;
  readonly #fullScreen = new FullScreen();
  readonly #changed: () => void;
  readonly #focus = new ReturnFocus();
  #inside = false;

  constructor(owner: WindowOwner, changed: () => void) {
    this.#owner = owner;
    this.#changed = changed;
  }

  get fillsScreen(): boolean {
    return small.matches;
  }

  watch(): void {
    small.addEventListener('change', this.#changed);
  }

  unwatch(): void {
    small.removeEventListener('change', this.#changed);
    this.#fullScreen.leave();
  }

  /** The element was taken off the page: a visitor who was in it is brought back to where they came from. */
  gone(): void {
    const active = deepActiveElement();
    if (this.#inside && (!active || active === document.body)) this.#focus.giveBack(null);
    this.#inside = false;
  }

  /** The page's own button that opened the window gets the focus back. */
  returnTo(pressed: HTMLElement): void {
    this.#focus.remember(this.#owner.renderRoot, pressed);
  }

  update(dialog: HTMLDialogElement): void {
    if (!dialog.isConnected) return;
    const root = this.#owner.renderRoot as ShadowRoot;
    const { open } = this.#owner;
    // Where there are no popovers, the window is modal: only so it is above the page.
    const full = open && (this.fillsScreen || !dialog.popover);
    const floats = dialog.matches(':is(:popover-open)');
    const appears = open && (full ? !dialog.open : !floats);
    const active = root.activeElement as HTMLElement | null;
    const hadFocus = dialog.contains(active);
    if (appears) {
      if (!hadFocus) this.#focus.remember(root);
      for (const type of ['focusin', 'focusout'] as const) dialog.addEventListener(type, this.#onFocus);
      // An inert dialog can't take the focus as it appears: who opened it decides about that.
      dialog.inert = true;
    }
    if (!open) this.#inside = false;
    if (floats && (!open || full)) dialog.hidePopover();
    if (dialog.open && !full) dialog.close();
    if (full && !dialog.open) dialog.showModal();
    if (open && !full && !floats) dialog.showPopover();
    if (appears) dialog.inert = false;
    if (full) this.#fullScreen.enter(dialog);
    else this.#fullScreen.leave();
    root.querySelector('.layer')?.toggleAttribute('hidden', full);
    // Between its two forms the dialog loses it.
    if (hadFocus && open) active!.focus();
    else if (hadFocus) this.#focus.giveBack(root.querySelector('.launcher'));
  }

  readonly #onFocus = ({ type, relatedTarget }: FocusEvent): void => {
    // Whoever leaves for nowhere may have been taken off the page: by then it is too late to ask.
    if (type === 'focusin') this.#inside = true;
    else if (relatedTarget) this.#inside = false;
  };
}
