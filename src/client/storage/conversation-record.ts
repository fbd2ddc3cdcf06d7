import type { ConversationState } from '../conversation/conversation-state.ts';
import { isRunning } from '../conversation/conversation-state.ts';
import type { Action } from '../conversation/reduce.ts';
import { isTurnAction } from '../conversation/reduce.ts';
import type { AgentClient } from '../transport/agent-client.ts';
import { newId } from '../transport/new-id.ts';
import { History } from './history.ts';
import { openArea, type StorageArea } from './storage-area.ts';

/** Milliseconds between two writes of a growing reply. */
const WRITE_EVERY = 500;
/** The storage key of a draft without a conversation. */
const NO_CONVERSATION = 'new';

/** The user who last used each agent on this page. */
const lastUser = new Map<string, string | undefined>();

/** Stores the conversation in view. Writes nothing before the visitor's first message or draft. */
export class ConversationRecord {
  readonly history: History;
  /** This browser's id of the conversation in view; undefined until it has a message. */
  id: string | undefined;
  readonly #client: AgentClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: ConversationState | undefined;
  /** The draft typed here before a conversation had begun. In storage, tabs share that draft. */
  #typed = '';

  /** @param keep milliseconds after its last change that a conversation is kept. */
  constructor(client: AgentClient, area: StorageArea, keep: number) {
    const { agentId, userId } = client;
    if (lastUser.has(agentId) && lastUser.get(agentId) !== userId) {
      new History(area, agentId, lastUser.get(agentId), keep).clear();
    }
    lastUser.set(agentId, userId);
    this.#client = client;
    this.history = new History(area, agentId, userId, keep);
    this.id = this.history.current;
    // Stores a token provided by the page: without a stored one, the visitor seems to have logged out.
    this.history.token ??= client.visitorToken;
    client.onVisitorToken = token => {
      this.history.token = token;
    };
  }

  get draft(): string {
    return this.history.draft(this.id ?? NO_CONVERSATION);
  }

  set draft(text: string) {
    this.#typed = this.id ? '' : text;
    this.history.saveDraft(this.id ?? NO_CONVERSATION, text);
  }

  /** Shows the conversation of another tab. A draft typed here moves along into a conversation that began there. */
  follow(id: string | undefined): void {
    this.id = id;
    this.draft ||= this.#typed;
  }

  /** The stored state of the conversation in view. */
  read(): ConversationState | undefined {
    this.syncToken();
    return this.id ? this.history.load(this.id) : undefined;
  }

  /** Adopts the stored token: another tab may have received one first. */
  syncToken(): void {
    this.#client.visitorToken = this.history.token ?? this.#client.visitorToken;
  }

  /** Stores what an action of this tab changed. */
  write(action: Action, state: ConversationState): void {
    if (!this.id) {
      if (action.type !== 'send' && action.type !== 'again') return;
      this.id = newId();
    }
    if (isTurnAction(action) && isRunning(state)) {
      this.#pending = state;
      this.#timer ??= setTimeout(() => this.flush(), WRITE_EVERY);
    } else {
      this.#discardPending();
      this.history.save(this.id, state);
      // Storage may have been cleared by the page or expired; without the token nobody could continue the conversation.
      this.history.token ??= this.#client.visitorToken;
    }
  }

  /** Writes pending changes at once. */
  flush(): void {
    const state = this.#pending;
    this.#discardPending();
    if (state && this.id) this.history.saveTurn(this.id, state);
  }

  /** Archives the conversation and begins a new one, which is not stored yet. */
  archive(): void {
    this.flush();
    if (this.id) this.history.archive();
    this.id = undefined;
    this.#typed = '';
  }

  /** Deletes everything of this visitor, also from the storage of another `persist` setting. */
  clearVisitor(): void {
    this.#discardPending();
    this.history.clear();
    for (const elsewhere of ['local', 'session'] as const) this.history.clear(openArea(elsewhere));
    this.forget();
  }

  /** Forgets the conversation and the visitor in memory, and adopts what is stored. */
  forget(): void {
    this.id = undefined;
    this.#typed = '';
    this.#client.forgetVisitor();
    this.syncToken();
  }

  #discardPending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
  }
}
