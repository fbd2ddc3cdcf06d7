import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { renderDifference } from './differences.ts';
import { keyLabel } from './fields/value-text.ts';
import type { AdminSession } from './session.ts';
import { touchSame, valueAt } from './setting-changes.ts';

/** Both versions side by side. What only they changed is taken; what both changed, the owner chooses. */
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
      .filter(change => !mine.some(own => touchSame(own.key, change.key)))
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
