import type { ConversationState } from './conversation-state.ts';
import type { Action } from './reduce.ts';

/** What one tab tells the others of the same visitor. */
export interface TabMessage {
  /** The conversation it is about; undefined for a new one. */
  id: string | undefined;
  /** Whom the proxy knows that tab's visitor by. */
  token?: string | undefined;
  /** The idempotency key of the turn that ran when it happened. */
  turn?: string | undefined;
  /** What happened to it; `hello` asks whoever streams for the state; `wiped` means the visitor is forgotten. */
  action: Action | { type: 'hello' } | { type: 'wiped' };
  /** What came of it, for tabs that were elsewhere. Left out where it happens with every token. */
  state?: ConversationState | undefined;
}

/** How long words of a reply wait (ms) so that a fast stream is told in a few messages and not one a token. */
const GATHER = 30;

/**
 * The other tabs of one visitor. They hear of everything that happens here, and one at a time speaks to the agent.
 * Where the page has no locks (plain http) there are no others: two tabs telling each other without knowing whose
 * turn it is would write over each other.
 */
export class Tabs {
  readonly #name: string;
  readonly #onMessage: (message: TabMessage) => void;
  #channel: BroadcastChannel | undefined;
  /** Words that are not told yet. */
  #gathered: TabMessage | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, onMessage: (message: TabMessage) => void) {
    this.#name = name;
    this.#onMessage = onMessage;
  }

  /** Whether others can be heard. */
  get connected(): boolean {
    return !!this.#channel;
  }

  open(): void {
    if (this.#channel || !locks()) return;
    try {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = event => this.#onMessage(event.data as TabMessage);
    } catch {
      // Firefox has none for a visitor who blocks all cookies; nothing is kept then that tabs could share.
    }
  }

  close(): void {
    this.#postGathered();
    this.#channel?.close();
    this.#channel = undefined;
  }

  post(message: TabMessage): void {
    if (!this.#channel) return;
    const { action, id, turn } = message;
    if (action.type === 'token') {
      const before = this.#gathered;
      if (before?.action.type === 'token' && before.id === id && before.turn === turn) {
        before.action.content += action.content;
        before.action.eventId = action.eventId;
      } else {
        this.#postGathered();
        this.#gathered = { id, turn, action: { ...action } };
        this.#timer = setTimeout(() => this.#postGathered(), GATHER);
      }
      return;
    }
    this.#postGathered();
    this.#channel.postMessage(message);
  }

  #postGathered(): void {
    clearTimeout(this.#timer);
    if (this.#gathered) this.#channel?.postMessage(this.#gathered);
    this.#gathered = undefined;
  }

  /**
   * Does the task when no other tab does one; the browser passes the turn on when a tab closes.
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
      // A sandboxed page has locks that it may not use.
      this.close();
      await begin();
    }
  }
}

function locks(): LockManager | undefined {
  return globalThis.document && (navigator.locks as LockManager | undefined);
}
