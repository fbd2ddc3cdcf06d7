import type { ChatWindow, WidgetHost } from '../widget-host.ts';
import { windowCode } from '../window-code.ts';

/** Loads the window's code once, and creates the window on first intent. */
export class WindowLoader {
  window: ChatWindow | undefined;
  /** The last attempt failed; the next intent repeats it. */
  failed = false;
  #loading: Promise<ChatWindow> | undefined;
  readonly #host: WidgetHost;
  readonly #onError: (error: unknown) => void;

  /** @param onError is called for each failed attempt */
  constructor(host: WidgetHost, onError: (error: unknown) => void) {
    this.#host = host;
    this.#onError = onError;
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
