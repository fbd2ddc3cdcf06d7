import { Conversation } from '../../../client/conversation/conversation.ts';
import type { ConversationOptions } from '../../../client/index.ts';
import { type AgentClientOptions, asPersist } from '../../../client/index.ts';
import { AgentClient } from '../../../client/transport/agent-client.ts';
import type { WindowOwner } from '../window-contract.ts';
import { propertyOrAttribute } from './property-or-attribute.ts';
import { hasAgreed } from './stored-consent.ts';

/** Whom the visitor talks to, as whom, and where that is kept. Another configuration is another conversation. */
export interface ConversationConfig extends Omit<ConversationOptions, 'client'> {
  client: AgentClientOptions;
}

export function conversationConfig(owner: WindowOwner): ConversationConfig {
  const { address: endpoint, agentId, userId, userHash } = owner;
  const timeToLive = Number(propertyOrAttribute(owner, 'timeToLive', 'time-to-live'));
  return {
    client: {
      endpoint,
      agentId,
      ...(userId && { userId }),
      ...(userHash && { userHash }),
      // Read when it is wanted, and no part of who the visitor is.
      botToken: () => owner.botToken,
    },
    // Nothing is kept before the visitor has agreed to what the page asks.
    persist: hasAgreed(owner) ? asPersist(propertyOrAttribute(owner, 'persist')) : 'none',
    ...(timeToLive > 0 && { timeToLive }),
  };
}

/** @param before the one it takes the place of: who only signs in meanwhile goes on with what has been typed. */
export function openConversation(config: ConversationConfig, before: Conversation | undefined): Conversation {
  const { agentId, userId } = config.client;
  const was = before?.client;
  const typed = was?.agentId === agentId && (was.userId ?? userId) === userId && before?.draft;
  const conversation = new Conversation({ ...config, client: new AgentClient(config.client) });
  if (typed) conversation.draft ||= typed;
  return conversation;
}
