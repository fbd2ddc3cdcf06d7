import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { withoutBlanks } from '../blank-entries.ts';
import { icon } from '../icons.ts';
import type { RefusedSetting } from '../refused-setting.ts';
import { sameValue } from '../setting-changes.ts';
import { formFaultText } from './fault-text.ts';
import { rowHint, rowLabel, valueText } from './value-text.ts';

/** What a renderer needs to draw one row of the settings table and to hand back what is typed. */
export interface Field<V = unknown> {
  id: string;
  value: V;
  label: string;
  /** Ids for `aria-describedby`. */
  describedBy: string;
  invalid: boolean;
  /** The entry of a list that the server will not take. */
  refusedEntry: number | undefined;
  strings: AdminStrings;
  edit: (value: unknown) => void;
  /** The field was left. */
  settle: () => void;
}

export interface FieldOptions {
  row: SettingsRow;
  value: unknown;
  saved: unknown;
  /** What the server says against it. */
  against: RefusedSetting | undefined;
  strings: AdminStrings;
  edit: (key: string, value: unknown) => void;
  settle: () => void;
}

/** Where the keyboard goes in a field of any kind. */
const CONTROL = '.control :is([type=radio]:checked, [role=switch], input[id], textarea[id], button[id])';

function fieldId(key: string): string {
  return `field-${key.replaceAll('.', '-')}`;
}

/** Where what is wrong with a field is put right: the part of it that is wrong, or else its first control. */
export function wrongControl(root: ParentNode, key: string): HTMLElement | null {
  const id = fieldId(key);
  return (
    root.querySelector<HTMLElement>(`#${id}[aria-invalid="true"], #${id} [aria-invalid="true"]`) ??
    root.querySelector<HTMLElement>(`.field:has(> #${id}-fault) ${CONTROL}`)
  );
}

/**
 * The frame around every field: name, mark of an unsaved change, way back to the default, the control, its limit
 * and hint, and what is wrong with it.
 */
export function renderField(
  options: FieldOptions,
  control: (field: Field) => TemplateResult,
  limit: string,
  grouped: boolean,
): TemplateResult {
  const { row, value, saved, against, strings } = options;
  const id = fieldId(row.key);
  const label = rowLabel(row, strings);
  const hint = rowHint(row, strings);
  const fault =
    formFaultText(row, value, strings) ?? (against && strings.errors.invalid_request(against.rule));
  const changed = saved !== undefined && !sameValue(saved, withoutBlanks(value));
  const field: Field = {
    id,
    value,
    label,
    describedBy: [...(fault ? [`${id}-fault`] : []), `${id}-hint`, ...(limit ? [`${id}-limit`] : [])].join(
      ' ',
    ),
    invalid: fault !== undefined,
    refusedEntry: against?.entry,
    strings,
    edit: next => options.edit(row.key, next),
    settle: options.settle,
  };
  const name = grouped
    ? html`<span class="label" id="${id}-label">${label}</span>`
    : html`<label class="label" for=${id}>${label}</label>`;
  const isDefault = sameValue(row.default, value);
  return html`<div class="field" part="field" data-kind=${row.kind} ?data-changed=${changed}>
    <div class="field-head">
      ${name}
      ${changed ? html`<span class="mark" title=${strings.form.unsaved}><span class="sr">${strings.form.unsaved}</span></span>` : nothing}
      ${
        isDefault
          ? nothing
          : html`<button
              type="button"
              class="quiet small"
              aria-label=${strings.form.resetField(label)}
              title=${strings.form.defaultIs(valueText(row.default, strings, row))}
              @click=${(event: Event) => {
                const frame = (event.currentTarget as Element).closest('.field')!;
                options.settle();
                options.edit(row.key, row.default);
                options.settle();
                // This button is gone then, and the keyboard's place with it.
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
