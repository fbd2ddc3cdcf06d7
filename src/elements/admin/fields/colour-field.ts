import { html, nothing, type TemplateResult } from 'lit';
import type { SettingsRow } from '../../../protocol/settings-rows.ts';
import { type Contrast, measureContrast, toHex } from '../contrast.ts';
import type { Field } from './field.ts';
import { renderCssValue } from './text-field.ts';

/** A colour as text, a picker beside it, and how well it can be read. */
export function renderColour({ css }: SettingsRow, field: Field): TemplateResult {
  const hex = field.invalid ? undefined : toHex(String(field.value));
  return html`<div class="line">
      <input
        type="color"
        aria-label=${field.strings.form.pickColour(field.label)}
        ?data-empty=${hex === undefined}
        .value=${hex ?? '#808080'}
        @input=${(event: Event) => field.edit((event.target as HTMLInputElement).value)}
        @change=${field.settle}
      />
      ${renderCssValue(field)}
    </div>
    ${hex === undefined ? nothing : css === 'accent' ? renderContrast(measureContrast(hex), field) : renderBubble(hex, field)}`;
}

/** A message is read on its own colour, and need not stand out from the window. Before anybody has written, none is in view. */
function renderBubble(hex: string, { strings: { contrast } }: Field): TemplateResult {
  const { text, ink } = measureContrast(hex);
  return html`<p class="contrast bubble" role="status">
    <svg viewBox="0 0 56 30" aria-hidden="true">
      <rect width="56" height="30" rx="12" fill=${hex} />
      <text x="28" y="20" text-anchor="middle" fill=${ink}>Aa</text>
    </svg>
    ${contrast.textOn(round(text))}
  </p>`;
}

function renderContrast({ text, light, dark }: Contrast, { strings: { contrast } }: Field): TemplateResult {
  const least = Math.min(light, dark);
  const verdict = least >= 4.5 ? contrast.good : least >= 3 ? contrast.weak : contrast.poor;
  return html`<p class="contrast" role="status" data-level=${least >= 4.5 ? 'good' : least >= 3 ? 'weak' : 'poor'}>
    <strong>${verdict}</strong>
    ${contrast.textOn(round(text))} · ${contrast.onLight(round(light))} · ${contrast.onDark(round(dark))}
  </p>`;
}

function round(ratio: number): number {
  return Math.floor(ratio * 10) / 10;
}
