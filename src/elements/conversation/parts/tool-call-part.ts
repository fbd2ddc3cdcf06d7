import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { Lazy } from '../lazy.ts';
import { define } from '../light-element.ts';
import { notice } from '../message/notices.ts';
import { isEnabledByPage } from '../shadow-root.ts';
import type { PartContext, PartRenderer } from './part-renderer.ts';
import { renderToolCall } from './tool-call-view.ts';

/** A tool call: its name and state; its input and output too if the page sets `tool-details`. */
export const toolCallPart: PartRenderer = {
  // Lit could treat an object as a directive and break the whole conversation.
  accepts: part => isToolCallPart(part) && typeof part.state === 'string',
  render: (parts, context) => html`${(parts as ToolCallPart[]).map(call => renderOrConfirm(call, context))}`,
};

/** A call of a page's tool that needs permission asks for it. */
function renderOrConfirm(call: ToolCallPart, context: PartContext): TemplateResult {
  const { strings, requests } = context;
  const withData = isEnabledByPage(context, 'tool-details');
  const request = requests.find(({ callId }) => callId === call.id);
  if (!request) return renderToolCall(call, strings, withData);
  if (!requestCard.module) {
    // The tool does not run: the visitor could not be asked.
    if (withoutCard.has(context)) return notice(strings.loadFailed, againButton(context), nothing, ' error');
    fetchCard(context);
    return renderToolCall({ ...call, state: 'running' }, strings, withData);
  }
  return html`<agent-chat-tool-request .call=${call} .request=${request} .strings=${strings}></agent-chat-tool-request>`;
}

/** Messages whose confirmation card could not be loaded. A button tries again. */
const withoutCard = new WeakSet<PartContext>();

function fetchCard(context: PartContext): void {
  withoutCard.delete(context);
  context.waitFor(requestCard.load().catch(() => withoutCard.add(context)));
}

function againButton(context: PartContext): TemplateResult {
  return html`<button type="button" class="quiet-button" @click=${() => fetchCard(context)}>${context.strings.tryAgain}</button>`;
}

const requestCard = new Lazy(async () => {
  const { AgentChatToolRequest } = await import('../tools/agent-chat-tool-request.ts');
  define('agent-chat-tool-request', AgentChatToolRequest);
  return AgentChatToolRequest;
});
