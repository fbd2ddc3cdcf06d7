import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { isTree } from '../../protocol/settings.ts';
import { featureText, keyLabel, valueText } from './fields/value-text.ts';
import type { Change } from './setting-changes.ts';

/** One change in words: what it is, both values, and what can be done about it. */
export function renderDifference(
  { key, row, before, after }: Change,
  names: readonly [before: string, after: string],
  strings: AdminStrings,
  action: unknown = '',
): TemplateResult {
  const words = (value: unknown): string =>
    isTree(value) ? featureText(key, value, strings) : valueText(value, strings, row);
  const [was, is] = fromWhereTheyPart(words(before), words(after));
  return html`<div class="difference">
    <strong>${keyLabel(key, strings)}</strong> <span>${action}</span>
    <dl>
      <dt>${names[0]}</dt>
      <dd dir="auto">${was}</dd>
      <dt>${names[1]}</dt>
      <dd dir="auto">${is}</dd>
    </dl>
  </div>`;
}

/** Texts that have more than this in common at their start are long enough to part out of view. */
const IN_COMMON = 80;
const LEAD = 30;

/** Only the first lines of a long text are in view: where those are the same, they are left out. */
function fromWhereTheyPart(a: string, b: string): [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at <= IN_COMMON) return [a, b];
  const word = a.indexOf(' ', at - LEAD) + 1;
  let cut = word > 0 && word <= at ? word : at - LEAD;
  // In the middle of a character.
  if (/[\udc00-\udfff]/.test(a[cut]!)) cut--;
  return [`… ${a.slice(cut)}`, `… ${b.slice(cut)}`];
}
