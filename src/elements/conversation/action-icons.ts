import type { TemplateResult } from 'lit';
import { icon } from './icons.ts';

export const copyIcon: TemplateResult = icon(
  'M11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 9 17.5v-6A2.5 2.5 0 0 1 11.5 9zM5.5 15H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v.5',
);
export const markdownIcon: TemplateResult = icon('M3 18V6l5.5 6.5L14 6v12M19 6v11.5M16 14.5l3 3 3-3');
export const doneIcon: TemplateResult = icon('m5 12.5 4.5 4.5L19 7.5');
export const thumbUpIcon: TemplateResult = icon(
  'M7 10.5v9M7 10.5 11 3a2.5 2.5 0 0 1 2.4 3.1l-.8 3.4h5.2a2 2 0 0 1 2 2.5l-1.6 6a2 2 0 0 1-2 1.5H4.5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
);
export const thumbDownIcon: TemplateResult = icon(
  'M17 13.5v-9M17 13.5 13 21a2.5 2.5 0 0 1-2.4-3.1l.8-3.4H6.2a2 2 0 0 1-2-2.5l1.6-6a2 2 0 0 1 2-1.5h11.7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1z',
);
export const downIcon: TemplateResult = icon('M12 5v14M5.5 12.5 12 19l6.5-6.5');
export const editIcon: TemplateResult = icon(
  'm4 20 .8-3.6L16 5.2a2 2 0 0 1 2.8 2.8L7.6 19.2zM14 7.2l2.8 2.8',
);
export const speakerIcon: TemplateResult = icon(
  'M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11',
);
export const silenceIcon: TemplateResult = icon('M6.5 6.5h11v11h-11z');
