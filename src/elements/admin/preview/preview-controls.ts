import { html, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { LANGUAGES } from '../../../locales/languages.ts';
import { icon } from '../icons.ts';
import type { PreviewView } from './previewer.ts';

/** How the preview is shown. None of it is saved. */
export function renderPreviewControls(
  view: PreviewView,
  { preview, form }: AdminStrings,
  change: (view: PreviewView) => void,
): TemplateResult {
  const renderChoice = <K extends 'size' | 'scheme'>(
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
      ${renderChoice('size', 'desktop', html`${icon('desktop')}<span class="sr">${preview.desktop}</span>`)}
      ${renderChoice('size', 'phone', html`${icon('phone')}<span class="sr">${preview.phone}</span>`)}
      ${renderChoice('size', 'page', html`${icon('page')}<span class="sr">${preview.page}</span>`)}
    </div>
    <div class="segments" role="radiogroup" aria-label=${preview.scheme}>
      ${renderChoice('scheme', 'as-set', preview.asSet)} ${renderChoice('scheme', 'light', preview.light)}
      ${renderChoice('scheme', 'dark', preview.dark)}
    </div>
    <select
      aria-label=${preview.language}
      @change=${(event: Event) => change({ ...view, language: (event.target as HTMLSelectElement).value })}
    >
      <option value="" ?selected=${view.language === ''}>${preview.language}${form.colon}${preview.asSet}</option>
      ${LANGUAGES.map(
        code => html`<option value=${code} lang=${code} ?selected=${view.language === code}>
          ${nativeName(code)}
        </option>`,
      )}
    </select>
  </section>`;
}

/** The name of a language in that language. */
function nativeName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
