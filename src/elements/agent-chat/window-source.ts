import type { ChatWindow, WindowOwner } from './window-contract.ts';

type WindowModule = typeof import('./window/agent-chat-window.ts');

/** Fetches the window's code once, and makes the window of it on first intent. */
export class WindowSource {
  window: ChatWindow | undefined;
  /** The last try failed; the next intent tries again. */
  failed = false;
  #code: Promise<WindowModule> | undefined;
  #loading: Promise<ChatWindow> | undefined;
  readonly #owner: WindowOwner;
  readonly #beside: () => Promise<unknown>;

  constructor(owner: WindowOwner, beside: () => Promise<unknown>) {
    this.#owner = owner;
    this.#beside = beside;
  }

  /** Only fetches: a window that nobody wants yet is not drawn. */
  preload(): Promise<WindowModule> {
    this.#code ??= this.#fetch();
    return this.#code;
  }

  load(): Promise<ChatWindow> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #fetch(): Promise<WindowModule> {
    try {
      const [code] = await Promise.all([import('./window/agent-chat-window.ts'), this.#beside()]);
      return code;
    } catch (error) {
      this.#code = undefined;
      throw error;
    }
  }

  async #make(): Promise<ChatWindow> {
    try {
      const { AgentChatWindow } = await this.preload();
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
