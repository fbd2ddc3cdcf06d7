import { html, nothing } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { isToolCallPart } from '../../../protocol/message.ts';
import { chevronIcon } from '../icons.ts';
import type { PartRenderer } from './part-renderer.ts';

/** A tool the agent used: its name and state, with what went in and came out behind a disclosure. */
export const toolCallPart: PartRenderer = {
  accepts: isToolCallPart,
  draw: (parts, { strings }) => html`${(parts as ToolCallPart[]).map(call => drawCall(call, strings))}`,
};

function drawCall(call: ToolCallPart, strings: Strings) {
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
