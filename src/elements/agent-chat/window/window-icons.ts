import type { TemplateResult } from 'lit';
import { icon } from '../../conversation/icons.ts';

export const closeIcon: TemplateResult = icon('M6 6l12 12M18 6 6 18');
export const newIcon: TemplateResult = icon(
  'M12 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5M17.5 4.1a1.7 1.7 0 0 1 2.4 2.4L12.5 14l-3 .6.6-3z',
);
export const expandIcon: TemplateResult = icon('M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7');
export const shrinkIcon: TemplateResult = icon('M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7');
