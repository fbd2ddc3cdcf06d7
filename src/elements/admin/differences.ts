import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { keyLabel, valueText } from './fields/value-text.ts';
import type { Change } from './setting-changes.ts';

/** One change in words: what it is, both values, and what can be done about it. */
export function renderDifference(
  { key, row, before, after }: Change,
  names: readonly [before: string, after: string],
  strings: AdminStrings,
  action: unknown = '',
): TemplateResult {
  return html`<div class="difference">
    <strong>${keyLabel(key, strings)}</strong> <span>${action}</span>
    <dl>
      <dt>${names[0]}</dt>
      <dd dir="auto">${valueText(before, strings, row)}</dd>
      <dt>${names[1]}</dt>
      <dd dir="auto">${valueText(after, strings, row)}</dd>
    </dl>
  </div>`;
}
