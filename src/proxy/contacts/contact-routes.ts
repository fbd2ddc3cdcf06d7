import { type Context, Hono } from 'hono';
import type { RateLimiter } from '../../limits/rate-limiter.ts';
import {
  CONTACT_CONFLICTS,
  parseContactPatch,
  parseCreateContacts,
  parsePaging,
} from '../../protocol/contacts.ts';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { readJson } from '../../protocol/json-body.ts';
import { isTree } from '../../protocol/settings.ts';
import type { Admin } from '../access/admin.ts';
import type { AgentAccess } from '../access/agent-access.ts';
import type { ServedAgents } from '../access/agent-id.ts';
import type { BotGuard } from '../access/bot-guard.ts';
import { VISITOR_HEADER, type Visitors } from '../access/visitors.ts';
import { readLimited } from '../http/body.ts';
import type { Logger } from '../operations/logger.ts';
import type { ProxyLimits } from '../options.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { readJsonText } from '../upstream/json-answer.ts';
import { refusal } from '../upstream/refusals.ts';
import { sendOnce } from '../upstream/send.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';

export interface ContactRoutesOptions {
  agents: ServedAgents;
  admin: Admin;
  access: AgentAccess;
  visitors: Visitors;
  botGuard: BotGuard;
  limiter: RateLimiter;
  limits: ProxyLimits;
  upstream: Upstream;
  logger: Logger;
  apiKey: string;
}

const ADMIN_TIMEOUT_MS = 60_000;
const LEAD_TIMEOUT_MS = 30_000;
const REFUSAL_BYTES_MAX = 64 * 1024;
/** Contacts from one address: enough for an office full of people, too few to enter somebody else's list. */
const LEADS = { count: 120, seconds: 600 };
const TOO_MANY = 'Many contacts came from your network in a short time. Please try again later.';

const BEARER = /^bearer /i;

const CONTACT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CONTACTS = '/v2/chatbots/:chatbotId/contacts';

/** Contacts: all of the interface for the owner, one contact of their own for a visitor. */
export function contactRoutes(options: ContactRoutesOptions): Hono<ProxyEnv> {
  const { agents, admin, access, visitors, botGuard, limiter, limits, upstream, logger, apiKey } = options;
  const app = new Hono<ProxyEnv>();

  /** For visitors and the owner: a visitor submits their own contact, the owner creates up to 1000. */
  app.post(CONTACTS, async c => {
    const { raw } = c.req;
    const isVisitor = raw.headers.has(VISITOR_HEADER) || !BEARER.test(raw.headers.get('Authorization') ?? '');
    if (isVisitor && !(await admin.isAdmin(raw, c.get('address')))) return createLead(c);
    if (!isVisitor) await admin.require(raw, c.get('address'));
    const chatbotId = agents.readId(c.req.param('chatbotId'));
    const users = parseCreateContacts(await readJson(c.req.raw, limits.adminBodyBytes));
    const response = await sendOnce(c, logger, ADMIN_TIMEOUT_MS, async signal => {
      const answer = await upstream.traced(c.get('trace')).createContacts(chatbotId, users, signal);
      if (answer.status === 409) throw await conflictIn(answer, users.length);
      return answer;
    });
    return forward(c, response, 201);
  });

  /** For the owner: lists contacts, a page at a time. */
  app.get(CONTACTS, async c => {
    await admin.require(c.req.raw, c.get('address'));
    const chatbotId = agents.readId(c.req.param('chatbotId'));
    const paging = parsePaging(new URL(c.req.url).searchParams);
    const response = await sendOnce(c, logger, ADMIN_TIMEOUT_MS, signal =>
      upstream.traced(c.get('trace')).listContacts(chatbotId, paging, signal),
    );
    return forward(c, response, 200);
  });

  /** For the owner: changes the given fields of a contact; null removes a value. 404 if the service does not support it. */
  app.post(`${CONTACTS}/:contactId`, async c => {
    const [chatbotId, id] = await ownContact(c);
    const patch = parseContactPatch(await readJson(c.req.raw, limits.adminBodyBytes));
    const response = await sendOnce(c, logger, ADMIN_TIMEOUT_MS, async signal => {
      const answer = await upstream.traced(c.get('trace')).changeContact(chatbotId, id, patch, signal);
      if (answer.status === 409) throw await conflictOf(answer);
      return answer;
    });
    return forward(c, response, 200);
  });

  /** For the owner: deletes a contact. 404 if the service does not support it. */
  app.delete(`${CONTACTS}/:contactId`, async c => {
    const [chatbotId, id] = await ownContact(c);
    const response = await sendOnce(c, logger, ADMIN_TIMEOUT_MS, signal =>
      upstream.traced(c.get('trace')).deleteContact(chatbotId, id, signal),
    );
    return forward(c, response, 200);
  });

  async function ownContact(c: Context<ProxyEnv>): Promise<[chatbotId: string, contactId: string]> {
    await admin.require(c.req.raw, c.get('address'));
    const chatbotId = agents.readId(c.req.param('chatbotId'));
    const id = c.req.param('contactId')!.toLowerCase();
    if (!CONTACT_ID.test(id)) throw new ProtocolError('not_found', 'contactId: no contact has this id');
    return [chatbotId, id];
  }

  /**
   * A visitor leaves their contact: one, with the visitor's id as `external_id`; a later one corrects it. An address that
   * exists already (409) is a success, so that nobody can find out who is a customer.
   */
  async function createLead(c: Context<ProxyEnv>): Promise<Response> {
    const { visitor, newToken } = await visitors.fromRequest(c);
    const { agentId } = await access.authorize(c);
    if (newToken !== undefined) c.header(VISITOR_HEADER, newToken);
    const body = await readJson(c.req.raw, limits.bodyBytes);
    const externalId = visitor.userId ?? visitor.id;
    const { name, email, phonenumber, custom_attributes } = readLead(body, externalId);
    const contact = { external_id: externalId, name, email, phonenumber, custom_attributes };
    await botGuard.pass(c, agentId, visitor);
    await limiter.guard(`leads:${agentId}`, c.get('address'), LEADS, TOO_MANY);
    try {
      const response = await sendOnce(c, logger, LEAD_TIMEOUT_MS, signal =>
        upstream.traced(c.get('trace')).saveOwnContact(agentId, contact, signal),
      );
      response.body.cancel();
    } catch (error) {
      if (!(error instanceof ProtocolError && error.code === 'conflict')) throw error;
    }
    return c.json({ message: 'Contact saved', data: [contact] }, 201);
  }

  /**
   * The service's JSON, with none of its headers and our own status, which the interface leaves open.
   * @throws ProtocolError for anything else that the service may have answered
   */
  async function forward(c: Context<ProxyEnv>, answer: UpstreamAnswer, status: 200 | 201): Promise<Response> {
    const text = await readJsonText(answer.body, apiKey);
    c.header('Content-Type', 'application/json');
    c.status(status);
    return c.body(text);
  }

  return app;
}

function readLead(body: unknown, externalId: string): ReturnType<typeof parseCreateContacts>[number] {
  const users = isTree(body) ? body.users : undefined;
  if (!Array.isArray(users) || users.length !== 1 || !isTree(users[0])) {
    throw invalidField('users', 'must have exactly one entry');
  }
  return parseCreateContacts({ users: [{ ...users[0], external_id: externalId }] })[0]!;
}

/** What a change conflicts with, if the service says so in one of the known ways. */
async function conflictOf({ body }: UpstreamAnswer): Promise<ProtocolError> {
  const bytes = await readLimited(body, REFUSAL_BYTES_MAX).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const reason = Object.values(CONTACT_CONFLICTS).find(known => text.includes(JSON.stringify(known)));
  return reason === undefined ? refusal(409) : new ProtocolError('conflict', reason);
}

/** Which of the contacts exist already, if the service names them as `users.3.email`. No other text of it goes on. */
async function conflictIn({ body }: UpstreamAnswer, count: number): Promise<ProtocolError> {
  const bytes = await readLimited(body, REFUSAL_BYTES_MAX).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const named = [...text.matchAll(/(?<!\w)users\.(\d{1,4})\.(?:external_id|email)(?!\w)/g)].flatMap(
    ([field, row]) => (Number(row) < count ? field : []),
  );
  if (named.length === 0) return refusal(409);
  return new ProtocolError('conflict', `${[...new Set(named)].join(', ')}: exists already`);
}
