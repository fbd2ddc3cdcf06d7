import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { DECLINED } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { Lazy } from '../lazy.ts';
import { register } from '../register.ts';
import { chevronIcon } from './chevron-icon.ts';
import type { PartContext, PartRenderer } from './part-renderer.ts';

/** A tool the agent used: its name and state, with what went in and came out behind a disclosure. */
export const toolCallPart: PartRenderer = {
  accepts: isToolCallPart,
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

/** One call: its name and state, and its data where there is any. */
export function drawToolCall(call: ToolCallPart, strings: Strings): TemplateResult {
  const label = labelOf(call, strings);
  if (call.input === undefined && outputOf(call) === undefined) {
    return html`<div part="part-tool-call" class="tool" data-state=${call.state}><span class="dot"></span>${label}</div>`;
  }
  return html`
    <details part="part-tool-call" class="tool" data-state=${call.state}>
      <summary>${chevronIcon}<span class="dot"></span><span>${label}</span></summary>
      ${drawData(strings.toolInput, call.input)} ${drawData(strings.toolOutput, outputOf(call))}
    </details>
  `;
}

function labelOf(call: ToolCallPart, strings: Strings): string {
  if (call.state === 'failed' && call.output === DECLINED) return strings.toolDenied;
  if (call.state === 'failed') return strings.toolFailed(call.name);
  return call.state === 'done' ? strings.toolDone(call.name) : strings.toolRunning(call.name);
}

/** That nothing was allowed is said in the label, in the reader's language. */
function outputOf({ state, output }: ToolCallPart): unknown {
  return state === 'failed' && output === DECLINED ? undefined : output;
}

function drawData(label: string, value: unknown) {
  if (value === undefined) return nothing;
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
  return html`
    <div class="data">
      <div class="label">${label}</div>
      <pre tabindex="0" role="region" aria-label=${label}>${text}</pre>
    </div>
  `;
}

const requestCard = new Lazy(async () => {
  const { AgentChatToolRequest } = await import('../agent-chat-tool-request.ts');
  register('agent-chat-tool-request', AgentChatToolRequest);
  return AgentChatToolRequest;
});
