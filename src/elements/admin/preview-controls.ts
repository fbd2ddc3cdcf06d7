import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { LANGUAGES } from '../../locales/languages.ts';
import { icon } from './icons.ts';
import type { PreviewView } from './previewer.ts';

/** How the preview is looked at. None of it is saved. */
export function renderPreviewControls(
  view: PreviewView,
  { preview, form }: AdminStrings,
  change: (view: PreviewView) => void,
): TemplateResult {
  const choice = <K extends 'size' | 'scheme'>(
    key: K,
    value: PreviewView[K],
    content: unknown,
  ): TemplateResult =>
    html`<label>
      <input type="radio" name="preview-${key}" .checked=${view[key] === value} @change=${() => change({ ...view, [key]: value })} />
      <span>${content}</span>
    </label>`;
  return html`<section class="preview-controls" part="preview" aria-label=${preview.title}>
    <span class="preview-title"><strong>${preview.title}</strong> <span class="hint">${view.size === 'page' ? preview.pageHint : preview.hint}</span></span>
    <div class="segments" role="radiogroup" aria-label=${preview.size}>
      ${choice('size', 'desktop', html`${icon('desktop')}<span class="sr">${preview.desktop}</span>`)}
      ${choice('size', 'phone', html`${icon('phone')}<span class="sr">${preview.phone}</span>`)}
      ${choice('size', 'page', html`${icon('page')}<span class="sr">${preview.page}</span>`)}
    </div>
    <div class="segments" role="radiogroup" aria-label=${preview.scheme}>
      ${choice('scheme', 'as-set', preview.asSet)} ${choice('scheme', 'light', preview.light)}
      ${choice('scheme', 'dark', preview.dark)}
    </div>
    <select
      aria-label=${preview.language}
      @change=${(event: Event) => change({ ...view, language: (event.target as HTMLSelectElement).value })}
    >
      <option value="" ?selected=${view.language === ''}>${preview.language}${form.colon}${preview.asSet}</option>
      ${Object.keys(LANGUAGES).map(
        language => html`<option value=${language} lang=${language} ?selected=${view.language === language}>
          ${nameOf(language)}
        </option>`,
      )}
    </select>
  </section>`;
}

function nameOf(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
