import type { Context } from 'hono';
import { parseCreateContacts, parsePaging } from '../../protocol/contacts.ts';
import { readAgentId } from '../http/agent-id.ts';
import { readCounted } from '../http/bytes.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { askService } from '../settings/settings-routes.ts';
import { unavailable } from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { createLead } from './lead.ts';

const SERVICE_PATIENCE_MS = 60_000;
/** Bytes of one page of contacts: a thousand of them, each with plenty of attributes. */
const PAGE_BYTES_MAX = 64 * 1024 * 1024;

/** `POST /v2/chatbots/{chatbotId}/contacts`: any for the owner, his own one for a visitor. */
export async function createContacts(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  if (!(await parts.admin.is(c.req.raw, c.get('address')))) return createLead(c, parts);
  const chatbotId = readAgentId(c.req.param('chatbotId'));
  const users = parseCreateContacts(await readJson(c.req.raw, parts.config.limits.adminBodyBytes));
  const response = await askService(() =>
    parts.upstream.createContacts(chatbotId, users, AbortSignal.timeout(SERVICE_PATIENCE_MS)),
  );
  return forward(c, parts, response);
}

/** `GET /v2/chatbots/{chatbotId}/contacts`, for the owner. */
export async function listContacts(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  const chatbotId = readAgentId(c.req.param('chatbotId'));
  const paging = parsePaging({ page: c.req.query('page'), per_page: c.req.query('per_page') });
  const response = await askService(() =>
    parts.upstream.listContacts(chatbotId, paging, AbortSignal.timeout(SERVICE_PATIENCE_MS)),
  );
  return forward(c, parts, response);
}

/** The service's JSON, with none of its headers. */
async function forward(c: Context<ProxyEnv>, { config }: Parts, answer: UpstreamAnswer): Promise<Response> {
  const text = new TextDecoder().decode(await readCounted(answer.body, PAGE_BYTES_MAX));
  if (text.includes(config.apiKey)) throw unavailable();
  c.header('Content-Type', 'application/json');
  c.status(answer.status === 201 ? 201 : 200);
  return c.body(text);
}
