import { MESSAGE_MAX } from '../protocol/limits.ts';
import type { Part } from '../protocol/message.ts';
import { countCharacters, isBlank } from '../protocol/text.ts';
import type { AgentClient } from './agent-client.ts';
import { ClientError } from './client-error.ts';
import type { ChatMessage, ConversationState } from './conversation-state.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import { RateGate } from './rate-gate.ts';
import type { Action } from './reduce.ts';
import { reduce } from './reduce.ts';
import { runTurn } from './run-turn.ts';

export interface RestoredMessage {
  role: 'user' | 'assistant';
  parts: readonly Part[];
  id?: string;
  /** Milliseconds since 1970. */
  createdAt?: number;
}

export interface ConversationOptions {
  client: AgentClient;
}

/** One visitor's conversation with one agent, with no drawing: a state, a way to hear of changes, and what a visitor can do. */
export class Conversation {
  readonly client: AgentClient;
  #state: ConversationState = EMPTY_STATE;
  #listeners = new Set<() => void>();
  #line: AbortController | undefined;
  readonly #gate = new RateGate();

  constructor(options: ConversationOptions) {
    this.client = options.client;
  }

  get state(): ConversationState {
    return this.#state;
  }

  /** Calls the listener after each change. Returns the way to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Asks. Resolves when the reply is done, stopped or failed (see `state.turn`); never rejects for a failed reply.
   * @throws ClientError `invalid_message` for 0 or more than 2000 characters, `conflict` while a reply runs.
   */
  async send(text: string): Promise<void> {
    if (isBlank(text) || countCharacters(text) > MESSAGE_MAX) {
      throw new ClientError('invalid_message', `a message has 1 to ${MESSAGE_MAX} characters`);
    }
    if (isRunning(this.#state)) throw new ClientError('conflict', 'a reply is still running');
    this.#dispatch({
      type: 'send',
      text,
      userKey: newId(),
      replyKey: newId(),
      idempotencyKey: newId(),
      at: Date.now(),
    });
    await this.#run();
  }

  /** Ends the running reply and keeps what it has said. */
  stop(): void {
    if (!isRunning(this.#state)) return;
    const key = this.#state.turn!.idempotencyKey;
    this.#line?.abort();
    this.#dispatch({ type: 'stop', at: Date.now() });
    void this.client.stopReply(key).catch(() => {});
  }

  /** After a failure: joins the reply if there may be one, else asks again. With nothing failed: asks the last question anew. */
  async retry(): Promise<void> {
    if (isRunning(this.#state)) return;
    const fresh = !this.#state.turn?.mayExist;
    this.#dispatch({ type: 'again', fresh, idempotencyKey: newId(), replyKey: newId(), at: Date.now() });
    if (isRunning(this.#state)) await this.#run();
  }

  /** Leaves this conversation for a new, empty one. */
  startNew(): void {
    this.stop();
    this.#dispatch({ type: 'replace', state: EMPTY_STATE });
  }

  /** Puts an earlier conversation in view. Sends nothing. */
  restore(earlier: { messages: readonly RestoredMessage[]; conversationId?: string }): void {
    this.stop();
    const messages: ChatMessage[] = earlier.messages.map(m => {
      const key = m.id ?? newId();
      return { id: key, key, role: m.role, parts: m.parts, createdAt: m.createdAt ?? Date.now() };
    });
    this.#dispatch({
      type: 'replace',
      state: { conversationId: earlier.conversationId, messages, turn: undefined, unread: 0 },
    });
  }

  /** Forgets the visitor: conversation, token and all that is stored. */
  logout(): void {
    this.startNew();
    this.client.visitorToken = undefined;
  }

  async #run(): Promise<void> {
    const line = new AbortController();
    this.#line = line;
    await runTurn({
      client: this.client,
      gate: this.#gate,
      state: () => this.#state,
      dispatch: action => {
        if (!line.signal.aborted) this.#dispatch(action);
      },
      signal: line.signal,
    });
  }

  #dispatch(action: Action): void {
    const before = this.#state;
    this.#state = reduce(before, action);
    if (this.#state !== before) for (const listener of this.#listeners) listener();
  }
}

function newId(): string {
  return crypto.randomUUID();
}
