import type { Context } from 'hono';
import {
  CONVERSATION_IDS_MAX,
  type ConversationDetail,
  type ConversationFilters,
  type ConversationList,
  type ConversationQuery,
  isConversationId,
} from '../../protocol/conversations.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/stores.ts';
import { askService, type ExtensionRoutesOptions } from '../upstream/ask-service.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UsageStore } from '../usage/usage-store.ts';

/** Reads conversations of the service, and their ratings, which the proxy stores. */
export class ConversationReader {
  readonly #options: ExtensionRoutesOptions;
  readonly #usage: UsageStore;

  constructor(options: ExtensionRoutesOptions, usage: UsageStore) {
    this.#options = options;
    this.#usage = usage;
  }

  async list<T>(
    c: Context<ProxyEnv>,
    agentId: string,
    { verdict, ...query }: Partial<ConversationQuery>,
  ): Promise<ConversationList<T>> {
    const ids = await this.#rated(agentId, { verdict, ids: query.ids });
    if (ids?.length === 0) return { data: [], next: null };
    const page = (await askService(c, this.#options, (service, signal) =>
      service.listConversations(agentId, { ...query, ids }, signal),
    )) as ConversationList<T>;
    if (!isPage(page, query)) throw unavailable();
    return page;
  }

  /** Adds to each reply how visitors have rated it. */
  async addVerdicts(agentId: string, conversations: readonly ConversationDetail[]): Promise<void> {
    const messages = conversations.flatMap(conversation => conversation.messages);
    const replies = messages.filter(({ role }) => role === 'assistant');
    const ids = replies.map(({ id }) => id);
    const votes = await this.#usage.votesOn(agentId, ids).catch(storeUnavailable);
    const votesOf = Map.groupBy(votes, ({ messageId }) => messageId);
    for (const reply of replies) {
      const own = votesOf.get(reply.id) ?? [];
      reply.verdicts = own.map(({ value, reason, at }) => ({ value, reason, at }));
    }
  }

  async #rated(
    agentId: string,
    { verdict, ids }: Pick<ConversationFilters, 'verdict' | 'ids'>,
  ): Promise<string[] | undefined> {
    if (verdict === undefined) return ids;
    const voted = await this.#usage
      .votedConversations(agentId, verdict, CONVERSATION_IDS_MAX)
      .catch(storeUnavailable);
    return voted.filter(id => isConversationId(id) && (ids?.includes(id) ?? true));
  }
}

/**
 * Whether the answer is a page of conversations. The cursor must go down, or an export of another kind of service would
 * never end.
 */
function isPage(page: ConversationList<unknown>, { before, details }: Partial<ConversationQuery>): boolean {
  const { data, next } = page;
  if (!Array.isArray(data)) return false;
  if (details && !data.every(entry => Array.isArray((entry as Partial<ConversationDetail> | null)?.messages)))
    return false;
  if (next === null) return true;
  return (
    typeof next === 'string' && /^\d{1,15}$/.test(next) && Number(next) < (before ?? Number.POSITIVE_INFINITY)
  );
}
