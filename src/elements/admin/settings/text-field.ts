import { html, nothing, type TemplateResult } from 'lit';
import type { Field } from './field.ts';

const FONTS = ['system-ui, sans-serif', 'Georgia, serif', 'Verdana, sans-serif', 'ui-monospace, monospace'];

export function renderText(field: Field): TemplateResult {
  return html`<input
    id=${field.id}
    type="text"
    autocomplete="off"
    dir="auto"
    placeholder=" "
    .value=${String(field.value)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit((event.target as HTMLInputElement).value)}
    @change=${field.commit}
  />`;
}

export function renderLongText(field: Field): TemplateResult {
  return html`<textarea
    id=${field.id}
    rows="8"
    dir="auto"
    placeholder=" "
    .value=${String(field.value)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit((event.target as HTMLTextAreaElement).value)}
    @change=${field.commit}
  ></textarea>`;
}

export function renderFont(field: Field): TemplateResult {
  const list = `${field.id}-fonts`;
  return html`${renderCssValue(field, list)}
    <datalist id=${list}>${FONTS.map(font => html`<option value=${font}></option>`)}</datalist>`;
}

/** A CSS value reads from left to right; the placeholder has the direction of the panel. */
export function renderCssValue(field: Field, list?: string): TemplateResult {
  const value = String(field.value);
  return html`<input
    id=${field.id}
    type="text"
    list=${list ?? nothing}
    autocomplete="off"
    dir=${value === '' ? nothing : 'ltr'}
    spellcheck="false"
    placeholder=${field.strings.form.fromTheme}
    .value=${value}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit((event.target as HTMLInputElement).value.trim())}
    @change=${field.commit}
  />`;
}
