import { setImmediate } from 'node:timers/promises';
import { EXPORT_TYPES, exportStream } from '../../protocol/conversation-export.ts';
import {
  type ConversationDetail,
  type ConversationFilters,
  isConversationId,
  parseConversationQuery,
  parseExportQuery,
  parsePerson,
} from '../../protocol/conversations.ts';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import type { Agent } from '../storage/agents.ts';
import { listConversations, readConversation } from '../storage/conversation-index.ts';
import { deleteConversation, deleteConversationsOf } from '../storage/conversations.ts';
import type { Call, RouteContext } from './route.ts';

const EXPORT_PAGE = 100;

/** `GET /v2/chatbots/{chatbotId}/conversations`: a page of conversations, newest first. */
export async function handleListConversations(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const query = parseConversationQuery(new URL(call.request.url).searchParams);
  refuseVerdict(query);
  const { database, index } = context;
  return Response.json(await listConversations(database, index, agent.id, query), { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/conversations/{conversationId}`: one with its messages. */
export async function handleReadConversation(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const id = readId(call);
  const data = await readConversation(context.database, agent.id, id);
  if (!data) throw notFound();
  return Response.json({ data }, { headers: call.headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/conversations/{conversationId}`. Its charges stay. */
export async function handleDeleteConversation(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const { database, index } = context;
  if (!(await deleteConversation(database, index, readId(call), agent.id))) throw notFound();
  return Response.json({ data: { deleted: 1 } }, { headers: call.headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/conversations?user=…` or `?visitor=…`: all in which this person wrote. */
export async function handleDeletePerson(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const person = parsePerson(new URL(call.request.url).searchParams);
  const deleted = await deleteConversationsOf(context.database, context.index, agent.id, person);
  return Response.json({ data: { deleted } }, { headers: call.headers });
}

/** `GET /v2/chatbots/{chatbotId}/conversations/export`: all that match, as one file that is written while it is read. */
export async function handleExportConversations(context: RouteContext, call: Call): Promise<Response> {
  const agent = await agentOf(context, call);
  const { format, ...filters } = parseExportQuery(new URL(call.request.url).searchParams);
  refuseVerdict(filters);
  call.headers.set('Content-Type', EXPORT_TYPES[format]);
  const file = exportStream(pagesOf(context, agent.id, filters), format);
  return new Response(file, { headers: call.headers });
}

async function* pagesOf(
  { database, index }: RouteContext,
  agentId: string,
  filters: ConversationFilters,
): AsyncGenerator<ConversationDetail[]> {
  for (let before: number | undefined; ; ) {
    const query = { ...filters, before, limit: EXPORT_PAGE, details: true as const };
    const { data, next } = await listConversations(database, index, agentId, query);
    yield data;
    if (next === null) return;
    // SQLite answers without yielding to the event loop, and visitors must not wait for all of it.
    await setImmediate();
    before = Number(next);
  }
}

async function agentOf({ admission }: RouteContext, { request, agentId, address }: Call): Promise<Agent> {
  return await admission.authorize(await admission.authenticate(request.headers, address), agentId);
}

/** @throws ProtocolError `not_found` */
function readId({ conversationId }: Call): string {
  const id = conversationId.toLowerCase();
  if (!isConversationId(id)) throw notFound();
  return id;
}

/** Without the ratings, the whole list would come back. */
function refuseVerdict({ verdict }: ConversationFilters): void {
  if (verdict) throw invalidField('verdict', 'is stored by the proxy, which alone can filter by it');
}

function notFound(): ProtocolError {
  return new ProtocolError('not_found', 'conversationId: no conversation has this id');
}
