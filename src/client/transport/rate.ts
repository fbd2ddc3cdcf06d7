import type { FeedbackValue } from '../conversation/conversation-state.ts';
import type { LiveConversation } from '../conversation/live-conversation.ts';
import { ClientError } from './client-error.ts';
import type { ReplyClient } from './reply-client.ts';

export interface Feedback {
  messageId: string;
  conversationId: string;
  value: FeedbackValue;
  reason?: string | undefined;
}

/** Tells the proxy what the visitor thinks of a reply. @throws ClientError */
export async function sendFeedback(client: ReplyClient, feedback: Feedback): Promise<void> {
  await client.send('POST', ['api', 'v2', 'agents', client.agentId, 'feedback'], feedback);
}

/** Keeps the visitor's verdict and tells the proxy. @throws ClientError, then the verdict is taken back. */
export async function rate(
  conversation: LiveConversation,
  key: string,
  value: FeedbackValue,
  reason?: string,
): Promise<void> {
  const { client, record } = conversation;
  const { conversationId, messages } = conversation.state;
  const message = messages.find(m => m.key === key);
  if (!message || !conversationId) throw new ClientError('not_found', 'no such reply');
  record.shareToken();
  conversation.act({ type: 'feedback', key, value });
  try {
    await sendFeedback(client, { messageId: message.id, conversationId, value, reason });
  } catch (error) {
    conversation.act({ type: 'feedback', key, value: message.feedback });
    throw error;
  }
}
