import { MESSAGE_MAX } from '../../protocol/limits.ts';
import type { ToolCallState } from '../../protocol/message.ts';
import { textOf } from '../../protocol/message.ts';
import { isMessage } from '../../protocol/text.ts';
import { ConversationRecord } from '../storage/conversation-record.ts';
import type { EarlierConversation } from '../storage/history.ts';
import type { Persist, WebStorage } from '../storage/storage-area.ts';
import { openArea, StorageArea } from '../storage/storage-area.ts';
import type { AgentClient, Lead } from '../transport/agent-client.ts';
import { ClientError } from '../transport/client-error.ts';
import { newId } from '../transport/new-id.ts';
import type { ClientTool } from './client-tool.ts';
import type { ConversationState, FeedbackValue } from './conversation-state.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import { type ConversationListener, ConversationSync } from './conversation-sync.ts';
import type { Action } from './reduce.ts';
import { ReplyConnection } from './reply-connection.ts';
import { type RestoredConversation, restoredState } from './restore.ts';
import { isQuestion } from './tool-results.ts';

export interface ConversationOptions {
  client: AgentClient;
  /** Where the conversation is kept. Default `local`, shared between tabs. Outside a page: in this object only. */
  persist?: Persist | undefined;
  /** Seconds after its last change that a conversation is kept. Default 30 days. */
  timeToLive?: number | undefined;
  /** Used instead of the browser's storage; has the methods of `localStorage`. */
  storage?: WebStorage | undefined;
}

const MONTH_SECONDS = 30 * 24 * 3600;

/** One visitor's conversation with one agent, without any rendering: its state, its changes and what a visitor can do. */
export class Conversation {
  readonly client: AgentClient;
  /** Tools of the page that the agent may call, by name; sent with each question. */
  offeredTools: (() => ReadonlyMap<string, ClientTool>) | undefined;
  readonly #record: ConversationRecord;
  readonly #sync: ConversationSync;
  readonly #replies: ReplyConnection;
  #isSuspended = true;

  constructor(options: ConversationOptions) {
    const { client, persist = 'local', timeToLive = MONTH_SECONDS, storage } = options;
    const area = storage ? new StorageArea(storage) : openArea(persist);
    this.client = client;
    this.#record = new ConversationRecord(client, area, timeToLive * 1000);
    this.#sync = new ConversationSync(client, this.#record, persist === 'local' && !storage);
    this.#replies = new ReplyConnection(client, this.#sync, () => this.offeredTools?.());
    this.resume();
  }

  get state(): ConversationState {
    return this.#sync.state;
  }

  /** Calls the listener after each change. Returns a function that unsubscribes it. */
  subscribe(listener: ConversationListener): () => void {
    return this.#sync.subscribe(listener);
  }

  /** Whether a reply runs, or a question waits for another tab's reply to end. Then `send` throws `conflict`. */
  get busy(): boolean {
    return this.#replies.isQueued || isRunning(this.state);
  }

  /** The text that was typed and not sent, kept for each conversation. */
  get draft(): string {
    return this.#record.draft;
  }

  set draft(text: string) {
    this.#record.draft = text;
  }

  /** Whether the conversation is visible: then each reply counts as read when it ends. */
  set inView(inView: boolean) {
    this.#replies.isVisible = inView;
    if (inView) this.markRead();
  }

  /** Marks all replies as read. */
  markRead(): void {
    this.#sync.dispatch({ type: 'read' });
  }

  /**
   * Asks. Resolves when the reply is done, stopped or failed (see `state.turn`); does not reject for a failed reply.
   * If another tab runs a reply, waits for its end first.
   * @param edit replaces the visitor's last message.
   * @throws ClientError `invalid_message` for 0 or more than 2000 characters, `conflict` while a reply runs.
   */
  async send(text: string, edit?: boolean): Promise<void> {
    if (!isMessage(text)) {
      throw new ClientError('invalid_message', `a message has 1 to ${MESSAGE_MAX} characters`);
    }
    if (this.busy) throw new ClientError('conflict', 'a reply is running');
    const last = edit && this.state.messages.findLast(isQuestion);
    if (last) this.#sync.dispatch({ type: 'rewind', key: last.key });
    // Cleared before any wait for another tab: the visitor may be typing the next question meanwhile.
    this.draft = '';
    const ids = { userKey: newId(), replyKey: newId(), idempotencyKey: newId() };
    await this.#replies.startTurn(text, async () => {
      const hasResults = this.state.messages.some(({ taken }) => taken);
      // If the code cannot be loaded, the results are only shown.
      const tools = hasResults ? await import('./tool-rounds.ts').catch(() => undefined) : undefined;
      const results = tools?.pendingToolResults(this.state, text) ?? [];
      return { type: 'send', text, results, ...ids, at: Date.now() };
    });
  }

  /** Replaces the visitor's last message and asks again. @throws ClientError as `send`. */
  editLast(text: string): Promise<void> {
    return this.send(text, true);
  }

  /**
   * After a failure: resumes the reply if the service may have one, else asks again. Without a failure: asks the last
   * question again and keeps up to ten answers, see `showVersion`. The page's tools do not run again by that: `ClientTools`.
   */
  async retry(): Promise<void> {
    if (this.busy) return;
    const ids = { replyKey: newId(), idempotencyKey: newId() };
    await this.#replies.startTurn('', async () => {
      const hasResults = this.state.messages.some(({ taken }) => taken);
      const tools = hasResults ? await import('./tool-rounds.ts') : undefined;
      const fresh = !this.state.turn?.mayExist;
      return { type: 'again', fresh, ran: tools?.callsOfAnswer(this.state), ...ids, at: Date.now() };
    });
  }

  /** Shows the answer before (-1) or after (1) the one with this key to the same question. Sends nothing. */
  showVersion(key: string, by: -1 | 1): void {
    this.#sync.dispatch({ type: 'version', key, by });
  }

  /** Ends the running reply and keeps the text so far. */
  stop(): void {
    this.#stop();
  }

  /**
   * Turns a question that waits to be sent back into the draft, before what was typed since, and removes it from the
   * conversation. A question that is only asked again keeps the answer it had.
   */
  unsend(): void {
    const { messages, turn, conversationId } = this.state;
    if (turn?.status !== 'waiting') return;
    const question = messages.at(-1)!;
    if (question.versions) {
      this.stop();
      return;
    }
    const text = `${textOf(question.parts)}\n${this.draft}`;
    this.#endTurn({ type: 'rewind', key: question.key });
    if (!conversationId && messages.length < 2) this.forget(this.#record.id!);
    this.draft = text.trimEnd();
  }

  /** The former name of `unsend()`. */
  takeBack(): void {
    this.unsend();
  }

  /** Stores the visitor's rating and sends it to the proxy. @throws ClientError; the rating is then undone. */
  async rate(key: string, value: FeedbackValue, reason?: string): Promise<void> {
    const { conversationId, messages } = this.state;
    const message = messages.find(m => m.key === key);
    if (!message || !conversationId) throw new ClientError('not_found', 'no reply has this key');
    this.#record.syncToken();
    this.#sync.dispatch({ type: 'feedback', key, value });
    try {
      await this.client.sendFeedback({ messageId: message.id, conversationId, value, reason });
    } catch (error) {
      this.#sync.dispatch({ type: 'feedback', key, value: message.feedback });
      throw error;
    }
  }

  /** Records that the page runs a tool call, or its result. The result is sent with the next question. */
  reportTool(messageKey: string, callId: string, state: ToolCallState, output: unknown): void {
    this.#sync.dispatch({ type: 'tool', messageKey, callId, state, output });
  }

  /**
   * Sends the results of the last reply's calls to an agent that waits for them: once in all tabs and visits.
   */
  async sendToolResults(): Promise<void> {
    const { replyAwaitingResults, sendResults } = await import('./tool-rounds.ts');
    const reply = replyAwaitingResults(this.state);
    if (!reply || this.busy) return;
    // Another tab may have sent them meanwhile.
    await this.#replies.startTurn('', () =>
      replyAwaitingResults(this.state)?.key === reply.key ? sendResults(reply) : undefined,
    );
  }

  /** Whether this visitor has submitted a contact, so that nobody asks again. */
  get leadGiven(): boolean {
    return this.#record.history.leadGiven;
  }

  /** Submits the visitor's contact. @throws ClientError; `leadGiven` then stays false. */
  async submitLead(lead: Lead): Promise<void> {
    this.#record.syncToken();
    await this.client.sendLead(lead);
    // Not for a visitor who has logged out meanwhile.
    if (this.client.visitorToken) this.#record.history.rememberLead();
  }

  /** Leaves this conversation for a new, empty one. */
  startNew(): void {
    this.#archive();
    this.#sync.dispatch({ type: 'replace', state: EMPTY_STATE });
  }

  /** Conversations of this visitor that can be opened again, newest first. */
  get earlier(): readonly EarlierConversation[] {
    return this.#record.history.list();
  }

  /** Reads an earlier conversation without opening it. */
  read(id: string): ConversationState | undefined {
    return this.#record.history.load(id);
  }

  /** Opens an earlier conversation. Returns false when it no longer exists. */
  open(id: string): boolean {
    const state = this.read(id);
    if (!state) return false;
    this.#archive();
    this.#record.id = id;
    this.#sync.dispatch({ type: 'replace', state });
    this.#replies.resumeReply(true);
    return true;
  }

  /** Deletes an earlier conversation from this browser. */
  forget(id: string): void {
    if (id === this.#record.id) this.startNew();
    this.#record.history.forget(id);
  }

  /** Shows a conversation that the page provides. Sends and stores nothing. @throws ClientError `invalid_request` naming a field. */
  restore(earlier: RestoredConversation): void {
    const state = restoredState(earlier);
    // Another tab that streams the reply goes on with it.
    this.#archive(this.#replies.isStreaming);
    this.#sync.applyLocally({ type: 'replace', state });
  }

  /** Forgets the visitor, here and in all tabs: conversations, token, drafts. */
  logout(): void {
    // Quietly: other tabs must learn of both at once, or a question queued behind the reply would be sent.
    this.#stop(true);
    this.#replies.cancelQueued();
    this.#sync.clearVisitor();
  }

  /** Closes the connection and the channel to other tabs, as when the element leaves the page. The reply goes on at the proxy. */
  suspend(): void {
    globalThis.removeEventListener?.('pageshow', this.resume);
    if (this.#isSuspended) return;
    this.#isSuspended = true;
    const text = this.#replies.close();
    if (text) this.draft = `${text}\n${this.draft}`.trimEnd();
    this.#sync.close();
    globalThis.removeEventListener?.('pagehide', this.#onPageHide);
  }

  /** Undoes `suspend`, also when the page comes back from the back/forward cache, and resumes a running reply. */
  readonly resume = (): void => {
    if (!this.#isSuspended) return;
    this.#isSuspended = false;
    this.#replies.open();
    globalThis.addEventListener?.('pagehide', this.#onPageHide);
    this.#sync.open();
    this.#replies.resumeReply(true);
  };

  readonly #onPageHide = (): void => {
    this.suspend();
    globalThis.addEventListener?.('pageshow', this.resume);
  };

  /** @param quiet leaves the broadcast to what follows. */
  #stop(quiet?: boolean): void {
    if (isRunning(this.state)) this.#endTurn({ type: 'stop', at: Date.now(), quiet });
  }

  #endTurn(how: Action): void {
    const { idempotencyKey } = this.state.turn!;
    this.#record.syncToken();
    this.#replies.abort();
    this.#sync.dispatch(how);
    void this.client.stopWhenReachable(idempotencyKey);
  }

  /** Leaves the conversation in view. Archived conversations stop streaming and count as read. */
  #archive(stop = true): void {
    // Quietly: other tabs learn where this one goes, and the streaming tab broadcasts the rest of the old conversation.
    if (stop) this.#stop(true);
    this.markRead();
    this.#record.archive();
  }
}
