import type { ConversationState } from './conversation-state.ts';
import type { Action } from './reduce.ts';

/** A message from one tab to the visitor's other tabs. */
export interface TabMessage {
  /** The conversation it is about; undefined for a new one. */
  id: string | undefined;
  /** The visitor token of the sending tab. */
  token?: string | undefined;
  /** The idempotency key of the turn that ran when it happened. */
  turn?: string | undefined;
  /** `hello` asks the streaming tab for its state; `wiped` means that the visitor has logged out. */
  action: Action | { type: 'hello' } | { type: 'wiped' };
  /** The state after the action, for tabs that show another conversation. Left out for the actions of a running turn. */
  state?: ConversationState | undefined;
}

/** Milliseconds that tokens are collected, so that a fast stream needs few messages. */
const COALESCE_MS = 30;

/**
 * The channel to the visitor's other tabs, and the lock of the tab that may ask the agent. Without Web Locks (plain http)
 * each tab is on its own: tabs without a lock would overwrite each other.
 */
export class Tabs {
  readonly #name: string;
  readonly #onMessage: (message: TabMessage) => void;
  #channel: BroadcastChannel | undefined;
  /** Tokens that are not posted yet. */
  #pendingTokens: TabMessage | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, onMessage: (message: TabMessage) => void) {
    this.#name = name;
    this.#onMessage = onMessage;
  }

  /** Whether the channel is open. */
  get connected(): boolean {
    return !!this.#channel;
  }

  open(): void {
    if (this.#channel || !locks()) return;
    try {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = event => this.#onMessage(event.data as TabMessage);
    } catch {
      // Firefox throws if the visitor blocks all cookies; then nothing is stored that tabs could share.
    }
  }

  close(): void {
    this.#postPendingTokens();
    this.#channel?.close();
    this.#channel = undefined;
  }

  post(message: TabMessage): void {
    if (!this.#channel) return;
    const { action, id, turn } = message;
    if (action.type === 'token') {
      const before = this.#pendingTokens;
      if (before?.action.type === 'token' && before.id === id && before.turn === turn) {
        before.action.content += action.content;
        before.action.eventId = action.eventId;
      } else {
        this.#postPendingTokens();
        this.#pendingTokens = { id, turn, action: { ...action } };
        this.#timer = setTimeout(() => this.#postPendingTokens(), COALESCE_MS);
      }
      return;
    }
    this.#postPendingTokens();
    this.#channel.postMessage(message);
  }

  #postPendingTokens(): void {
    clearTimeout(this.#timer);
    if (this.#pendingTokens) this.#channel?.postMessage(this.#pendingTokens);
    this.#pendingTokens = undefined;
  }

  /**
   * Runs the task while no other tab runs one. The browser releases the lock of a tab that closes.
   * @throws the signal's reason when it is aborted before the task has begun.
   */
  async exclusive(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    let begun = false;
    const begin = (): Promise<void> => {
      begun = true;
      return task();
    };
    if (!this.#channel) return task();
    try {
      await locks()!.request(this.#name, signal ? { signal } : {}, begin);
    } catch (error) {
      if (begun || signal?.aborted) throw error;
      // A sandboxed page has locks but may not use them.
      this.close();
      await begin();
    }
  }
}

function locks(): LockManager | undefined {
  return globalThis.document && (navigator.locks as LockManager | undefined);
}
