import { html, type TemplateResult } from 'lit';
import type { ChoiceRow } from '../../../protocol/settings-rows.ts';
import type { Field } from './field.ts';

/** Radio buttons that look like one segmented bar. */
export function renderChoice(row: ChoiceRow, field: Field): TemplateResult {
  return html`<div
    class=${row.options.includes('left') ? 'segments physical' : 'segments'}
    role="radiogroup"
    id=${field.id}
    aria-labelledby="${field.id}-label"
    aria-describedby=${field.describedBy}
  >
    ${row.options.map(
      option => html`<label>
        <input
          type="radio"
          name=${field.id}
          value=${option}
          .checked=${field.value === option}
          @change=${() => {
            field.edit(option);
            field.commit();
          }}
        /><span>${field.strings.options[option] ?? option}</span>
      </label>`,
    )}
  </div>`;
}

export function renderSwitch(field: Field): TemplateResult {
  return html`<div class="line">
    <input
      id=${field.id}
      type="checkbox"
      role="switch"
      .checked=${field.value === true}
      aria-describedby=${field.describedBy}
      @change=${(event: Event) => {
        field.edit((event.target as HTMLInputElement).checked);
        field.commit();
      }}
    />
  </div>`;
}
