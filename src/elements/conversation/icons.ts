import type { TemplateResult } from 'lit';
import { html, svg } from 'lit';

/** Drawn in the text's own colour, so they stay visible in any theme and in forced colours. */
function icon(path: TemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${path}</svg>`;
}

export const sendIcon: TemplateResult = icon(svg`<path d="M12 19V5M5.5 11.5 12 5l6.5 6.5" />`);
export const stopIcon: TemplateResult = icon(
  svg`<rect x="6.5" y="6.5" width="11" height="11" rx="2" fill="currentColor" />`,
);
export const chevronIcon: TemplateResult = icon(svg`<path class="chevron" d="m9.5 6.5 5.5 5.5-5.5 5.5" />`);
export const downIcon: TemplateResult = icon(svg`<path d="M12 5v14M5.5 12.5 12 19l6.5-6.5" />`);
export const retryIcon: TemplateResult = icon(svg`<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4h4" />`);
export const copyIcon: TemplateResult = icon(
  svg`<rect x="9" y="9" width="11" height="11" rx="2.5" /><path d="M5.5 15H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v.5" />`,
);
export const markdownIcon: TemplateResult = icon(
  svg`<rect x="2" y="5" width="20" height="14" rx="2.5" /><path d="M6 15V9l3 3.4L12 9v6M17 9v5.5M14.8 12.6 17 15l2.2-2.4" />`,
);
export const doneIcon: TemplateResult = icon(svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`);
export const thumbUpIcon: TemplateResult = icon(
  svg`<path d="M7 10.5v9M7 10.5 11 3a2.5 2.5 0 0 1 2.4 3.1l-.8 3.4h5.2a2 2 0 0 1 2 2.5l-1.6 6a2 2 0 0 1-2 1.5H4.5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z" />`,
);
export const thumbDownIcon: TemplateResult = icon(
  svg`<path d="M17 13.5v-9M17 13.5 13 21a2.5 2.5 0 0 1-2.4-3.1l.8-3.4H6.2a2 2 0 0 1-2-2.5l1.6-6a2 2 0 0 1 2-1.5h11.7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1z" />`,
);
export const editIcon: TemplateResult = icon(
  svg`<path d="m4 20 .8-3.6L16 5.2a2 2 0 0 1 2.8 2.8L7.6 19.2zM14 7.2l2.8 2.8" />`,
);
export const moreIcon: TemplateResult = icon(
  svg`<g fill="currentColor" stroke="none"><circle cx="5.5" cy="12" r="1.8" /><circle cx="12" cy="12" r="1.8" /><circle cx="18.5" cy="12" r="1.8" /></g>`,
);
export const backIcon: TemplateResult = icon(
  svg`<path class="directed" d="M19 12H5M11.5 5.5 5 12l6.5 6.5" />`,
);
export const deleteIcon: TemplateResult = icon(
  svg`<path d="M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.1a2 2 0 0 0 2 1.9h5.4a2 2 0 0 0 2-1.9L17.5 7M10.5 11v5M13.5 11v5" />`,
);
