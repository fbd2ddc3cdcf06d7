import { MESSAGE_MAX } from '../../protocol/limits.ts';
import type { ToolCallPart } from '../../protocol/message.ts';
import { textOf } from '../../protocol/message.ts';
import { isMessage } from '../../protocol/text.ts';
import { ConversationRecord } from '../storage/conversation-record.ts';
import type { Persist, WebStorage } from '../storage/storage-area.ts';
import { openArea, StorageArea } from '../storage/storage-area.ts';
import { ClientError } from '../transport/client-error.ts';
import { newId } from '../transport/new-id.ts';
import type { ReplyClient } from '../transport/reply-client.ts';
import { tellStop } from '../transport/tell-stop.ts';
import { EMPTY_STATE, isRunning } from './conversation-state.ts';
import type { Action } from './reduce.ts';
import { SharedState } from './shared-state.ts';

export interface LiveOptions {
  client: ReplyClient;
  /** Where it is kept. Default `local`, which also shares it between tabs. Outside a page: this object only. */
  persist?: Persist | undefined;
  /** Seconds after its last change that a conversation is kept. Default 30 days. */
  timeToLive?: number | undefined;
  /** Kept there instead, in the manner of `localStorage`. */
  storage?: WebStorage | undefined;
}

const MONTH = 30 * 24 * 3600;

/**
 * One visitor's conversation with one agent, as far as a first answer needs it: a state, a way to hear of changes, and
 * what has to work when nothing can be fetched. A reply that was running when the page went is joined again by itself.
 */
export class LiveConversation extends SharedState {
  constructor(options: LiveOptions) {
    const { client, persist = 'local', timeToLive = MONTH, storage } = options;
    const area = storage ? new StorageArea(storage) : openArea(persist);
    const record = new ConversationRecord(client, area, timeToLive * 1000);
    super(client, record, persist === 'local' && !storage);
    this.resume();
  }

  /** What the visitor has typed and not sent, kept for each conversation. */
  get draft(): string {
    return this.record.draft;
  }

  set draft(text: string) {
    this.record.draft = text;
  }

  /** Whether a question is under way, or waits for another tab's: the next one is refused. */
  get busy(): boolean {
    return !!this.unsent || isRunning(this.state);
  }

  /** Whether this visitor has left a contact, so that nobody asks again. */
  get leadGiven(): boolean {
    return this.record.history.leadGiven;
  }

  /**
   * Asks. Resolves when the reply is done, stopped or failed (see `state.turn`); never rejects for a failed reply.
   * When another tab has just asked, waits for that reply first.
   * @param edit puts the words in the place of the visitor's last message.
   * @throws ClientError `invalid_message` for 0 or more than 2000 characters, `conflict` while a reply runs.
   */
  async send(text: string, edit?: boolean): Promise<void> {
    checkMessage(text);
    if (this.busy) throw new ClientError('conflict', 'still replying');
    const last = edit && this.state.messages.findLast(message => message.role === 'user');
    if (last) this.act({ type: 'rewind', key: last.key });
    // Now, not once another tab's answer is there: whoever waits for that may be typing the next question.
    this.draft = '';
    const ids = { userKey: newId(), replyKey: newId(), idempotencyKey: newId() };
    await this.turn(text, async () => {
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
    await this.turn('', () => ({
      type: 'again',
      fresh: !this.state.turn?.mayExist,
      ...ids,
      at: Date.now(),
    }));
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
    if (!conversationId && messages.length < 2) this.forget(this.record.id!);
    this.draft = words.trimEnd();
  }

  /** Deletes an earlier conversation from this browser. */
  forget(id: string): void {
    if (id === this.record.id) this.startNew();
    this.record.history.forget(id);
  }

  /** Leaves this conversation for a new, empty one. */
  startNew(): void {
    this.leave();
    this.act({ type: 'replace', state: EMPTY_STATE });
  }

  /** Forgets the visitor, here and in all tabs: conversations, token, drafts. */
  logout(): void {
    // The other tabs hear of both at once: what waits there for the end of the reply is asked no more.
    this.stop(true);
    this.wipe();
  }

  /** What the page's tools came to goes along. What sees to that is fetched where one has come to anything. */
  async #untold(text: string): Promise<ToolCallPart[]> {
    if (!this.state.messages.some(message => message.taken)) return [];
    const code = await import('./unsent-tool-results.ts').catch(() => undefined);
    return code?.unsentToolResults(this.state, text) ?? [];
  }

  /** @internal What is put away is waited for no more, nor to be seen. */
  leave(stop = true): void {
    // The other tabs hear of where this one goes: who speaks to the agent there would tell the rest of what is left.
    if (stop) this.stop(true);
    this.markRead();
    this.record.putAway();
  }

  #end(how: Action): void {
    const { idempotencyKey } = this.state.turn!;
    this.record.shareToken();
    this.hangUp();
    this.act(how);
    void tellStop(this.client, idempotencyKey);
  }
}

function checkMessage(text: string): void {
  if (!isMessage(text)) {
    throw new ClientError('invalid_message', `a message has 1 to ${MESSAGE_MAX} characters`);
  }
}
