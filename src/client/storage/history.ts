import { isTextPart } from '../../protocol/message.ts';
import type { ConversationState } from '../conversation/conversation-state.ts';
import type { StorageArea } from './storage-area.ts';
import { isTime, pack, packState, unpack, unpackState } from './stored-state.ts';

/** A conversation the visitor can reopen. */
export interface EarlierConversation {
  /** Known to this browser only; give it to `Conversation.open()`. */
  id: string;
  /** How the visitor began it. */
  title: string;
  /** Milliseconds since 1970 of the last change. */
  updatedAt: number;
}

const CONVERSATIONS_MAX = 20;
const TITLE_MAX = 80;

/** What one visitor of one agent has in the browser. Nothing is written until the first `save` or `saveDraft`. */
export class History {
  /** Begins every key, and names the visitor's channel and lock. */
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

  /** Conversations, newest first. Those past their time are dropped here, and with the last of them all there is. */
  list(): EarlierConversation[] {
    const index = unpack(this.#area.get(`${this.name}index`))?.list;
    const entries = Array.isArray(index) ? index.filter(isEntry) : [];
    const oldest = Date.now() - this.#keep;
    for (const entry of entries) if (entry.updatedAt < oldest) this.#drop(entry.id);
    const kept = entries.filter(entry => entry.updatedAt >= oldest);
    if (entries[0] && !kept[0]) this.clear();
    return kept;
  }

  /** The id of the conversation last in view. */
  get current(): string | undefined {
    const id = unpack(this.#area.get(`${this.name}index`))?.current;
    return this.list().find(entry => entry.id === id)?.id;
  }

  load(id: string): ConversationState | undefined {
    return unpackState(this.#area.get(this.#key('state', id)), this.#area.get(this.#key('turn', id)));
  }

  /** Writes a conversation and puts it in view. When storage is full, the oldest ones make room. */
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
   * Writes only what changes with every token. Its key tells the launcher that the conversation is wanted: also as long
   * as there is a reply to be seen.
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

  /** Undefined also where something is stored that no header can have. */
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

  /** A browser that a second user signs in on shows nothing of the first. */
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
