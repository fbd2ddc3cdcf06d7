import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { register } from '../register.ts';
import { chevronIcon } from './chevron-icon.ts';
import type { PartContext, PartRenderer } from './part-renderer.ts';

/** A tool the agent used: its name and state, with what went in and came out behind a disclosure. */
export const toolCallPart: PartRenderer = {
  accepts: isToolCallPart,
  draw: (parts, context) => html`${(parts as ToolCallPart[]).map(call => drawOrAsk(call, context))}`,
};

/** A call that waits for a tool of this page is the visitor's to allow. */
function drawOrAsk(call: ToolCallPart, { strings, tools, fresh }: PartContext): TemplateResult {
  const tool = call.state === 'running' ? tools.get(call.name) : undefined;
  if (!tool) return drawToolCall(call, strings);
  void loadRequest();
  return html`<agent-chat-tool-request .call=${call} .tool=${tool} .strings=${strings} .fresh=${fresh}></agent-chat-tool-request>`;
}

/** One call: its name and state, and its data where there is any. */
export function drawToolCall(call: ToolCallPart, strings: Strings): TemplateResult {
  const label = labelOf(call, strings);
  if (call.input === undefined && call.output === undefined) {
    return html`<div part="part-tool-call" class="tool" data-state=${call.state}><span class="dot"></span>${label}</div>`;
  }
  return html`
    <details part="part-tool-call" class="tool" data-state=${call.state}>
      <summary>${chevronIcon}<span class="dot"></span><span>${label}</span></summary>
      ${drawData(strings.toolInput, call.input)} ${drawData(strings.toolOutput, call.output)}
    </details>
  `;
}

function labelOf(call: ToolCallPart, strings: Strings): string {
  if (call.state === 'failed') return strings.toolFailed(call.name);
  return call.state === 'done' ? strings.toolDone(call.name) : strings.toolRunning(call.name);
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

async function loadRequest(): Promise<void> {
  const { AgentChatToolRequest } = await import('../agent-chat-tool-request.ts');
  register('agent-chat-tool-request', AgentChatToolRequest);
}
