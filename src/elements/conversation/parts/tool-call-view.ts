import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { DECLINED } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { withoutBidiMarks } from '../../../markdown/safe-url.ts';
import { stringify } from '../../../protocol/json.ts';
import type { ToolCallPart } from '../../../protocol/message.ts';
import { chevronIcon } from '../icons.ts';

/**
 * One call: its name and state in one line.
 * @param withData whether the line opens the input and output, which are of no use to most visitors.
 */
export function renderToolCall(call: ToolCallPart, strings: Strings, withData: boolean): TemplateResult {
  const label = labelOf(call, strings);
  if (!withData || (call.input === undefined && outputOf(call) === undefined)) {
    return html`<div part="part-tool-call" class="tool" data-state=${call.state}><span class="dot"></span>${label}</div>`;
  }
  return html`
    <details part="part-tool-call" class="tool" data-state=${call.state}>
      <summary>${chevronIcon}<span class="dot"></span><span>${label}</span></summary>
      ${renderData(strings.toolInput, call.input)} ${renderData(strings.toolOutput, outputOf(call))}
    </details>
  `;
}

function labelOf(call: ToolCallPart, strings: Strings): string {
  if (call.state === 'failed' && call.output === DECLINED) return strings.toolDenied;
  const name = inWords(withoutBidiMarks(call.name));
  if (call.state === 'failed') return strings.toolFailed(name);
  return call.state === 'done' ? strings.toolDone(name) : strings.toolRunning(name);
}

/** An identifier as a person writes it: "track_order" and "trackOrder" are "Track order". */
function inWords(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A refusal is in the label, in the visitor's language. */
function outputOf({ state, output }: ToolCallPart): unknown {
  return state === 'failed' && output === DECLINED ? undefined : output;
}

/** Without direction marks, which could make an account number or an address look different. */
function renderData(label: string, value: unknown) {
  if (value === undefined) return nothing;
  const text = typeof value === 'string' ? value : (stringify(value, 2) ?? '');
  return html`
    <div class="data">
      <div class="label">${label}</div>
      <pre tabindex="0" role="region" aria-label=${label}>${withoutBidiMarks(text)}</pre>
    </div>
  `;
}
