/** Registers `<agent-chat-admin>`. Loading it twice, or where there is no DOM, does nothing. */
import { AgentChatAdmin } from './elements/admin/agent-chat-admin.ts';

export type { AgentChatAdminAttributes } from './elements/admin/attributes.ts';
export type { AgentChatAdminEvents } from './elements/admin/events.ts';
export { AgentChatAdmin };

if (typeof customElements !== 'undefined' && !customElements.get('agent-chat-admin')) {
  customElements.define('agent-chat-admin', AgentChatAdmin);
}
