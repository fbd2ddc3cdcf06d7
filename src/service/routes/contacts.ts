import {
  type Contact,
  type ContactPage,
  type CreatedContact,
  parseContactPatch,
  parseCreateContacts,
  parsePaging,
} from '../../protocol/contacts.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import { CONTACT_HEADER, MODELS_HEADER, OWN_CONTACT } from '../../protocol/extension-headers.ts';
import { readJson } from '../../protocol/json-body.ts';
import { encodeModels } from '../../protocol/models-state.ts';
import {
  changeContact,
  contactPage,
  createContacts,
  eraseContact,
  saveOwnContact,
} from '../storage/contacts.ts';
import type { Call, RouteContext } from './route.ts';

const CONTACT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Bytes of a body. */
const CONTACTS_BODY_MAX = 8 * 1024 * 1024;

/** `POST /v2/chatbots/:chatbotId/contacts`, docs/interface.md section 4.2. */
export async function handleCreateContacts(
  { database, admission }: RouteContext,
  { request, agentId, address, headers }: Call,
): Promise<Response> {
  const agent = await admission.authorize(await admission.authenticate(request.headers, address), agentId);
  const inputs = parseCreateContacts(await readJson(request, CONTACTS_BODY_MAX));
  const isOwn = inputs.length === 1 && request.headers.get(CONTACT_HEADER) === OWN_CONTACT;
  const contacts = isOwn
    ? [await saveOwnContact(database, agent.id, inputs[0]!)]
    : await createContacts(database, agent.id, inputs);
  const data = contacts.map(toCreated);
  const message = data.length === 1 ? 'Created 1 contact.' : `Created ${data.length} contacts.`;
  return Response.json({ message, data }, { status: 201, headers });
}

/** `GET /v2/chatbots/:chatbotId/contacts`, docs/interface.md section 4.3. A page after the last is empty. */
export async function handleListContacts(
  { database, admission, models }: RouteContext,
  { request, agentId, address, headers }: Call,
): Promise<Response> {
  const key = await admission.authenticate(request.headers, address);
  headers.set(MODELS_HEADER, encodeModels(models()));
  const agent = await admission.authorize(key, agentId);
  const { page, perPage } = parsePaging(new URL(request.url).searchParams);
  const { contacts, total } = await contactPage(database, agent.id, { page, perPage });
  const body: ContactPage = {
    message: `${contacts.length} of ${total} contacts.`,
    data: contacts,
    total,
    pages: { page, per_page: perPage, total_pages: Math.ceil(total / perPage) },
  };
  return Response.json(body, { headers });
}

/** `POST /v2/chatbots/{chatbotId}/contacts/{contactId}`: changes the given fields of a contact; null removes a value. */
export async function handleChangeContact(
  { database, admission }: RouteContext,
  { request, agentId, contactId, address, headers }: Call,
): Promise<Response> {
  const agent = await admission.authorize(await admission.authenticate(request.headers, address), agentId);
  const id = readContactId(contactId);
  const patch = parseContactPatch(await readJson(request, CONTACTS_BODY_MAX));
  const data = await changeContact(database, agent.id, id, patch);
  return Response.json({ data }, { headers });
}

/** `DELETE /v2/chatbots/{chatbotId}/contacts/{contactId}`. An empty contact stays, because contacts are numbered without gaps. */
export async function handleDeleteContact(
  { database, admission }: RouteContext,
  { request, agentId, contactId, address, headers }: Call,
): Promise<Response> {
  const agent = await admission.authorize(await admission.authenticate(request.headers, address), agentId);
  await eraseContact(database, agent.id, readContactId(contactId));
  return Response.json({ data: { deleted: 1 } }, { headers });
}

/** PostgreSQL fails on a text with a zero character. @throws ProtocolError `not_found` */
function readContactId(text: string): string {
  const id = text.toLowerCase();
  if (!CONTACT_ID.test(id)) throw new ProtocolError('not_found', 'contactId: no contact has this id');
  return id;
}

function toCreated(contact: Contact): CreatedContact {
  const { id, external_id, name, email, custom_attributes, created_at, updated_at } = contact;
  return { id, external_id, name, email, custom_attributes, created_at, updated_at };
}
