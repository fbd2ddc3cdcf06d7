import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { Lazy } from '../lazy.ts';
import { define } from '../light-element.ts';
import { notice } from '../message/notices.ts';
import type { PartContext, PartRenderer } from './part-renderer.ts';
import { drawToolCall } from './tool-call-view.ts';

/** A tool the agent used: its name and state, with what went in and came out behind a disclosure. */
export const toolCallPart: PartRenderer = {
  // Drawn, what is no text could be taken for something of Lit's own, and the whole conversation would stand still.
  accepts: part => isToolCallPart(part) && typeof part.state === 'string',
  draw: (parts, context) => html`${(parts as ToolCallPart[]).map(call => drawOrAsk(call, context))}`,
};

/** A call that waits for a tool of this page is the visitor's to allow. */
function drawOrAsk(call: ToolCallPart, context: PartContext): TemplateResult {
  const { strings, requests } = context;
  const request = requests.find(({ callId }) => callId === call.id);
  if (!request) return drawToolCall(call, strings);
  if (!requestCard.now) {
    // Nothing runs, and nobody was asked.
    if (withoutCard.has(context)) return notice(strings.loadFailed, againButton(context), ' error');
    fetchCard(context);
    return drawToolCall({ ...call, state: 'running' }, strings);
  }
  return html`<agent-chat-tool-request .call=${call} .request=${request} .strings=${strings}></agent-chat-tool-request>`;
}

/** The messages whose card could not be fetched: whoever wants it presses. */
const withoutCard = new WeakSet<PartContext>();

function fetchCard(context: PartContext): void {
  withoutCard.delete(context);
  context.fetching(requestCard.fetch().catch(() => withoutCard.add(context)));
}

function againButton(context: PartContext): TemplateResult {
  return html`<button type="button" class="quiet-button" @click=${() => fetchCard(context)}>${context.strings.tryAgain}</button>`;
}

const requestCard = new Lazy(async () => {
  const { AgentChatToolRequest } = await import('../tools/agent-chat-tool-request.ts');
  define('agent-chat-tool-request', AgentChatToolRequest);
  return AgentChatToolRequest;
});
