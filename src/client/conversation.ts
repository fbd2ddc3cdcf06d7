import { isErrorCode } from '../protocol/errors.ts';
import { MESSAGE_MAX } from '../protocol/limits.ts';
import type { Part } from '../protocol/message.ts';
import { countCharacters, isBlank } from '../protocol/text.ts';
import type { AgentClient } from './agent-client.ts';
import { ClientError } from './client-error.ts';
import type { ChatMessage, ConversationState } from './conversation-state.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import type { Action } from './reduce.ts';
import { reduce } from './reduce.ts';

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
    const { turn, conversationId } = this.#state;
    if (!turn) return;
    const line = new AbortController();
    this.#line = line;
    let over = false;
    try {
      await this.client.streamReply({
        message: turn.text,
        conversationId,
        idempotencyKey: turn.idempotencyKey,
        lastEventId: turn.lastEventId,
        signal: line.signal,
        onHead: () => this.#dispatch({ type: 'open' }),
        onEvent: (event, id) => {
          if (event.type === 'token')
            this.#dispatch({ type: 'token', content: event.content, eventId: id || undefined });
          else if (event.type === 'done')
            this.#dispatch({ type: 'done', message: event.data, at: Date.now() });
          else {
            const code = isErrorCode(event.code) ? event.code : 'stream_interrupted';
            this.#dispatch({ type: 'fail', error: { code, message: event.message }, mayExist: false });
          }
          over = event.type !== 'token';
        },
      });
    } catch (error) {
      if (line.signal.aborted || over) return;
      const known =
        error instanceof ClientError ? error : new ClientError('internal', 'unexpected', { cause: error });
      const mayExist = known.status === undefined || known.status >= 500;
      this.#dispatch({ type: 'fail', error: known.toTurnError(), mayExist });
    }
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
