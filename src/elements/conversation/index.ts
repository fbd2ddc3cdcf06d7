/** The conversation, which loads with the window. Defines its inner elements. */
import type { CSSResult } from 'lit';
import { css } from '../css.ts';
import { AgentChatConversation } from './agent-chat-conversation.ts';
import { AgentChatComposer } from './composer/agent-chat-composer.ts';
import { define } from './light-element.ts';
import { AgentChatMessage } from './message/agent-chat-message.ts';
import { composerStyles } from './styles/composer-styles.ts';
import { logStyles } from './styles/log-styles.ts';
import { messageStyles } from './styles/message-styles.ts';
import { simpleStyles } from './styles/simple-markdown-styles.ts';

export type { ScrollMode } from './log/scroll-follow.ts';
export type { AgentChatConversation };

/** Styles for the shadow root around the conversation. Code that loads later brings its own. */
export const conversationStyles: CSSResult = css`${logStyles}${messageStyles}${composerStyles}${simpleStyles}`;

define('agent-chat-message', AgentChatMessage);
define('agent-chat-composer', AgentChatComposer);
define('agent-chat-conversation', AgentChatConversation);

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat-message': AgentChatMessage;
    'agent-chat-composer': AgentChatComposer;
    'agent-chat-conversation': AgentChatConversation;
  }
}
