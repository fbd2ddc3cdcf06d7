import { AgentChat } from '../agent-chat/agent-chat.ts';

/** A widget of the panel's own, for a page that has none to preview in. */
export function makeOwnPreview(endpoint: string, agentId: string): HTMLElement {
  // The page may have brought its own copy meanwhile; the first one serves the page.
  if (!customElements.get('agent-chat')) customElements.define('agent-chat', AgentChat);
  const widget = document.createElement('agent-chat');
  widget.setAttribute('mode', 'inline');
  widget.setAttribute('agent-id', agentId);
  widget.setAttribute('endpoint', endpoint);
  return widget;
}
