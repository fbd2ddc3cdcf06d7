import { type ChatRequest, parseChatRequest, readClaims } from '../../protocol/chat-request.ts';
import type { Visitor } from '../access/visitor.ts';
import type { Parts } from '../parts.ts';

/** A question as the service shall get it, and whose it is. */
export interface Asked {
  question: ChatRequest;
  asker: Visitor;
}

/**
 * Reads a visitor's question: his conversation by the service's own id, and a user only if the site vouches for him.
 * @throws ProtocolError `forbidden`, `not_found`, `invalid_request`, `invalid_message`, the first of these that is true
 */
export async function readQuestion(
  body: unknown,
  agentId: string,
  visitor: Visitor,
  { identity, conversations }: Parts,
): Promise<Asked> {
  const claims = readClaims(body);
  let asker = visitor;
  if (claims.userId !== undefined && claims.userId !== visitor.userId) {
    await identity.verify(claims.userId, claims.userHash);
    // Whoever signed in with the token before was somebody else.
    if (visitor.userId !== undefined) asker = { ...visitor, userId: claims.userId };
  }
  const conversationId =
    claims.conversationId === undefined
      ? undefined
      : await conversations.open(agentId, asker, claims.conversationId);
  const request = parseChatRequest(body);
  const userId = request.userId ?? visitor.userId;
  const question = {
    message: request.message,
    stream: request.stream,
    ...(conversationId !== undefined && { conversationId }),
    ...(userId !== undefined && { userId }),
  };
  return { question, asker };
}
