import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { icon } from '../icons.ts';
import type { RefusedSetting } from '../session/session.ts';
import { sameValue, withoutBlanks } from '../session/setting-changes.ts';
import { rowHint, rowLabel, validationMessage, valueText } from './setting-text.ts';

/** What the control of one setting renders from, and how it reports input. */
export interface Field<V = unknown> {
  id: string;
  value: V;
  label: string;
  /** Ids for `aria-describedby`. */
  describedBy: string;
  invalid: boolean;
  /** Index of the list entry that the server refused. */
  refusedEntry: number | undefined;
  strings: AdminStrings;
  /** The setting that other colours follow. */
  buttonColour: string;
  edit: (value: unknown) => void;
  /** Ends the undo step, as when the field loses the focus. */
  commit: () => void;
}

export interface FieldOptions {
  row: SettingsRow;
  /** The id of a field that is part of an entry. Such a field has no mark and no reset button of its own. */
  entryId?: string;
  /** Part of an entry that nobody has typed anything into: nothing is missing yet. */
  untouched?: boolean;
  value: unknown;
  saved: unknown;
  /** Set if the server refused this value. */
  refused: RefusedSetting | undefined;
  strings: AdminStrings;
  /** The setting that other colours follow; empty for the default. */
  buttonColour?: string;
  edit: (key: string, value: unknown) => void;
  commit: () => void;
}

/** The control to focus in a field of any kind. */
const CONTROL = '.control :is([type=radio]:checked, [role=switch], input[id], textarea[id], button[id])';

function fieldId(key: string): string {
  return `field-${key.replaceAll('.', '-')}`;
}

/** The invalid control of a field, or else its first control. */
export function invalidControl(root: ParentNode, key: string): HTMLElement | null {
  const id = fieldId(key);
  return (
    root.querySelector<HTMLElement>(`#${id}[aria-invalid="true"], #${id} [aria-invalid="true"]`) ??
    root.querySelector<HTMLElement>(`.field:has(> #${id}-fault) ${CONTROL}`)
  );
}

/** Renders a field: label, mark of an unsaved change, reset button, hint, control, error and limit. */
export function renderField(
  options: FieldOptions,
  control: (field: Field) => TemplateResult,
  limit: string,
  grouped: boolean,
): TemplateResult {
  const { row, value, saved, refused, strings } = options;
  const id = options.entryId ?? fieldId(row.key);
  const label = rowLabel(row, strings);
  const hint = rowHint(row, strings);
  const fault = options.untouched
    ? undefined
    : (validationMessage(row, value, strings) ?? (refused && strings.errors.invalid_request(refused.rule)));
  const changed = saved !== undefined && !sameValue(saved, withoutBlanks(value, row));
  const field: Field = {
    id,
    value,
    label,
    describedBy: [...(fault ? [`${id}-fault`] : []), `${id}-hint`, ...(limit ? [`${id}-limit`] : [])].join(
      ' ',
    ),
    invalid: fault !== undefined,
    refusedEntry: refused?.entry,
    strings,
    buttonColour: options.buttonColour ?? '',
    edit: next => options.edit(row.key, next),
    commit: options.commit,
  };
  const name = grouped
    ? html`<span class="label" id="${id}-label">${label}</span>`
    : html`<label class="label" for=${id}>${label}</label>`;
  const hasReset = options.entryId === undefined && !sameValue(row.default, value);
  return html`<div class="field" part="field" data-kind=${row.kind} ?data-changed=${changed}>
    <div class="field-head">
      ${name}
      ${changed ? html`<span class="mark" title=${strings.form.unsaved}><span class="sr">${strings.form.unsaved}</span></span>` : nothing}
      ${
        !hasReset
          ? nothing
          : html`<button
              type="button"
              class="quiet small"
              aria-label=${strings.form.resetField(label)}
              title=${strings.form.defaultIs(valueText(row.default, strings, row))}
              @click=${(event: Event) => {
                const frame = (event.currentTarget as Element).closest('.field')!;
                options.commit();
                options.edit(row.key, row.default);
                options.commit();
                // The next render removes this button, which has the focus.
                requestAnimationFrame(() => frame.querySelector<HTMLElement>(CONTROL)?.focus());
              }}
            >${icon('reset')} <span>${strings.form.reset}</span></button>`
      }
    </div>
    <p class="hint" id="${id}-hint">${hint ?? nothing}</p>
    <div class="control">${control(field)}</div>
    ${fault ? html`<p class="fault" id="${id}-fault">${icon('alert')} ${fault}</p>` : nothing}
    ${limit ? html`<p class="limit" id="${id}-limit">${limit}</p>` : nothing}
  </div>`;
}
