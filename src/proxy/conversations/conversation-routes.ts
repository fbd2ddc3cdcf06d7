import { type Context, Hono } from 'hono';
import { EXPORT_TYPES, exportStream } from '../../protocol/conversation-export.ts';
import {
  CONVERSATIONS_PER_PAGE_MAX,
  type ConversationDetail,
  type ConversationList,
  isConversationId,
  parseConversationQuery,
  parseExportQuery,
  parsePerson,
} from '../../protocol/conversations.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { userSubject } from '../../protocol/personal-data.ts';
import { digest } from '../access/signing.ts';
import type { Voters } from '../access/voters.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { storeUnavailable } from '../stores/stores.ts';
import { askService, type ExtensionRoutesOptions, ownedAgent } from '../upstream/ask-service.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import type { ConversationReader } from './read-conversations.ts';

export interface ConversationRoutesOptions extends ExtensionRoutesOptions {
  store: UsageStore;
  reader: ConversationReader;
  voters: Voters;
}

/** Milliseconds for the request that asks what the service offers. The panel waits for it. */
const PROBE_MS = 2000;

const EXTENSIONS = '/v2/chatbots/:chatbotId/extensions';
const CONVERSATIONS = '/v2/chatbots/:chatbotId/conversations';

/** Visitors' conversations for the owner: an extension of our own service. The proxy adds the ratings, which it stores. */
export function conversationRoutes(options: ConversationRoutesOptions): Hono<ProxyEnv> {
  const { upstream, store, voters, reader } = options;
  const app = new Hono<ProxyEnv>();

  /** For the owner: what the service offers besides the interface: `{ data: { conversations?: { days }, answers?, models?, sources?, personalData?, contacts? } }`. */
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
    const page = await reader.list<ConversationDetail>(c, agentId, query);
    if (query.details) await reader.addVerdicts(agentId, page.data);
    return c.json(page);
  });

  /** For the owner: all conversations of the same filters as one file; `format` is `json`, `csv` or `md`. */
  app.get(`${CONVERSATIONS}/export`, async c => {
    const agentId = await ownedAgent(c, options);
    const { format, ...filters } = parseExportQuery(new URL(c.req.url).searchParams);
    const page = async (before?: number): Promise<ConversationList<ConversationDetail>> => {
      const query = { ...filters, before, limit: CONVERSATIONS_PER_PAGE_MAX, details: true };
      const read = await reader.list<ConversationDetail>(c, agentId, query);
      await reader.addVerdicts(agentId, read.data);
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
    await reader.addVerdicts(agentId, [data]);
    return c.json({ data });
  });

  /** For the owner: deletes one conversation, and what visitors wrote with its ratings. */
  app.delete(`${CONVERSATIONS}/:conversationId`, async c => {
    const agentId = await ownedAgent(c, options);
    const id = readId(c);
    await store.forgetReasons(agentId, { voters: [], conversationIds: [id] }).catch(storeUnavailable);
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
    const visitor = 'user' in person ? await digest(userSubject(person.user)) : person.visitor;
    const votes = { voters: await voters.keysOf(visitor), conversationIds: [] };
    await store.forgetReasons(agentId, votes).catch(storeUnavailable);
    return c.json(
      (await askService(c, options, (service, signal) =>
        service.deleteConversations(agentId, person, signal),
      )) as object,
    );
  });

  return app;
}

/** @throws ProtocolError `not_found` */
function readId(c: Context<ProxyEnv>): string {
  const id = c.req.param('conversationId')!.toLowerCase();
  if (!isConversationId(id))
    throw new ProtocolError('not_found', 'conversationId: no conversation has this id');
  return id;
}
