import { html, nothing, type PropertyPart, type TemplateResult } from 'lit';
import { Directive, type DirectiveResult, directive } from 'lit/directive.js';
import type { NumberRow, OptionalNumberRow } from '../../../protocol/settings-rows.ts';
import type { Field } from './field.ts';
import { numberText } from './setting-text.ts';

/** Digits grouped in thousands, in the way of any language of the panel. */
const GROUPED = /^[1-9]\d{0,2}([.,’'٬\s])\d{3}(?:\1\d{3})*$/;

/** @returns the number, or the text itself if it is not one, so that the field keeps it */
function parseNumber(text: string, groupSign: string): unknown {
  const plain = text.trim().replace(/[٠-٩۰-۹０-９]/g, digit => String(digit.charCodeAt(0) & 15));
  const sign = GROUPED.exec(plain)?.[1];
  // "1.125" is between one and two in English and French but over a thousand in German. "1.125.000" is never a decimal.
  const isDecimal = sign !== groupSign && /^\d+[.,]\d+$/.test(plain);
  const trimmed = sign && !isDecimal ? plain.replace(/\D/g, '') : plain.replace(/[,٫．]/, '.');
  const number = Number(trimmed);
  // `Number` accepts "1e3" and "0x10", which are typing errors here.
  return !/^[-+.\d]+$/.test(trimmed) || Number.isNaN(number) ? text : number;
}

function numberInput(field: Field): TemplateResult {
  const read = (text: string): unknown => parseNumber(text, field.strings.form.groupSign);
  const written = numberText(field.value, field.strings);
  return html`<input
    id=${field.id}
    class="number"
    type="text"
    inputmode="decimal"
    autocomplete="off"
    .value=${keepTyped(field.value, written, read)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit(read((event.target as HTMLInputElement).value))}
    @change=${(event: Event) => {
      (event.target as HTMLInputElement).value = written;
      field.commit();
    }}
  />`;
}

/** A number field, with a slider if the row has a `step`. */
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
      @change=${field.commit}
    />
    ${numberInput(field)}
  </div>`;
}

/** A number field with a switch, for a value that can be null. */
export function renderOptionalNumber(row: OptionalNumberRow, field: Field): TemplateResult {
  const on = field.value !== null;
  const toggle = (event: Event): void => {
    field.edit((event.target as HTMLInputElement).checked ? (row.default ?? startingValue(row)) : null);
    field.commit();
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

/** A useful first value in the lower part of the range. */
function startingValue(row: OptionalNumberRow): number {
  return Math.min(row.max, Math.max(row.min, row.max <= 100 ? row.max / 2 : 10));
}

/** Writes the value of a number field, but keeps the text of the user while it means the same value. */
class KeepTyped extends Directive {
  #written = '';

  override render(_value: unknown, written: string, _read: (text: string) => unknown): string {
    return written;
  }

  override update(
    { element }: PropertyPart,
    [value, written, read]: Parameters<KeepTyped['render']>,
  ): string {
    const text = (element as HTMLInputElement).value;
    const isEdited = text !== this.#written;
    this.#written = written;
    // While typing 0.7, "0." means 0. Replaced by "0", the next digit would make it "07".
    return isEdited && read(text) === value ? text : written;
  }
}

export const keepTyped: (...args: Parameters<KeepTyped['render']>) => DirectiveResult = directive(KeepTyped);
