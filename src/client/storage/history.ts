import { isTextPart } from '../../protocol/message.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { StorageArea } from './storage-area.ts';
import { isTime, pack, packState, unpack, unpackState } from './stored-state.ts';

/** A conversation that the visitor can reopen. */
export interface EarlierConversation {
  /** Local to this browser; an argument for `Conversation.open()`. */
  id: string;
  /** The beginning of the visitor's first message. */
  title: string;
  /** Milliseconds since 1970 of the last change. */
  updatedAt: number;
}

const CONVERSATIONS_MAX = 20;
const TITLE_MAX = 80;

/** One visitor's stored conversations with one agent. Writes nothing before the first `save` or `saveDraft`. */
export class History {
  /** The prefix of every key, and the name of the visitor's channel and lock. */
  readonly name: string;
  readonly #area: StorageArea;
  /** Milliseconds after its last change that a conversation is kept. */
  readonly #keep: number;

  constructor(area: StorageArea, agentId: string, userId: string | undefined, keep: number) {
    this.#area = area;
    this.#keep = keep;
    const agent = `agent-chat:${encodeURIComponent(agentId)}:`;
    this.name = `${agent}${encodeURIComponent(userId ?? '')}:`;
    if (userId !== undefined) this.#clearOthers(agent);
  }

  /** Conversations, newest first. Expired ones are deleted, and with the last of them everything else. */
  list(): EarlierConversation[] {
    const index = unpack(this.#area.get(`${this.name}index`))?.list;
    const entries = Array.isArray(index) ? index.filter(isEntry) : [];
    const oldest = Date.now() - this.#keep;
    for (const entry of entries) if (entry.updatedAt < oldest) this.#drop(entry.id);
    const kept = entries.filter(entry => entry.updatedAt >= oldest);
    if (entries[0] && !kept[0]) this.clear();
    return kept;
  }

  /** The id of the conversation that was last in view. */
  get current(): string | undefined {
    const id = unpack(this.#area.get(`${this.name}index`))?.current;
    return this.list().find(entry => entry.id === id)?.id;
  }

  load(id: string): ConversationState | undefined {
    return unpackState(this.#area.get(this.#key('state', id)), this.#area.get(this.#key('turn', id)));
  }

  /** Stores a conversation as the current one. If storage is full, deletes the oldest ones. */
  save(id: string, state: ConversationState): void {
    const others = this.list().filter(entry => entry.id !== id);
    for (const old of others.splice(CONVERSATIONS_MAX - 1)) this.#drop(old.id);
    const text = packState(state);
    while (!this.#area.set(this.#key('state', id), text) && others.length > 0) this.#drop(others.pop()!.id);
    const entry = { id, title: titleOf(state), updatedAt: Date.now() };
    this.#saveIndex([entry, ...others], id);
    this.saveTurn(id, state);
  }

  /**
   * Stores only what changes with every token. The launcher loads the conversation at once if this key exists, so it is also
   * set while a reply is unread.
   */
  saveTurn(id: string, { turn, unread }: ConversationState): void {
    this.#area.set(this.#key('turn', id), turn || unread ? pack({ turn, at: Date.now() }) : undefined);
  }

  /** The next visit begins with an empty conversation. */
  archive(): void {
    const list = this.list();
    if (list.length > 0) this.#saveIndex(list);
  }

  forget(id: string): void {
    const { current } = this;
    const list = this.list().filter(entry => entry.id !== id);
    this.#drop(id);
    this.#saveIndex(list, current === id ? undefined : current);
  }

  draft(id: string): string {
    return this.#area.get(this.#key('draft', id)) ?? '';
  }

  saveDraft(id: string, text: string): void {
    this.#area.set(this.#key('draft', id), text || undefined);
  }

  /** Undefined also if the stored value is not a valid header value. */
  get token(): string | undefined {
    const token = this.#area.get(`${this.name}token`);
    return /^[!-~]+$/.test(token!) ? token : undefined;
  }

  set token(token: string | undefined) {
    this.#area.set(`${this.name}token`, token);
  }

  /** Whether the visitor has left a contact. */
  get leadGiven(): boolean {
    return !!this.#area.get(`${this.name}lead`);
  }

  rememberLead(): void {
    this.#area.set(`${this.name}lead`, 'given');
  }

  clear(area: StorageArea = this.#area): void {
    for (const key of area.keys(this.name)) area.set(key, undefined);
  }

  #saveIndex(list: readonly EarlierConversation[], current?: string): void {
    this.#area.set(`${this.name}index`, pack({ current, list }));
  }

  /** Deletes what other signed-in users left in this browser. */
  #clearOthers(agent: string): void {
    for (const key of this.#area.keys(agent)) {
      const anonymous = key.startsWith(`${agent}:`);
      if (!anonymous && !key.startsWith(this.name)) this.#area.set(key, undefined);
    }
  }

  #drop(id: string): void {
    for (const what of ['state', 'turn', 'draft'] as const) this.#area.set(this.#key(what, id), undefined);
  }

  #key(what: 'state' | 'turn' | 'draft', id: string): string {
    return `${this.name}${what}:${id}`;
  }
}

function titleOf({ messages }: ConversationState): string {
  const first = messages.find(message => message.role === 'user')?.parts.find(isTextPart)?.text ?? '';
  return [...first.slice(0, 2 * TITLE_MAX)].slice(0, TITLE_MAX).join('').trim();
}

function isEntry(value: unknown): value is EarlierConversation {
  const entry = Object(value) as Record<string, unknown>;
  return typeof entry.id === 'string' && typeof entry.title === 'string' && isTime(entry.updatedAt);
}
