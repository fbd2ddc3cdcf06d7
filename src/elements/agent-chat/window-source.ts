import { fetchWindow, importWindow } from './window-code.ts';
import type { ChatWindow, WindowOwner } from './window-contract.ts';

/** Fetches the window's code once, and makes the window of it on first intent. */
export class WindowSource {
  window: ChatWindow | undefined;
  /** The last try failed; the next intent tries again. */
  failed = false;
  #loading: Promise<ChatWindow> | undefined;
  readonly #owner: WindowOwner;
  readonly #fail: (error: unknown) => void;

  /** @param fail is told of each try that failed */
  constructor(owner: WindowOwner, fail: (error: unknown) => void) {
    this.#owner = owner;
    this.#fail = fail;
  }

  /** Only fetches: a window that nobody wants yet is not drawn. */
  preload(): Promise<unknown> {
    return this.#loading ?? this.#withStrings(fetchWindow);
  }

  load(): Promise<ChatWindow> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #make(): Promise<ChatWindow> {
    try {
      const [{ AgentChatWindow, prepare }] = await this.#withStrings(importWindow);
      // Told something before it is on the page, the element does it once it is.
      await this.#owner.updateComplete;
      await prepare(this.#owner);
      this.failed = false;
      this.window = new AgentChatWindow(this.#owner);
      return this.window;
    } catch (error) {
      this.#loading = undefined;
      this.failed = true;
      this.#fail(error);
      throw error;
    } finally {
      this.#owner.requestUpdate();
    }
  }

  /** Where the visitor's language can't be had, the window speaks English. */
  #withStrings<T>(bring: (endpoint: string) => Promise<T>): Promise<[T, unknown]> {
    return Promise.all([bring(this.#owner.address), this.#owner.language.fetch().catch(() => {})]);
  }
}
