import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { Lazy } from '../lazy.ts';
import { register } from '../register.ts';
import type { PartContext, PartRenderer } from './part-renderer.ts';
import { drawToolCall } from './tool-call-view.ts';

/** A tool the agent used: its name and state, with what went in and came out behind a disclosure. */
export const toolCallPart: PartRenderer = {
  // Drawn, what is no text could be taken for something of Lit's own, and the whole conversation would stand still.
  accepts: part => isToolCallPart(part) && typeof part.state === 'string',
  draw: (parts, context) => html`${(parts as ToolCallPart[]).map(call => drawOrAsk(call, context))}`,
};

/** A call that waits for a tool of this page is the visitor's to allow. */
function drawOrAsk(call: ToolCallPart, { strings, requests, fetching }: PartContext): TemplateResult {
  const request = requests.find(({ callId }) => callId === call.id);
  if (!request) return drawToolCall(call, strings);
  if (!requestCard.now) {
    fetching(requestCard.fetch());
    return drawToolCall({ ...call, state: 'running' }, strings);
  }
  return html`<agent-chat-tool-request .call=${call} .request=${request} .strings=${strings}></agent-chat-tool-request>`;
}

const requestCard = new Lazy(async () => {
  const { AgentChatToolRequest } = await import('../agent-chat-tool-request.ts');
  register('agent-chat-tool-request', AgentChatToolRequest);
  return AgentChatToolRequest;
});
