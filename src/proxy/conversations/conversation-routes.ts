import { type Context, Hono } from 'hono';
import { EXPORT_TYPES, exportStream } from '../../protocol/conversation-export.ts';
import {
  CONVERSATION_IDS_MAX,
  CONVERSATIONS_PER_PAGE_MAX,
  type ConversationDetail,
  type ConversationFilters,
  type ConversationList,
  type ConversationQuery,
  isConversationId,
  parseConversationQuery,
  parseExportQuery,
  parsePerson,
} from '../../protocol/conversations.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { digest } from '../access/signing.ts';
import { subjectOf } from '../access/visitors.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/stores.ts';
import { askService, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UsageStore } from '../usage/usage-store.ts';

export interface ConversationRoutesOptions extends ExtensionRoutesOptions {
  store: UsageStore;
}

/** Milliseconds for the request that asks what the service offers. The panel waits for it. */
const PROBE_MS = 2000;

const EXTENSIONS = '/v2/chatbots/:chatbotId/extensions';
const CONVERSATIONS = '/v2/chatbots/:chatbotId/conversations';

/** Visitors' conversations for the owner: an extension of our own service. The proxy adds the ratings, which it stores. */
export function conversationRoutes(options: ConversationRoutesOptions): Hono<ProxyEnv> {
  const { upstream, store } = options;
  const app = new Hono<ProxyEnv>();

  const list = async <T>(
    c: Context<ProxyEnv>,
    agentId: string,
    { verdict, ...query }: Partial<ConversationQuery>,
  ): Promise<ConversationList<T>> => {
    const ids = await rated(agentId, { verdict, ids: query.ids });
    if (ids?.length === 0) return { data: [], next: null };
    const page = (await askService(c, options, (service, signal) =>
      service.listConversations(agentId, { ...query, ids }, signal),
    )) as ConversationList<T>;
    if (!isPage(page, query)) throw unavailable();
    return page;
  };
  const rated = async (
    agentId: string,
    { verdict, ids }: Pick<ConversationFilters, 'verdict' | 'ids'>,
  ): Promise<string[] | undefined> => {
    if (verdict === undefined) return ids;
    const voted = await store
      .votedConversations(agentId, verdict, CONVERSATION_IDS_MAX)
      .catch(storeUnavailable);
    return voted.filter(id => isConversationId(id) && (ids?.includes(id) ?? true));
  };
  const addVerdicts = async (
    agentId: string,
    conversations: readonly ConversationDetail[],
  ): Promise<void> => {
    const messages = conversations.flatMap(conversation => conversation.messages);
    const replies = messages.filter(({ role }) => role === 'assistant');
    const votes = await store
      .votesOn(
        agentId,
        replies.map(({ id }) => id),
      )
      .catch(storeUnavailable);
    const votesOf = Map.groupBy(votes, ({ messageId }) => messageId);
    for (const reply of replies) {
      const own = votesOf.get(reply.id) ?? [];
      reply.verdicts = own.map(({ value, reason, at }) => ({ value, reason, at }));
    }
  };

  /** For the owner: what the service offers besides the interface: `{ data: { conversations?: { days }, answers?, models?, sources? } }`. */
  app.get(EXTENSIONS, async c => {
    await ownedAgent(c, options);
    const data = await upstream
      .traced(c.get('trace'))
      .extensions(AbortSignal.timeout(PROBE_MS))
      .catch(() => ({}));
    return c.json({ data });
  });

  /**
   * For the owner: a page of conversations, newest first. Filters: `q`, `state`, `verdict`, `from`, `to`, `user`, `visitor`,
   * `language`; `limit`, `before`, `details`. 404 if the service has none of them.
   */
  app.get(CONVERSATIONS, async c => {
    const agentId = await ownedAgent(c, options);
    const query = parseConversationQuery(new URL(c.req.url).searchParams);
    const page = await list<ConversationDetail>(c, agentId, query);
    if (query.details) await addVerdicts(agentId, page.data);
    return c.json(page);
  });

  /** For the owner: all conversations of the same filters as one file; `format` is `json`, `csv` or `md`. */
  app.get(`${CONVERSATIONS}/export`, async c => {
    const agentId = await ownedAgent(c, options);
    const { format, ...filters } = parseExportQuery(new URL(c.req.url).searchParams);
    const page = async (before?: number): Promise<ConversationList<ConversationDetail>> => {
      const query = { ...filters, before, limit: CONVERSATIONS_PER_PAGE_MAX, details: true };
      const read = await list<ConversationDetail>(c, agentId, query);
      await addVerdicts(agentId, read.data);
      return read;
    };
    // Before the answer begins, so that a refusal has its own status.
    const first = await page();
    const pages = async function* (): AsyncGenerator<ConversationDetail[]> {
      for (let read = first; ; read = await page(Number(read.next))) {
        yield read.data;
        if (read.next === null) return;
      }
    };
    c.header('Content-Type', EXPORT_TYPES[format]);
    return c.body(exportStream(pages(), format));
  });

  /** For the owner: one conversation with its messages, what they were made from, and their ratings. */
  app.get(`${CONVERSATIONS}/:conversationId`, async c => {
    const agentId = await ownedAgent(c, options);
    const id = readId(c);
    const { data } = (await askService(c, options, (service, signal) =>
      service.readConversation(agentId, id, signal),
    )) as { data: ConversationDetail };
    if (!Array.isArray(data?.messages)) throw unavailable();
    await addVerdicts(agentId, [data]);
    return c.json({ data });
  });

  /** For the owner: deletes one conversation, and what visitors wrote with its ratings. */
  app.delete(`${CONVERSATIONS}/:conversationId`, async c => {
    const agentId = await ownedAgent(c, options);
    const id = readId(c);
    await store.forgetReasons(agentId, { conversationId: id }).catch(storeUnavailable);
    return c.json(
      (await askService(c, options, (service, signal) =>
        service.deleteConversation(agentId, id, signal),
      )) as object,
    );
  });

  /** For the owner: deletes all conversations of one person, `user` or `visitor`, and what they wrote with ratings. */
  app.delete(CONVERSATIONS, async c => {
    const agentId = await ownedAgent(c, options);
    const person = parsePerson(new URL(c.req.url).searchParams);
    const voter = 'user' in person ? await digest(userSubject(person.user)) : person.visitor;
    await store.forgetReasons(agentId, { voter }).catch(storeUnavailable);
    return c.json(
      (await askService(c, options, (service, signal) =>
        service.deleteConversations(agentId, person, signal),
      )) as object,
    );
  });

  return app;
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

function userSubject(userId: string): string {
  return subjectOf({ id: '', userId, checked: false, expiresAt: 0 });
}

/** @throws ProtocolError `not_found` */
function readId(c: Context<ProxyEnv>): string {
  const id = c.req.param('conversationId')!.toLowerCase();
  if (!isConversationId(id))
    throw new ProtocolError('not_found', 'conversationId: no conversation has this id');
  return id;
}
