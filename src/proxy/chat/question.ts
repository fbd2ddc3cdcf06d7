import { type ChatRequest, parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import { invalidField, type ProtocolError } from '../../protocol/errors.ts';
import type { ConversationIds } from '../access/conversation-ids.ts';
import { digest } from '../access/signing.ts';
import type { UserIdentity } from '../access/user-identity.ts';
import type { Visitor } from '../access/visitors.ts';

/** A question in the form the service gets it, and who sent it. */
export interface VisitorQuestion {
  question: ChatRequest;
  sender: Visitor;
}

/**
 * Reads a visitor's question: the conversation by the service's own id, and a user only with the site's proof.
 * @throws ProtocolError `forbidden`, `not_found`, `invalid_request`, `invalid_message`, the first that applies
 */
export async function readQuestion(
  body: unknown,
  agentId: string,
  visitor: Visitor,
  { identity, conversations }: { identity: UserIdentity; conversations: ConversationIds },
): Promise<VisitorQuestion> {
  const claims = readClaims(body);
  let sender = visitor;
  if (claims.userId !== undefined && claims.userId !== visitor.userId) {
    await identity.verify(claims.userId, claims.userHash);
    // The user who signed in with this token before is another one.
    if (visitor.userId !== undefined) sender = { ...visitor, userId: claims.userId };
  }
  const conversationId =
    claims.conversationId === undefined
      ? undefined
      : await conversations.open(agentId, sender, claims.conversationId);
  const request = parseChatRequest(body);
  const userId = request.userId ?? visitor.userId;
  const question = {
    message: request.message,
    stream: request.stream,
    ...(conversationId !== undefined && { conversationId }),
    ...(userId !== undefined && { userId }),
    ...(request.tools && { tools: request.tools }),
    ...(request.toolResults && { toolResults: request.toolResults }),
  };
  return { question, sender };
}

/** Visible ASCII, 1 to 255 characters. `.` and `..` have a meaning of their own in the path that stops a reply. */
const KEY = /^(?!\.\.?$)[\x21-\x7e]{1,255}$/;

/** @throws ProtocolError `invalid_request` */
export function readIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || KEY.test(value)) return value;
  throw invalidField(
    'Idempotency-Key',
    'must have 1 to 255 visible ASCII characters and be neither . nor ..',
  );
}

/** Number of the last event that the reader has; 0 for none. @throws ProtocolError `invalid_request` */
export function readLastEventId(value: string | undefined): number {
  if (value === undefined || value === '') return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw noSuchEvent();
}

export function noSuchEvent(): ProtocolError {
  return invalidField('Last-Event-ID', 'must be the id of an event of this reply');
}

/** The key of a reply: made of agent, visitor and idempotency key, so that no other visitor finds it. */
export function replyKey(agentId: string, subject: string, key: string): Promise<string> {
  return digest(JSON.stringify([agentId, subject, key]));
}

/** Identifies the question. Whether it is streamed makes no difference to the reply. */
export function questionDigest(request: ChatRequest): Promise<string> {
  const { message, conversationId = null, userId = null } = request;
  return digest(JSON.stringify([message, conversationId, userId]));
}
