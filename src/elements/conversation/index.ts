/** The conversation: what the window loads when it is first wanted. Registers its inner elements. */
import type { CSSResult } from 'lit';
import { css } from 'lit';
import { AgentChatComposer } from './agent-chat-composer.ts';
import { AgentChatConversation } from './agent-chat-conversation.ts';
import { AgentChatMessage } from './agent-chat-message.ts';
import { register } from './register.ts';
import { composerStyles } from './styles/composer-styles.ts';
import { logStyles } from './styles/log-styles.ts';
import { messageStyles } from './styles/message-styles.ts';
import { simpleStyles } from './styles/simple-markdown-styles.ts';

export type { ScrollMode } from './scroll-follow.ts';
export type { AgentChatConversation };

/** For the shadow root the conversation is put into. What is fetched later brings its own. */
export const conversationStyles: CSSResult = css`${logStyles}${messageStyles}${composerStyles}${simpleStyles}`;

register('agent-chat-message', AgentChatMessage);
register('agent-chat-composer', AgentChatComposer);
register('agent-chat-conversation', AgentChatConversation);

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat-message': AgentChatMessage;
    'agent-chat-composer': AgentChatComposer;
    'agent-chat-conversation': AgentChatConversation;
  }
}
