import { html, nothing, type TemplateResult } from 'lit';
import type { NumberRow, OptionalNumberRow } from '../../../protocol/settings-rows.ts';
import { asTyped } from './as-typed.ts';
import type { Field } from './field.ts';
import { numberText } from './value-text.ts';

/** Thousands as any language of the panel sets them apart. */
const GROUPED = /^[1-9]\d{0,2}([.,’'٬\s])\d{3}(?:\1\d{3})*$/;

/** What was typed, as a number where it is one; else as it stands, so that nothing typed is lost. */
function typed(text: string, groupSign: string): unknown {
  const plain = text.trim().replace(/[٠-٩۰-۹０-９]/g, digit => String(digit.charCodeAt(0) & 15));
  const sign = GROUPED.exec(plain)?.[1];
  // "1.125" is a little more than one in English and French, and a thousand in German; "1.125.000" is no decimal anywhere.
  const isDecimal = sign !== groupSign && /^\d+[.,]\d+$/.test(plain);
  const trimmed = sign && !isDecimal ? plain.replace(/\D/g, '') : plain.replace(/[,٫．]/, '.');
  const number = Number(trimmed);
  // "1e3" is a slip, and so is "0x10".
  return !/^[-+.\d]+$/.test(trimmed) || Number.isNaN(number) ? text : number;
}

function numberInput(field: Field): TemplateResult {
  const read = (text: string): unknown => typed(text, field.strings.form.groupSign);
  const written = numberText(field.value, field.strings);
  return html`<input
    id=${field.id}
    class="number"
    type="text"
    inputmode="decimal"
    autocomplete="off"
    .value=${asTyped(field.value, written, read)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit(read((event.target as HTMLInputElement).value))}
    @change=${(event: Event) => {
      (event.target as HTMLInputElement).value = written;
      field.settle();
    }}
  />`;
}

/** A number; with a slider beside it where the row says its steps. */
export function renderNumber(row: NumberRow, field: Field): TemplateResult {
  if (row.step === undefined) return numberInput(field);
  return html`<div class="line">
    <input
      type="range"
      aria-label=${field.label}
      aria-describedby=${field.describedBy}
      min=${row.min}
      max=${row.max}
      step=${row.step}
      .value=${String(field.value)}
      @input=${(event: Event) => field.edit((event.target as HTMLInputElement).valueAsNumber)}
      @change=${field.settle}
    />
    ${numberInput(field)}
  </div>`;
}

/** A number that can be switched off. */
export function renderOptionalNumber(row: OptionalNumberRow, field: Field): TemplateResult {
  const on = field.value !== null;
  const toggle = (event: Event): void => {
    field.edit((event.target as HTMLInputElement).checked ? (row.default ?? startingValue(row)) : null);
    field.settle();
  };
  return html`<div class="line">
    ${on ? numberInput(field) : nothing}
    <input
      type="checkbox"
      role="switch"
      aria-label=${field.label}
      aria-describedby=${field.describedBy}
      .checked=${on}
      @change=${toggle}
    />
  </div>`;
}

/** Somewhere useful to start from: in the lower part of the range. */
function startingValue(row: OptionalNumberRow): number {
  return Math.min(row.max, Math.max(row.min, row.max <= 100 ? row.max / 2 : 10));
}
