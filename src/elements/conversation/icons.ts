import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';

/** An icon in the colour of the text, so that it is visible in any theme and in forced colours. */
export function icon(path: string, width?: number): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} stroke-width=${width ?? nothing} /></svg>`;
}

export const sendIcon: TemplateResult = icon('M12 19V5M5.5 11.5 12 5l6.5 6.5');
export const stopIcon: TemplateResult = icon('M8.5 8.5h7v7h-7zM12 9v6', 6);
export const retryIcon: TemplateResult = icon('M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4');
export const moreIcon: TemplateResult = icon('M5.5 12h.01M12 12h.01M18.5 12h.01', 3.6);
export const chevronIcon: TemplateResult = icon('m9.5 6.5 5.5 5.5-5.5 5.5');
