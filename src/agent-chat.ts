/**
 * Registers `<agent-chat>`. A script tag with a `data-agent-id` also adds the floating widget to the page. Without a DOM,
 * as in server-side rendering, the import does nothing.
 */
// Before Lit, which the next import loads.
import './elements/agent-chat/trusted-types.ts';

import { AgentChat } from './elements/agent-chat/agent-chat.ts';
import { createFromScriptTags, endpointOf } from './elements/agent-chat/script-tag.ts';
import { restoreCreatePolicy } from './elements/agent-chat/trusted-types.ts';

restoreCreatePolicy();
AgentChat.defaultEndpoint = endpointOf(import.meta.url);
// If another copy or version of this script has run before, its element stays in use.
if (typeof customElements !== 'undefined' && !customElements.get('agent-chat')) {
  customElements.define('agent-chat', AgentChat);
}
createFromScriptTags(import.meta.url);

export type { ClientTool } from './client/index.ts';
export type {
  AgentChatAttributes,
  AgentChatProperties,
} from './elements/agent-chat/attributes.ts';
export type { AgentChatEvents, OpenReason } from './elements/agent-chat/events.ts';
export type { AgentChatQueue } from './elements/agent-chat/page/call-queue.ts';
export type { PagePartRenderer as PartRenderer } from './elements/conversation/parts/part-renderer.ts';
export { AgentChat };
