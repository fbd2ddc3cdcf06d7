import type { Context } from 'hono';
import { parseCreateContacts, parsePaging } from '../../protocol/contacts.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { readAgentId } from '../http/agent-id.ts';
import { type Bytes, readCounted } from '../http/bytes.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { keyInJson } from '../upstream/key-in-json.ts';
import { refusal, unavailable } from '../upstream/refusals.ts';
import { sendOnce } from '../upstream/send-once.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { createLead } from './lead.ts';

const SERVICE_TIMEOUT_MS = 60_000;
/** Bytes of one page of contacts: a thousand of them, each with plenty of attributes. */
const PAGE_BYTES_MAX = 64 * 1024 * 1024;
const REFUSAL_BYTES_MAX = 64 * 1024;
/** More digits than a double is sure to keep. */
const LONG_NUMBER = /\d[\d.]{15}/;

/** `POST /v2/chatbots/{chatbotId}/contacts`: any for the owner, his own one for a visitor. */
export async function createContacts(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  if (!(await parts.admin.is(c.req.raw, c.get('address')))) return createLead(c, parts);
  const chatbotId = readAgentId(c.req.param('chatbotId'));
  const users = parseCreateContacts(await readJson(c.req.raw, parts.config.limits.adminBodyBytes));
  const response = await sendOnce(c, parts, SERVICE_TIMEOUT_MS, async signal => {
    const answer = await parts.upstream.createContacts(chatbotId, users, signal);
    if (answer.status === 409) throw await conflictIn(answer, users.length);
    return answer;
  });
  return forward(c, parts, response, 201);
}

/** Which of the contacts exist already, where the service names them as `users.3.email`. Nothing else of its words. */
async function conflictIn({ body }: UpstreamAnswer, count: number): Promise<ProtocolError> {
  const bytes = await readCounted(body, REFUSAL_BYTES_MAX).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const named = [...text.matchAll(/(?<!\w)users\.(\d{1,4})\.(?:external_id|email)(?!\w)/g)].flatMap(
    ([field, row]) => (Number(row) < count ? field : []),
  );
  if (named.length === 0) return refusal(409);
  return new ProtocolError('conflict', `${[...new Set(named)].join(', ')}: exists already`);
}

/** `GET /v2/chatbots/{chatbotId}/contacts`, for the owner. */
export async function listContacts(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  await parts.admin.demand(c.req.raw, c.get('address'));
  const chatbotId = readAgentId(c.req.param('chatbotId'));
  const paging = parsePaging(new URL(c.req.url).searchParams);
  const response = await sendOnce(c, parts, SERVICE_TIMEOUT_MS, signal =>
    parts.upstream.listContacts(chatbotId, paging, signal),
  );
  return forward(c, parts, response, 200);
}

/**
 * The service's JSON, with none of its headers and our own status, which the interface leaves open.
 * @throws ProtocolError for anything else the service may have answered
 */
async function forward(
  c: Context<ProxyEnv>,
  { config }: Parts,
  answer: UpstreamAnswer,
  status: 200 | 201,
): Promise<Response> {
  const text = await readJsonText(answer.body, keyInJson(config.apiKey));
  if (text === undefined) throw unavailable();
  c.header('Content-Type', 'application/json');
  c.status(status);
  return c.body(text);
}

/**
 * Written anew, so that what is looked at is all that goes on: of a name said twice, only the last is read. Undefined for
 * what is cut short, too long, or no JSON, and for what holds the secret.
 */
async function readJsonText(body: Bytes, secret: string): Promise<string | undefined> {
  try {
    const text = new TextDecoder().decode(await readCounted(body, PAGE_BYTES_MAX));
    const written = JSON.stringify(JSON.parse(text, LONG_NUMBER.test(text) ? exactly : undefined));
    return written.includes(secret) ? undefined : written;
  } catch {
    return undefined;
  }
}

/** Has a number written as it was read: an id of 64 bits is not another's. A runtime that tells no source rounds it. */
function exactly(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);
}
