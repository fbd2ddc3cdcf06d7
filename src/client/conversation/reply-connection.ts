import type { AgentClient } from '../transport/agent-client.ts';
import { RateGate } from '../transport/retry-policy.ts';
import type { ClientTool } from './client-tool.ts';
import { isRunning } from './conversation-state.ts';
import type { ConversationSync, SyncedReplies } from './conversation-sync.ts';
import type { Action } from './reduce.ts';
import { runTurn } from './run-turn.ts';

/**
 * This tab's connection to the agent. One of a visitor's tabs streams the reply and broadcasts it; when that tab closes,
 * another one resumes the reply.
 */
export class ReplyConnection implements SyncedReplies {
  /** Whether the conversation is visible: then a finished reply counts as read. */
  isVisible = false;
  /** A question that waits for another tab's reply to end. The text is empty when the last question is asked again. */
  #queuedMessage: { text: string } | undefined;
  readonly #client: AgentClient;
  readonly #sync: ConversationSync;
  readonly #offeredTools: () => ReadonlyMap<string, ClientTool> | undefined;
  readonly #gate = new RateGate();
  #connection: AbortController | undefined;
  #isOpen = false;
  /** Ends the wait for another tab to stop streaming. */
  #standBy: AbortController | undefined;

  constructor(
    client: AgentClient,
    sync: ConversationSync,
    offeredTools: () => ReadonlyMap<string, ClientTool> | undefined,
  ) {
    this.#offeredTools = offeredTools;
    this.#client = client;
    this.#sync = sync;
    sync.replies = this;
  }

  /** Whether this tab streams the reply. */
  get isStreaming(): boolean {
    return !!this.#connection;
  }

  /** Whether a question waits to be sent. */
  get isQueued(): boolean {
    return !!this.#queuedMessage;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** @returns the text of a question that was not sent. */
  close(): string {
    this.#isOpen = false;
    if (this.#connection && isRunning(this.#sync.state)) this.#sync.dispatch({ type: 'lost' });
    this.abort();
    // A page that waits for a lock cannot enter the back/forward cache.
    this.#standBy?.abort();
    this.#standBy = undefined;
    const text = this.#queuedMessage?.text ?? '';
    this.cancelQueued();
    return text;
  }

  /**
   * Starts a turn once no other tab runs one.
   * @param text what becomes a draft again if the page goes first.
   * @param begin returns the action that starts the turn; undefined if it must no longer start. Not called if the
   *   question was cancelled meanwhile.
   */
  startTurn(text: string, begin: () => Action | undefined | Promise<Action>): Promise<void> {
    const queued = { text };
    this.#queuedMessage = queued;
    return this.#sync.exclusive(async () => {
      if (isRunning(this.#sync.state)) await this.#sync.waitForOtherTab();
      // The streaming tab closed before its reply ended: that reply comes first.
      await this.#run();
      if (this.#queuedMessage !== queued) return;
      const action = await begin();
      // Cancelled while its code was loading.
      if (this.#queuedMessage !== queued) return;
      this.#queuedMessage = undefined;
      if (!action) return;
      this.#sync.dispatch(action);
      await this.#run();
    });
  }

  cancelQueued(): void {
    this.#queuedMessage = undefined;
  }

  /** Ends this tab's stream. The reply goes on at the proxy. */
  abort(): void {
    this.#connection?.abort();
    this.#connection = undefined;
  }

  /**
   * Resumes a running reply that this tab does not stream, as soon as no other tab streams it.
   * @param fromStorage whether the reply was read from storage, which may lag behind another tab's stream.
   */
  resumeReply(fromStorage = false): void {
    if (this.#standBy || this.#connection || !this.#isOpen || !isRunning(this.#sync.state)) return;
    const wait = new AbortController();
    this.#standBy = wait;
    if (fromStorage) this.#sync.requestState();
    this.#sync
      .exclusive(async () => {
        this.#standBy = undefined;
        await this.#run();
      }, wait.signal)
      .catch(error => {
        if (!wait.signal.aborted) throw error;
      });
  }

  async #run(): Promise<void> {
    const sync = this.#sync;
    if (!this.#isOpen || !isRunning(sync.state)) return;
    sync.record.syncToken();
    const connection = new AbortController();
    this.#connection = connection;
    await runTurn({
      client: this.#client,
      gate: this.#gate,
      state: () => sync.state,
      offeredTools: this.#offeredTools,
      dispatch: action => {
        if (connection.signal.aborted) return;
        sync.dispatch(action.type === 'done' ? { ...action, read: this.isVisible } : action);
      },
      signal: connection.signal,
    });
    if (this.#connection === connection) this.#connection = undefined;
  }
}
