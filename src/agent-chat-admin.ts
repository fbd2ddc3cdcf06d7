/** Registers `<agent-chat-admin>`. Does nothing when loaded twice or without a DOM. */
import { AgentChatAdmin } from './elements/admin/agent-chat-admin.ts';
import type { AgentChatAdminEvents } from './elements/admin/events.ts';
import type { Listeners } from './elements/agent-chat/attributes.ts';

type PropertyName = 'endpoint' | 'for' | 'lang' | 'token' | 'author';

/** Attributes and listeners of `<agent-chat-admin>` for typed markup such as JSX. `token` and `author` are properties. */
export type AgentChatAdminAttributes = {
  [Name in PropertyName]?: AgentChatAdmin[Name] | undefined;
} & { 'agent-id'?: string | undefined } & Listeners<AgentChatAdminEvents>;

export type { AgentChatAdminEvents };
export { AgentChatAdmin };

if (typeof customElements !== 'undefined' && !customElements.get('agent-chat-admin')) {
  customElements.define('agent-chat-admin', AgentChatAdmin);
}
