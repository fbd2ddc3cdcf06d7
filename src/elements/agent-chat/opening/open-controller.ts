import { dispatch, type OpenReason } from '../events.ts';
import type { ChatWindow, WidgetHost } from '../widget-host.ts';
import { windowCode } from '../window-code.ts';

/** Opens and closes the window: dispatches the events, loads the code once, and creates the window on first intent. */
export class OpenController {
  window: ChatWindow | undefined;
  /** The last attempt to load the code failed; the next intent repeats it. */
  failed = false;
  readonly #host: WidgetHost;
  readonly #onError: (error: unknown) => void;
  #loading: Promise<ChatWindow> | undefined;
  /** The state of the last update. */
  #isOpen = false;
  #reason: OpenReason = 'page';
  #trigger: HTMLElement | undefined;

  /** @param onError is called for each attempt to load the code that fails */
  constructor(host: WidgetHost, onError: (error: unknown) => void) {
    this.#host = host;
    this.#onError = onError;
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
    const { activeElement } = document;
    const window = await this.load();
    await this.#host.updateComplete;
    return window.onOpened(reason, activeElement, trigger) ? window : undefined;
  }

  /** Fetches the code without creating the window. */
  preload(): Promise<unknown> {
    return this.#loading ?? this.#withStrings(windowCode.prefetch);
  }

  load(): Promise<ChatWindow> {
    this.#loading ??= this.#create();
    return this.#loading;
  }

  async #create(): Promise<ChatWindow> {
    try {
      const [{ AgentChatWindow, prepare }] = await this.#withStrings(windowCode.load);
      // A method that is called before the element is connected waits here until it is.
      await this.#host.updateComplete;
      await prepare(this.#host);
      this.failed = false;
      this.window = new AgentChatWindow(this.#host);
      return this.window;
    } catch (error) {
      this.#loading = undefined;
      this.failed = true;
      this.#onError(error);
      throw error;
    } finally {
      this.#host.requestUpdate();
    }
  }

  /** Without the visitor's language the window is in English. */
  #withStrings<T>(fetchCode: (endpoint: string) => Promise<T>): Promise<[T, unknown]> {
    return Promise.all([fetchCode(this.#host.resolvedEndpoint), this.#host.language.fetch().catch(() => {})]);
  }
}
