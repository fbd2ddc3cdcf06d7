import { type ChatRequest, parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import type { Visitor } from '../access/visitor.ts';
import type { Parts } from '../parts.ts';

/**
 * Reads a visitor's question as the service shall get it: his conversation by the service's own id, and a user
 * only if the site vouches for him.
 * @throws ProtocolError `forbidden`, `not_found`, `invalid_request`, `invalid_message`, the first of these that is true
 */
export async function readQuestion(
  body: unknown,
  agentId: string,
  visitor: Visitor,
  { identity, conversations }: Parts,
): Promise<ChatRequest> {
  const claims = readClaims(body);
  if (claims.userId !== undefined && claims.userId !== visitor.userId) {
    await identity.verify(claims.userId, claims.userHash);
  }
  const conversationId =
    claims.conversationId === undefined
      ? undefined
      : await conversations.open(agentId, visitor, claims.conversationId);
  const request = parseChatRequest(body);
  const userId = request.userId ?? visitor.userId;
  return {
    message: request.message,
    stream: request.stream,
    ...(conversationId !== undefined && { conversationId }),
    ...(userId !== undefined && { userId }),
  };
}
