import type { TemplateResult } from 'lit';
import { icon } from './icons.ts';

export const backIcon: TemplateResult = icon('M19 12H5M11.5 5.5 5 12l6.5 6.5');
export const deleteIcon: TemplateResult = icon(
  'M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.1a2 2 0 0 0 2 1.9h5.4a2 2 0 0 0 2-1.9L17.5 7M10.5 11v5M13.5 11v5',
);
