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
/** The draft of a conversation that has not begun. */
const NOT_BEGUN = 'new';

/** The user each agent was last used by on this page. */
const lastUser = new Map<string, string | undefined>();

/** Writes a conversation down as it goes, and only from the visitor's first act on. */
export class ConversationRecord {
  readonly history: History;
  /** This browser's id of the conversation in view; undefined until there is something to keep. */
  id: string | undefined;
  readonly #client: AgentClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwritten: ConversationState | undefined;
  /** What has been typed here and not sent while no conversation had begun. Other tabs have the same draft in storage. */
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
    // Of a token that the page has brought, storage knows too: else it looks like that of somebody who has logged out.
    this.history.token ??= client.visitorToken;
    client.onVisitorToken = token => {
      this.history.token = token;
    };
  }

  get draft(): string {
    return this.history.draft(this.id ?? NOT_BEGUN);
  }

  set draft(text: string) {
    this.#typed = this.id ? '' : text;
    this.history.saveDraft(this.id ?? NOT_BEGUN, text);
  }

  /** Has in view what another tab has. What is being typed here goes along into the conversation that has begun there. */
  follow(id: string | undefined): void {
    this.id = id;
    this.draft ||= this.#typed;
  }

  /** The conversation in view as it was last written. */
  read(): ConversationState | undefined {
    this.syncToken();
    return this.id ? this.history.load(this.id) : undefined;
  }

  /** Another tab may have become known to the proxy first: then this one is the same visitor. */
  syncToken(): void {
    this.#client.visitorToken = this.history.token ?? this.#client.visitorToken;
  }

  /** Writes what an action of this tab changed. */
  write(action: Action, state: ConversationState): void {
    if (!this.id) {
      if (action.type !== 'send' && action.type !== 'again') return;
      this.id = newId();
    }
    if (isTurnAction(action) && isRunning(state)) {
      this.#unwritten = state;
      this.#timer ??= setTimeout(() => this.flush(), WRITE_EVERY);
    } else {
      this.#forgetUnwritten();
      this.history.save(this.id, state);
      // A script of the page may have cleared the storage, or its time may be over: nobody else can go on with this
      // conversation.
      this.history.token ??= this.#client.visitorToken;
    }
  }

  /** Writes at once what is still to be written. */
  flush(): void {
    const state = this.#unwritten;
    this.#forgetUnwritten();
    if (state && this.id) this.history.saveTurn(this.id, state);
  }

  /** Puts the conversation away and begins one that is not written yet. */
  archive(): void {
    this.flush();
    if (this.id) this.history.archive();
    this.id = undefined;
    this.#typed = '';
  }

  /** Leaves nothing of this visitor in the browser, nor of a time when the page had it kept elsewhere. */
  clearVisitor(): void {
    this.#forgetUnwritten();
    this.history.clear();
    for (const elsewhere of ['local', 'session'] as const) this.history.clear(openArea(elsewhere));
    this.forget();
  }

  /** Speaks of a conversation and a visitor no more that storage does not know. */
  forget(): void {
    this.id = undefined;
    this.#typed = '';
    this.#client.forgetVisitor();
    this.syncToken();
  }

  #forgetUnwritten(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unwritten = undefined;
  }
}
