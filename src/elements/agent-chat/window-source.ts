import { fetchWindow, importWindow } from './window-code.ts';
import type { ChatWindow, WindowOwner } from './window-contract.ts';

/** Fetches the window's code once, and makes the window of it on first intent. */
export class WindowSource {
  window: ChatWindow | undefined;
  /** The last try failed; the next intent tries again. */
  failed = false;
  #loading: Promise<ChatWindow> | undefined;
  readonly #owner: WindowOwner;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  /** Only fetches: a window that nobody wants yet is not drawn. */
  preload(): Promise<unknown> {
    return this.#loading ?? Promise.all([fetchWindow(this.#owner.address), this.#owner.language.fetch()]);
  }

  load(): Promise<ChatWindow> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #make(): Promise<ChatWindow> {
    try {
      // First to see whether it is there: Firefox never asks again for a module that it could not have once.
      await this.preload();
      const { AgentChatWindow } = await importWindow();
      this.failed = false;
      this.window = new AgentChatWindow(this.#owner);
      return this.window;
    } catch (error) {
      this.#loading = undefined;
      this.failed = true;
      throw error;
    } finally {
      this.#owner.requestUpdate();
    }
  }
}
