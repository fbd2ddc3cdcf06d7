import { html, nothing, type TemplateResult } from 'lit';
import type { Field } from './field.ts';

const FONTS = ['system-ui, sans-serif', 'Georgia, serif', 'Verdana, sans-serif', 'ui-monospace, monospace'];

export function renderText(field: Field): TemplateResult {
  return html`<input
    id=${field.id}
    type="text"
    autocomplete="off"
    dir="auto"
    .value=${String(field.value)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit((event.target as HTMLInputElement).value)}
    @change=${field.settle}
  />`;
}

export function renderLongText(field: Field): TemplateResult {
  return html`<textarea
    id=${field.id}
    rows="8"
    dir="auto"
    .value=${String(field.value)}
    aria-describedby=${field.describedBy}
    aria-invalid=${field.invalid}
    @input=${(event: Event) => field.edit((event.target as HTMLTextAreaElement).value)}
    @change=${field.settle}
  ></textarea>`;
}

export function renderFont(field: Field): TemplateResult {
  const list = `${field.id}-fonts`;
  return html`${renderCssValue(field, list)}
    <datalist id=${list}>${FONTS.map(font => html`<option value=${font}></option>`)}</datalist>`;
}

/** What it says is the style sheet's language, read from left to right; what it says while empty is the panel's. */
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
    @change=${field.settle}
  />`;
}
