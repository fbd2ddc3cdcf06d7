import type { TemplateResult } from 'lit';
import { svg } from 'lit';
import { icon } from '../icons.ts';

export const chevronIcon: TemplateResult = icon(svg`<path class="chevron" d="m9.5 6.5 5.5 5.5-5.5 5.5" />`);
