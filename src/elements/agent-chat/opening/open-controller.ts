import { dispatch, type OpenReason } from '../events.ts';
import type { ChatWindow, WidgetHost } from '../widget-host.ts';
import type { WindowLoader } from './window-loader.ts';

/** Opens and closes the window: dispatches the events, and loads the code. */
export class OpenController {
  readonly #host: WidgetHost;
  readonly #loader: WindowLoader;
  /** The state of the last update. */
  #isOpen = false;
  #reason: OpenReason = 'page';
  #trigger: HTMLElement | undefined;

  constructor(host: WidgetHost, loader: WindowLoader) {
    this.#host = host;
    this.#loader = loader;
  }

  /** @param trigger the page's own button, if it was one */
  requestOpen(reason: OpenReason, trigger?: HTMLElement): void {
    this.#reason = reason;
    this.#trigger = trigger;
    this.#host.open = true;
  }

  /** Called before each update: compares `open` with the update before, so that `hide(); show()` changes nothing. */
  update(): void {
    const wasOpen = this.#isOpen;
    // Open in the page's own markup: nobody has pressed anything.
    const reason = this.#host.hasUpdated ? this.#reason : 'automatic';
    this.#reason = 'page';
    const trigger = this.#trigger;
    this.#trigger = undefined;
    if (this.#host.open === wasOpen) return;
    if (wasOpen) {
      this.#isOpen = false;
      dispatch(this.#host, 'agent-chat-close');
    } else if (dispatch(this.#host, 'agent-chat-open', { reason })) {
      this.#isOpen = true;
      this.#host.refreshSettings();
      this.focusWindow(reason, trigger).catch(() => {
        this.#host.open = false;
      });
    } else {
      this.#host.open = false;
    }
  }

  /**
   * Moves the focus into the window as soon as it has been loaded and rendered, unless the visitor has moved it
   * elsewhere in the meantime.
   * @returns the window, or undefined if the focus stays elsewhere
   */
  async focusWindow(reason: OpenReason, trigger?: HTMLElement): Promise<ChatWindow | undefined> {
    const { activeElement, body } = document;
    const window = await this.#loader.load();
    await this.#host.updateComplete;
    const stayed = [activeElement, body, this.#host].includes(document.activeElement!);
    window.onOpened(stayed ? reason : 'automatic', trigger);
    return stayed ? window : undefined;
  }
}
