import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { isTree } from '../../protocol/settings.ts';
import type { AdminSession } from './session/session.ts';
import { type Change, overlaps, valueAt } from './session/setting-changes.ts';
import { featureText, keyLabel, valueText } from './settings/setting-text.ts';

/** A changed setting with both values and an action. */
export function renderDifference(
  { key, row, before, after }: Change,
  names: readonly [before: string, after: string],
  strings: AdminStrings,
  action: unknown = '',
): TemplateResult {
  const words = (value: unknown): string =>
    isTree(value) ? featureText(key, value, strings) : valueText(value, strings, row);
  const [was, is] = trimCommonStart(words(before), words(after));
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

/** Only the first lines of a value are visible. With a longer common start than this, the difference could be hidden. */
const COMMON_MIN = 80;
const LEAD = 30;

/** Cuts a long common start from two texts, down to `LEAD` characters before the first difference. */
function trimCommonStart(a: string, b: string): [string, string] {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at <= COMMON_MIN) return [a, b];
  const word = a.indexOf(' ', at - LEAD) + 1;
  let cut = word > 0 && word <= at ? word : at - LEAD;
  // Not between the halves of a surrogate pair.
  if (/[\udc00-\udfff]/.test(a[cut]!)) cut--;
  return [`… ${a.slice(cut)}`, `… ${b.slice(cut)}`];
}

/** Both versions side by side. The owner chooses where both sides changed the same setting. */
export function renderConflict(session: AdminSession, strings: AdminStrings): TemplateResult {
  const { saving } = strings;
  const { conflict, draft } = session;
  if (!conflict || !draft) return html``;
  const mine = draft.changes;
  const resolve = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = new FormData(event.target as HTMLFormElement);
    const root = (event.target as HTMLElement).getRootNode() as ShadowRoot;
    session.resolve(conflict.contested.filter(key => chosen.get(key) === 'theirs'));
    root.querySelector<HTMLElement>('.bar .primary')!.focus();
  };
  return html`<form class="conflict" aria-labelledby="conflict-title" @submit=${resolve}>
    <h3 id="conflict-title" tabindex="-1">${saving.conflictTitle}</h3>
    <p class="lead">${saving.conflictText}</p>
    ${repeat(
      mine.filter(change => conflict.contested.includes(change.key)),
      change => change.key,
      change =>
        renderDifference(
          {
            ...change,
            before: valueAt(conflict.record.settings, change.key) ?? null,
          },
          [saving.theirChange, saving.yourChange],
          strings,
          choice(change.key, strings),
        ),
    )}
    ${conflict.theirs
      .filter(change => !mine.some(own => overlaps(own.key, change.key)))
      .map(change => renderDifference(change, [saving.was, saving.theirChange], strings))}
    <button class="primary">${saving.continue}</button>
  </form>`;
}

function choice(key: string, strings: AdminStrings): TemplateResult {
  const { saving } = strings;
  return html`<span class="segments" role="radiogroup" aria-label=${keyLabel(key, strings)}>
    <label><input type="radio" name=${key} value="mine" checked /><span>${saving.keepMine}</span></label>
    <label><input type="radio" name=${key} value="theirs" /><span>${saving.takeTheirs}</span></label>
  </span>`;
}
