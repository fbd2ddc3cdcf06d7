import type { ConversationRecord } from '../storage/conversation-record.ts';
import { keptState } from '../storage/stored-state.ts';
import { pause } from '../transport/abortable.ts';
import type { AgentClient } from '../transport/agent-client.ts';
import { type ConversationState, EMPTY_STATE, isRunning } from './conversation-state.ts';
import { type Action, isTurnAction, reduce } from './reduce.ts';
import { type TabMessage, Tabs } from './tabs.ts';

/** Called after each change, with the action that made it. */
export type ConversationListener = (action: Action) => void;

/** What the sync has to know of, and to do with, this tab's connection to the agent. */
export interface SyncedReplies {
  readonly isStreaming: boolean;
  abort(): void;
  /** Drops a question that waits to be sent. */
  cancelQueued(): void;
  /** Takes over a running reply once no other tab streams it. */
  resumeReply(): void;
}

/** Milliseconds a message may take from one tab to another. */
const MESSAGE_TRAVEL_MS = 1000;

/** Keeps the state of a conversation the same in this tab, in storage and in the visitor's other tabs. */
export class ConversationSync {
  readonly record: ConversationRecord;
  /** Set by the connection that uses this sync. */
  replies!: SyncedReplies;
  readonly #client: AgentClient;
  readonly #tabs: Tabs;
  /** Whether other tabs show the same conversation. */
  readonly #isShared: boolean;
  readonly #listeners = new Set<ConversationListener>();
  #state = EMPTY_STATE;
  /** Another tab's running reply is known only from storage, which may lag behind its stream. */
  #isBehind = false;

  constructor(client: AgentClient, record: ConversationRecord, isShared: boolean) {
    this.#client = client;
    this.record = record;
    this.#isShared = isShared;
    this.#tabs = new Tabs(record.history.name, this.#onTab);
  }

  get state(): ConversationState {
    return this.#state;
  }

  subscribe(listener: ConversationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Applies an action of this tab, stores the result, broadcasts it and calls the listeners last, so that whatever a
   * listener does comes after it everywhere. A reply is marked `here` in this tab alone: its tool calls run once.
   */
  dispatch(action: Action): void {
    const turn = this.#state.turn?.idempotencyKey;
    if (!this.#apply({ ...action, here: true } as Action)) return;
    this.record.write(action, this.#state);
    // Without the state for turn actions: copying a long conversation with each token would be slow.
    const state = isTurnAction(action) ? undefined : keptState(this.#state);
    if (!(action as { quiet?: boolean }).quiet) this.#broadcast(action, state, turn);
    this.#notify(action);
  }

  /** Applies an action in this tab only. */
  applyLocally(action: Action): void {
    if (this.#apply(action)) this.#notify(action);
  }

  /** Forgets the visitor here and in all tabs. */
  clearVisitor(): void {
    this.#clearHere();
    this.#broadcast({ type: 'wiped' });
  }

  /** Listens to the other tabs, and adopts what they have stored while this one did not listen. */
  open(): void {
    if (this.#isShared) this.#tabs.open();
    this.#reread();
  }

  close(): void {
    this.record.flush();
    this.#tabs.close();
  }

  /** Asks the tab that streams the reply for its state, because storage may lag behind. */
  requestState(): void {
    if (!this.#tabs.connected) return;
    this.#isBehind = true;
    this.#broadcast({ type: 'hello' });
  }

  /** Runs the task while no other tab of the visitor runs one. @throws the signal's reason when aborted before that. */
  exclusive(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    return this.#tabs.exclusive(() => {
      this.#catchUp();
      return task();
    }, signal);
  }

  /** Waits for the end of the running reply: the last message of the tab that streamed it may still be on its way. */
  async waitForOtherTab(): Promise<void> {
    const ended = new AbortController();
    const stop = this.subscribe(() => isRunning(this.#state) || ended.abort());
    await pause(MESSAGE_TRAVEL_MS, ended.signal, false);
    stop();
  }

  /** @returns false when nothing changed. */
  #apply(action: Action): boolean {
    const before = this.#state;
    this.#state = reduce(before, action);
    return this.#state !== before;
  }

  #notify(action: Action): void {
    for (const listener of this.#listeners) {
      try {
        listener(action);
      } catch (error) {
        // An error of the page shows in the console and must not end the conversation.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #reread(): void {
    // Storage has no token of a visitor who has logged out in another tab.
    const forgotten = !!this.#client.visitorToken && !this.record.history.token;
    const stored = this.record.read();
    const now = this.#state;
    if (forgotten || (!stored && this.record.id)) this.record.forget();
    // A restored conversation is not stored and stays. An empty one stays the same object: it may have a draft on screen.
    else if (
      stored
        ? JSON.stringify(stored) === JSON.stringify(keptState(now))
        : now.messages !== EMPTY_STATE.messages
    )
      return;
    this.applyLocally({ type: 'replace', state: { ...(stored ?? EMPTY_STATE) }, forgotten });
  }

  /** Adopts how far the tab before this one had come, in case its last message has not arrived yet. */
  #catchUp(): void {
    const { turn } = this.#state;
    const stored = isRunning(this.#state) ? this.record.read() : undefined;
    // Storage written by another process may be late: a state without the question is older than this one.
    const isCurrent = stored?.messages.some(({ key }) => key === turn?.userKey);
    if (isCurrent && (this.#isBehind || !isRunning(stored!)))
      this.applyLocally({ type: 'replace', state: stored! });
    this.#isBehind = false;
  }

  readonly #onTab = ({ id, turn, action, state, token }: TabMessage): void => {
    const { replies } = this;
    const isOther = id !== this.record.id;
    if (action.type === 'hello') {
      if (replies.isStreaming && !isOther) this.#broadcastState();
      return;
    }
    if (action.type === 'wiped') {
      // A question queued behind the reply belonged to the visitor who logged out; without a reply it is a later one.
      if (isRunning(this.#state)) replies.cancelQueued();
      this.#clearHere();
      return;
    }
    // The end of a reply in a conversation that this tab has left.
    if (isOther && turn) return;
    if (isOther) {
      replies.abort();
      this.record.follow(id);
    }
    if (state && (isOther || this.#isBehind)) {
      this.#isBehind = false;
      this.applyLocally({ type: 'replace', state });
    } else if (!this.#isBehind) {
      const ended = turn !== this.#state.turn?.idempotencyKey;
      if (!ended || !isTurnAction(action)) this.applyLocally(action);
      // The streaming tab may have more of the reply than the one that stopped it, or all of it.
      if (action.type === 'stop' && (ended ? !this.#state.messages.at(-1)?.incomplete : replies.isStreaming))
        this.#broadcastState();
    }
    // Only during a reply: a visitor who has just logged out here has none.
    if (isRunning(this.#state)) this.#client.visitorToken = token ?? this.#client.visitorToken;
    else replies.abort();
    replies.resumeReply();
  };

  #broadcastState(): void {
    const state = keptState(this.#state);
    const action = { type: 'replace', state } as const;
    this.record.write(action, state);
    this.#broadcast(action, state);
  }

  /** Sends the visitor token too, because storage may be full. */
  #broadcast(action: TabMessage['action'], state?: ConversationState, turn?: string): void {
    this.#tabs.post({ id: this.record.id, token: this.#client.visitorToken, turn, action, state });
  }

  #clearHere(): void {
    this.replies.abort();
    this.record.clearVisitor();
    // A new object, so that the widget draws anew even if nothing was said yet: there may be a draft on screen.
    this.applyLocally({ type: 'replace', state: { ...EMPTY_STATE }, forgotten: true });
  }
}
