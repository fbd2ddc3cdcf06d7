import type { Context } from 'hono';
import { parseCreateContacts } from '../../protocol/contacts.ts';
import { invalidField, ProtocolError } from '../../protocol/errors.ts';
import { isTree } from '../../protocol/settings.ts';
import { authorizeAgent } from '../access/agent-access.ts';
import { passBotCheck } from '../access/bot-check.ts';
import { readVisitor, VISITOR_HEADER } from '../access/visitor-header.ts';
import { readJson } from '../http/json-body.ts';
import type { Parts } from '../parts.ts';
import type { ProxyEnv } from '../proxy-env.ts';
import { sendOnce } from '../upstream/send-once.ts';

const SERVICE_TIMEOUT_MS = 30_000;
/** Contacts that may come from one address: an office full of people, and no list of somebody else's. */
const LEADS = { count: 120, seconds: 600 };
const TOO_MANY = 'Many contacts came from your network in a short time. Please try again later.';

/**
 * A visitor leaves his own contact: one, filed under him. Whether an address was known already (409) is a
 * success like any other, so that nobody can ask who is a customer.
 */
export async function createLead(c: Context<ProxyEnv>, parts: Parts): Promise<Response> {
  const { visitor, newToken } = await readVisitor(c, parts);
  const { agentId } = await authorizeAgent(c, parts);
  if (newToken !== undefined) c.header(VISITOR_HEADER, newToken);
  const body = await readJson(c.req.raw, parts.config.limits.bodyBytes);
  const externalId = visitor.userId ?? visitor.id;
  const { name, email, phonenumber, custom_attributes } = readLead(body, externalId);
  const contact = { external_id: externalId, name, email, phonenumber, custom_attributes };
  await passBotCheck(c, parts, agentId, visitor);
  await parts.limits.guard(`leads:${agentId}`, c.get('address'), LEADS, TOO_MANY);
  try {
    const response = await sendOnce(c, parts, SERVICE_TIMEOUT_MS, signal =>
      parts.upstream.createContacts(agentId, [contact], signal),
    );
    response.body.cancel();
  } catch (error) {
    if (!(error instanceof ProtocolError && error.code === 'conflict')) throw error;
  }
  return c.json({ message: 'Contact saved', data: [contact] }, 201);
}

function readLead(body: unknown, externalId: string): ReturnType<typeof parseCreateContacts>[number] {
  const users = isTree(body) ? body.users : undefined;
  if (!Array.isArray(users) || users.length !== 1 || !isTree(users[0])) {
    throw invalidField('users', 'must have exactly one entry');
  }
  return parseCreateContacts({ users: [{ ...users[0], external_id: externalId }] })[0]!;
}
