import { html, nothing, svg, type TemplateResult } from 'lit';
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
        /><span>${renderMiniature(row.key, option)}${field.strings.options[option] ?? option}</span>
      </label>`,
    )}
  </div>`;
}

/** Radius of the corners and space between lines, in a drawing of 40 × 28 pixels. */
const RADIUS: Record<string, number> = { none: 0, small: 4, medium: 8, large: 12 };
const SPACE: Record<string, number> = { compact: 5, normal: 7, spacious: 9 };

/** A drawing of what an option of corners or density looks like. */
function renderMiniature(key: string, option: string): TemplateResult | typeof nothing {
  if (key === 'styles.radius')
    return html`<svg class="miniature" viewBox="0 0 40 28" aria-hidden="true"
      >${svg`<rect x="4" y="3" width="32" height="22" rx=${RADIUS[option] ?? 8} />`}</svg>`;
  if (key !== 'styles.density') return nothing;
  const space = SPACE[option] ?? 7;
  return html`<svg class="miniature" viewBox="0 0 40 28" aria-hidden="true"
    >${[-1, 0, 1].map(line => svg`<path d=${`M8 ${14 + line * space}h${line === 1 ? 15 : 24}`} />`)}</svg>`;
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
