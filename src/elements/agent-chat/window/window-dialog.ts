import type { WindowOwner } from '../window-contract.ts';
import { FullScreen, small } from './full-screen.ts';
import { ReturnFocus } from './return-focus.ts';

/** Brings the dialog where the element says: away, over the page, or modal over the whole of a small screen. */
export class WindowDialog {
  readonly #owner: WindowOwner;
  readonly #fullScreen: FullScreen;
  readonly #changed: () => void;
  readonly #focus = new ReturnFocus();
  /** What has the focus in the element, or had it until just now. */
  inside: HTMLElement | undefined;

  constructor(owner: WindowOwner, changed: () => void) {
    this.#owner = owner;
    this.#fullScreen = new FullScreen(owner);
    this.#changed = changed;
  }

  get fillsScreen(): boolean {
    return small.matches;
  }

  watch(): void {
    small.addEventListener('change', this.#changed);
    for (const type of ['focusin', 'focusout']) this.#owner.renderRoot.addEventListener(type, this.#onFocus);
  }

  unwatch(): void {
    small.removeEventListener('change', this.#changed);
    this.#fullScreen.leave();
  }

  /** The element was taken off the page: a visitor who was in it is brought back to where they came from. */
  gone(): void {
    if (document.activeElement === document.body) this.#focus.giveBack(null);
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
    // Taken off the page while it was modal, it comes back open and is not.
    const appears = open && !(full ? dialog.matches(':modal') : floats);
    const hadFocus = dialog.contains(root.activeElement);
    if (appears) {
      if (!dialog.contains(this.inside ?? null)) this.#focus.remember(root);
      // An inert dialog can't take the focus as it appears: who opened it decides about that.
      dialog.inert = true;
    }
    if (floats && (!open || full)) dialog.hidePopover();
    if (appears || !full) dialog.close();
    if (appears) {
      if (full) dialog.showModal();
      else dialog.showPopover();
      dialog.inert = false;
    }
    if (full) this.#fullScreen.enter(dialog);
    else this.#fullScreen.leave();
    root.querySelector('.layer')?.toggleAttribute('hidden', full);
    if (hadFocus && !open) this.#focus.giveBack(root.querySelector('.launcher'));
  }

  readonly #onFocus = (event: Event): void => {
    if (event.type === 'focusin') {
      this.inside = event.target as HTMLElement;
      // A dialog of the page that keeps the focus, as Bootstrap's, would take it out of the message field.
      if (this.inside.closest('dialog')) event.stopPropagation();
      // Whoever leaves may be moved along with the element, and has it again by then.
    } else
      queueMicrotask(() => {
        if (!(this.#owner.renderRoot as ShadowRoot).activeElement) this.inside = undefined;
      });
  };
}
