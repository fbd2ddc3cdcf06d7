import type { TemplateResult } from 'lit';
import { html, svg } from 'lit';

/** Drawn in the text's own colour, so they stay visible in any theme and in forced colours. */
export function icon(path: TemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${path}</svg>`;
}

export const sendIcon: TemplateResult = icon(svg`<path d="M12 19V5M5.5 11.5 12 5l6.5 6.5" />`);
export const stopIcon: TemplateResult = icon(
  svg`<rect x="6.5" y="6.5" width="11" height="11" rx="2" fill="currentColor" />`,
);
export const retryIcon: TemplateResult = icon(svg`<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4" />`);
export const moreIcon: TemplateResult = icon(
  svg`<g fill="currentColor" stroke="none"><circle cx="5.5" cy="12" r="1.8" /><circle cx="12" cy="12" r="1.8" /><circle cx="18.5" cy="12" r="1.8" /></g>`,
);
