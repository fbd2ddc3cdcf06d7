import { Lazy } from '../../conversation/lazy.ts';
import { deepActiveElement } from '../../conversation/shadow-root.ts';
import type { WidgetHost } from '../widget-host.ts';

/**
 * A screen with no space for a window beside the page, or on a phone in landscape none above the keyboard. A tablet is
 * wider, so that its keyboard alone does not make it a phone.
 */
export const smallScreen: MediaQueryList = matchMedia(
  '(max-width:479px),(max-width:959px) and (max-height:479px)',
);

/** Shows the dialog as `open` says: hidden, floating over the page, or modal on the whole of a small screen. */
export class WindowDialog {
  readonly #host: WidgetHost;
  readonly #onScreenChange: () => void;
  readonly #fillScreen = new Lazy(() => import('./fill-screen.ts'));
  #leaveFullScreen: (() => void) | undefined;
  /** Where the focus was when the window opened. */
  #returnTo: HTMLElement | undefined;
  /** The element inside the widget that has the focus, or lost it in the current task. */
  focused: HTMLElement | undefined;

  constructor(host: WidgetHost, onScreenChange: () => void) {
    this.#host = host;
    this.#onScreenChange = onScreenChange;
  }

  get fillsScreen(): boolean {
    return smallScreen.matches;
  }

  connect(): void {
    smallScreen.addEventListener('change', this.#onScreenChange);
    for (const type of ['focusin', 'focusout']) this.#host.renderRoot.addEventListener(type, this.#onFocus);
  }

  disconnect(): void {
    smallScreen.removeEventListener('change', this.#onScreenChange);
    this.#exitFullScreen();
  }

  /** Restores the focus after the element was removed from the page while it had the focus. */
  restoreFocusAfterRemoval(): void {
    if (document.activeElement === document.body) this.#restoreFocus(null);
  }

  /**
   * The focus may be anywhere when a screen reader presses something.
   * @param trigger the page's own button that was pressed; undefined for the launcher
   */
  returnFocusTo(trigger: HTMLElement | undefined): void {
    this.#returnTo = trigger;
  }

  #rememberFocus(): void {
    const active = deepActiveElement();
    const outside = active && active !== document.body && !this.#host.renderRoot.contains(active);
    this.#returnTo = outside ? active : undefined;
  }

  update(dialog: HTMLDialogElement): void {
    if (!dialog.isConnected) return;
    const root = this.#host.renderRoot as ShadowRoot;
    const { open } = this.#host;
    // Without popovers the window is modal everywhere: that is the only other way above the page.
    const full = open && (this.fillsScreen || !dialog.popover);
    const floats = dialog.matches(':is(:popover-open)');
    // A modal dialog that was removed from the page returns with `open` set, and is no longer modal.
    const opens = open && !(full ? dialog.matches(':modal') : floats);
    const hadFocus = dialog.contains(root.activeElement);
    if (opens) {
      if (!dialog.contains(this.focused ?? null)) this.#rememberFocus();
      // An inert dialog takes no focus when it opens: `AgentChatWindow.onOpened` decides about that.
      dialog.inert = true;
    }
    if (floats && (!open || full)) dialog.hidePopover();
    if (opens || !full) dialog.close();
    if (opens) {
      if (full) dialog.showModal();
      else dialog.showPopover();
      dialog.inert = false;
    }
    if (full) this.#enterFullScreen(dialog);
    else this.#exitFullScreen();
    root.querySelector('.layer')?.toggleAttribute('hidden', full);
    if (hadFocus && !open) this.#restoreFocus(root.querySelector('.launcher'));
  }

  /** Called at each update, also when the code has been loaded; a failed load is repeated. */
  #enterFullScreen(dialog: HTMLDialogElement): void {
    this.#leaveFullScreen ??= this.#fillScreen
      .loadFor(this.#host)
      ?.fillScreen(dialog, () => this.#exitFullScreen());
  }

  #exitFullScreen(): void {
    this.#leaveFullScreen?.();
    this.#leaveFullScreen = undefined;
  }

  /** Moves the focus to where it was before the window opened, otherwise to the launcher. */
  #restoreFocus(launcher: HTMLElement | null): void {
    const target = this.#returnTo;
    this.#returnTo = undefined;
    if (target?.isConnected) target.focus();
    if (deepActiveElement() !== target) launcher?.focus();
  }

  readonly #onFocus = (event: Event): void => {
    if (event.type === 'focusin') {
      this.focused = event.target as HTMLElement;
      // A dialog of the page with a focus trap, such as Bootstrap's, would take the focus out of the message field.
      if (this.focused.closest('dialog')) event.stopPropagation();
      // If the element is only moved, it has the focus again before the microtask.
    } else
      queueMicrotask(() => {
        if (!(this.#host.renderRoot as ShadowRoot).activeElement) this.focused = undefined;
      });
  };
}
