/**
 * Registers `<agent-chat>`. Loaded by a script tag with a `data-agent-id` it also puts the floating widget on the
 * page. Importing it without a DOM (server-side rendering) does nothing.
 */
import { AgentChat } from './elements/agent-chat/agent-chat.ts';
import { createFromScriptTags, endpointOf } from './elements/agent-chat/script-tag.ts';

AgentChat.defaultEndpoint = endpointOf(import.meta.url);
// Another copy or version of this script may have been here before; the first one serves the page.
if (typeof customElements !== 'undefined' && !customElements.get('agent-chat')) {
  customElements.define('agent-chat', AgentChat);
}
createFromScriptTags(import.meta.url);

export type { ClientTool } from './client/index.ts';
export type {
  AgentChatAttributes,
  GivenProperties as AgentChatProperties,
} from './elements/agent-chat/attributes.ts';
export type { AgentChatEvents, OpenReason } from './elements/agent-chat/events.ts';
export type { AgentChatQueue } from './elements/agent-chat/window/call-queue.ts';
export type { PagePartRenderer as PartRenderer } from './elements/conversation/parts/part-renderer.ts';
export { AgentChat };
