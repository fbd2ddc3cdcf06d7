import { type ChatRequest, parseChatRequest } from '../../protocol/chat-request.ts';
import type { Visitor } from '../access/visitor.ts';
import type { Parts } from '../parts.ts';

/**
 * Reads a visitor's question as the service shall get it: his conversation by the service's own id, and a user
 * only if the site vouches for him.
 * @throws ProtocolError `invalid_message`, `invalid_request`, `forbidden`, `not_found`
 */
export async function readQuestion(
  body: unknown,
  agentId: string,
  visitor: Visitor,
  { identity, conversations }: Parts,
): Promise<ChatRequest> {
  const request = parseChatRequest(body);
  if (request.userId !== undefined && request.userId !== visitor.userId) {
    await identity.verify(request.userId, readUserHash(body));
  }
  const userId = request.userId ?? visitor.userId;
  const conversationId =
    request.conversationId === undefined
      ? undefined
      : await conversations.open(agentId, visitor, request.conversationId);
  return {
    message: request.message,
    stream: request.stream,
    ...(conversationId !== undefined && { conversationId }),
    ...(userId !== undefined && { userId }),
  };
}

function readUserHash(body: unknown): string | undefined {
  const { userHash } = body as { userHash?: unknown };
  return typeof userHash === 'string' ? userHash : undefined;
}
