import type { TemplateResult } from 'lit';
import { icon } from '../icons.ts';

export const chevronIcon: TemplateResult = icon('m9.5 6.5 5.5 5.5-5.5 5.5');
