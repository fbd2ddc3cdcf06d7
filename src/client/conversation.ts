import { MESSAGE_MAX } from '../protocol/limits.ts';
import type { Part, ToolCallPart, ToolCallState } from '../protocol/message.ts';
import { areParts, textOf } from '../protocol/message.ts';
import { isMessage } from '../protocol/text.ts';
import type { AgentClient, Lead } from './agent-client.ts';
import { ClientError } from './client-error.ts';
import { ConversationRecord } from './conversation-record.ts';
import type { ChatMessage, ConversationState, FeedbackValue } from './conversation-state.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import type { EarlierConversation } from './history.ts';
import { newId } from './new-id.ts';
import type { Action } from './reduce.ts';
import type { ConversationListener } from './shared-state.ts';
import { SharedState } from './shared-state.ts';
import type { Persist, WebStorage } from './storage-area.ts';
import { openArea, StorageArea } from './storage-area.ts';
import { isRole, isTime } from './stored-state.ts';
import { tellStop } from './tell-stop.ts';

export interface RestoredMessage {
  role: 'user' | 'assistant';
  parts: readonly Part[];
  id?: string | undefined;
  /** Milliseconds since 1970, or whatever else `Date` reads. */
  createdAt?: number | string | Date | undefined;
}

export interface ConversationOptions {
  client: AgentClient;
  /** Where it is kept. Default `local`, which also shares it between tabs. Outside a page: this object only. */
  persist?: Persist | undefined;
  /** Seconds after its last change that a conversation is kept. Default 30 days. */
  timeToLive?: number | undefined;
  /** Kept there instead, in the manner of `localStorage`. */
  storage?: WebStorage | undefined;
}

const MONTH = 30 * 24 * 3600;

/**
 * One visitor's conversation with one agent, with no drawing: a state, a way to hear of changes, and what a visitor
 * can do. A reply that was running when the page went is joined again by itself.
 */
export class Conversation {
  readonly client: AgentClient;
  readonly #record: ConversationRecord;
  readonly #shared: SharedState;

  constructor(options: ConversationOptions) {
    const { client, persist = 'local', timeToLive = MONTH, storage } = options;
    this.client = client;
    const area = storage ? new StorageArea(storage) : openArea(persist);
    this.#record = new ConversationRecord(client, area, timeToLive * 1000);
    this.#shared = new SharedState(client, this.#record, persist === 'local' && !storage);
    this.#shared.resume();
  }

  get state(): ConversationState {
    return this.#shared.current;
  }

  /** What the visitor has typed and not sent, kept for each conversation. */
  get draft(): string {
    return this.#record.draft;
  }

  set draft(text: string) {
    this.#record.draft = text;
  }

  /** Whether a question is under way, or waits for another tab's: the next one is refused. */
  get busy(): boolean {
    return !!this.#shared.unsent || isRunning(this.state);
  }

  /** Whether this visitor has left a contact, so that nobody asks again. */
  get leadGiven(): boolean {
    return this.#record.history.leadGiven;
  }

  /** Calls the listener after each change. Returns the way to stop that. */
  subscribe(listener: ConversationListener): () => void {
    return this.#shared.subscribe(listener);
  }

  /**
   * Asks. Resolves when the reply is done, stopped or failed (see `state.turn`); never rejects for a failed reply.
   * When another tab has just asked, waits for that reply first.
   * @throws ClientError `invalid_message` for 0 or more than 2000 characters, `conflict` while a reply runs.
   */
  async send(text: string): Promise<void> {
    checkMessage(text);
    if (this.busy) throw new ClientError('conflict', 'still replying');
    // Now, not once another tab's answer is there: whoever waits for that may be typing the next question.
    this.draft = '';
    const ids = { userKey: newId(), replyKey: newId(), idempotencyKey: newId() };
    await this.#shared.turn(text, async () => {
      const results = await this.#untold(text);
      return { type: 'send', text, results, ...ids, at: Date.now() };
    });
  }

  /**
   * After a failure: joins the reply if there may be one, else asks again. With nothing failed: asks the last
   * question anew; up to ten answers to it are kept, see `showVersion`.
   */
  async retry(): Promise<void> {
    if (this.busy) return;
    const ids = { replyKey: newId(), idempotencyKey: newId() };
    await this.#shared.turn('', () => ({
      type: 'again',
      fresh: !this.state.turn?.mayExist,
      ...ids,
      at: Date.now(),
    }));
  }

  /** Puts other words in the place of the visitor's last message and asks again. @throws ClientError as `send`. */
  async editLast(text: string): Promise<void> {
    checkMessage(text);
    const last = this.state.messages.findLast(message => message.role === 'user');
    if (last && !this.busy) this.#shared.act({ type: 'rewind', key: last.key });
    await this.send(text);
  }

  /** Shows the answer before (-1) or after (1) the one with this key to the same question. Sends nothing. */
  showVersion(key: string, by: -1 | 1): void {
    this.#shared.act({ type: 'version', key, by });
  }

  /**
   * Ends the running reply and keeps what it has said.
   * @param quiet the other tabs hear of more at once.
   */
  stop(quiet?: boolean): void {
    if (isRunning(this.state)) this.#end({ type: 'stop', at: Date.now(), quiet });
  }

  /**
   * A question that waits to be sent becomes the draft again, before what has been typed since, and leaves the
   * conversation. One that is only asked anew keeps the answer it had.
   */
  takeBack(): void {
    const { messages, turn, conversationId } = this.state;
    if (turn?.status !== 'waiting') return;
    const asked = messages.at(-1)!;
    if (asked.versions) {
      this.stop();
      return;
    }
    const words = `${textOf(asked.parts)}\n${this.draft}`;
    this.#end({ type: 'rewind', key: asked.key });
    if (!conversationId && messages.length < 2) this.forget(this.#record.id!);
    this.draft = words.trimEnd();
  }

  /** Every reply has been seen. */
  markRead(): void {
    this.#shared.act({ type: 'read' });
  }

  /** Whether the visitor has it before his eyes: every reply is read then as it comes. */
  set inView(inView: boolean) {
    this.#shared.inView = inView;
    if (inView) this.markRead();
  }

  /** Keeps the visitor's verdict and tells the proxy. @throws ClientError, then the verdict is taken back. */
  async rate(key: string, value: FeedbackValue, reason?: string): Promise<void> {
    const message = this.state.messages.find(m => m.key === key);
    const { conversationId } = this.state;
    if (!message || !conversationId) throw new ClientError('not_found', 'no such reply');
    this.#record.shareToken();
    this.#shared.act({ type: 'feedback', key, value });
    try {
      await this.client.sendFeedback({ messageId: message.id, conversationId, value, reason });
    } catch (error) {
      this.#shared.act({ type: 'feedback', key, value: message.feedback });
      throw error;
    }
  }

  /** Writes into a call's part that the page took it on, or what came of it; the next question takes that along. */
  reportTool(messageKey: string, callId: string, state: ToolCallState, output: unknown): void {
    this.#shared.act({ type: 'tool', messageKey, callId, state, output });
  }

  /** Leaves the visitor's contact. @throws ClientError; nothing is remembered then. */
  async submitLead(lead: Lead): Promise<void> {
    this.#record.shareToken();
    await this.client.sendLead(lead);
    // Who logged out meanwhile is remembered no more.
    if (this.client.visitorToken) this.#record.history.rememberLead();
  }

  /** Conversations of this visitor that can be opened again, newest first. */
  get earlier(): readonly EarlierConversation[] {
    return this.#record.history.list();
  }

  /** Brings back an earlier conversation. False when it is there no longer. */
  open(id: string): boolean {
    const state = this.#record.history.load(id);
    if (!state) return false;
    this.#leave();
    this.#record.id = id;
    this.#shared.act({ type: 'replace', state });
    this.#shared.joinRunning(true);
    return true;
  }

  /** Deletes an earlier conversation from this browser. */
  forget(id: string): void {
    if (id === this.#record.id) this.startNew();
    this.#record.history.forget(id);
  }

  /** Leaves this conversation for a new, empty one. */
  startNew(): void {
    this.#leave();
    this.#shared.act({ type: 'replace', state: EMPTY_STATE });
  }

  /** Puts an earlier conversation in view. Sends and stores nothing. @throws ClientError `invalid_request` naming a field. */
  restore(earlier: { messages: readonly RestoredMessage[]; conversationId?: string | undefined }): void {
    const { messages: given, conversationId } = Object(earlier) as typeof earlier;
    if (!Array.isArray(given)) throw new ClientError('invalid_request', 'messages: not a list');
    // One id for all: thousands of random ones take longer than all the rest.
    const begin = newId();
    const messages = given.map((message: RestoredMessage, n): ChatMessage => {
      const { id, role, createdAt } = Object(message) as RestoredMessage;
      const parts = asKept(message?.parts);
      const at = +new Date(createdAt ?? Date.now());
      const wrong = !areParts(parts) ? 'parts' : !isRole(role) ? 'role' : !isTime(at) && 'createdAt';
      if (wrong) throw new ClientError('invalid_request', `messages[${n}].${wrong}: not valid`);
      // What names a message here is its own: a page may give several the same id.
      const key = `${begin}-${n}`;
      return { id: `${id ?? key}`, key, role, parts: parts as Part[], createdAt: at };
    });
    // What another tab hears goes on there: it is told nothing of this.
    this.#leave(this.#shared.hears);
    this.#shared.show({ type: 'replace', state: { ...EMPTY_STATE, conversationId, messages } });
  }

  /** Forgets the visitor, here and in all tabs: conversations, token, drafts. */
  logout(): void {
    // The other tabs hear of both at once: what waits there for the end of the reply is asked no more.
    this.stop(true);
    this.#shared.wipe();
  }

  /** Lets go of the line and the tabs, as when the element leaves the page. The reply goes on at the proxy. */
  suspend(): void {
    this.#shared.suspend();
  }

  /** Takes up again what `suspend` let go of, and what other tabs have done meanwhile. */
  resume(): void {
    this.#shared.resume();
  }

  /** What the page's tools came to goes along. What sees to that is fetched where one has come to anything. */
  async #untold(text: string): Promise<ToolCallPart[]> {
    if (!this.state.messages.some(message => message.taken)) return [];
    const code = await import('./unsent-tool-results.ts').catch(() => undefined);
    return code?.unsentToolResults(this.state, text) ?? [];
  }

  /** What is put away is waited for no more, nor to be seen. */
  #leave(stop = true): void {
    // The other tabs hear of where this one goes: who speaks to the agent there would tell the rest of what is left.
    if (stop) this.stop(true);
    this.markRead();
    this.#record.putAway();
  }

  #end(how: Action): void {
    const { idempotencyKey } = this.state.turn!;
    this.#record.shareToken();
    this.#shared.hangUp();
    this.#shared.act(how);
    void tellStop(this.client, idempotencyKey);
  }
}

/** What a framework keeps in proxies, or with functions in it, no browser tells another tab of, nor stores. */
function asKept(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

function checkMessage(text: string): void {
  if (!isMessage(text)) {
    throw new ClientError('invalid_message', `a message has 1 to ${MESSAGE_MAX} characters`);
  }
}
