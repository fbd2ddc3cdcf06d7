import type { ChatWindow, WindowOwner } from './window-contract.ts';

/** Fetches the window on first intent, with whatever else it needs to be shown, once. */
export class WindowSource {
  window: ChatWindow | undefined;
  /** The last try failed; the next intent tries again. */
  failed = false;
  #loading: Promise<ChatWindow> | undefined;
  readonly #owner: WindowOwner;
  readonly #beside: () => Promise<unknown>;

  constructor(owner: WindowOwner, beside: () => Promise<unknown>) {
    this.#owner = owner;
    this.#beside = beside;
  }

  load(): Promise<ChatWindow> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  async #fetch(): Promise<ChatWindow> {
    try {
      const [{ AgentChatWindow }] = await Promise.all([
        import('./window/agent-chat-window.ts'),
        this.#beside(),
      ]);
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
