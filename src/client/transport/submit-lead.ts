import type { LiveConversation } from '../conversation/live-conversation.ts';
import type { ClientError } from './client-error.ts';
import type { ReplyClient } from './reply-client.ts';

/** What a visitor typed into the lead form. */
export interface Lead {
  name?: string | undefined;
  email?: string | undefined;
  phonenumber?: string | undefined;
}

/**
 * Leaves the visitor's contact. An address that is already known counts as given: there is no way to ask first.
 * @throws ClientError `invalid_request` naming the field, and the rest.
 */
export async function sendLead(client: ReplyClient, lead: Lead): Promise<void> {
  // The proxy puts the visitor's own id in the place of this one; the interface just demands that there is one.
  const contact = { external_id: client.userId ?? 'visitor', ...lead };
  try {
    await client.asVisitor(proof =>
      client.send('POST', ['v2', 'chatbots', client.agentId, 'contacts'], { users: [contact] }, proof),
    );
  } catch (error) {
    if ((error as Partial<ClientError>).status !== 409) throw error;
  }
}

/** Leaves it, and remembers that it was left. @throws ClientError; nothing is remembered then. */
export async function submitLead(conversation: LiveConversation, lead: Lead): Promise<void> {
  const { client, record } = conversation;
  record.shareToken();
  await sendLead(client, lead);
  // Who logged out meanwhile is remembered no more.
  if (client.visitorToken) record.history.rememberLead();
}
