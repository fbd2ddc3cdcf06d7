import type { CSSResultGroup } from 'lit';
import { theme } from '../theme.ts';
import { changeStyles } from './changes.ts';
import { controlStyles } from './controls.ts';
import { disclosureStyles } from './disclosure.ts';
import { formStyles } from './form.ts';
import { frameStyles } from './frame.ts';
import { previewStyles } from './preview.ts';
import { toolStyles } from './tools.ts';

export const panelStyles: CSSResultGroup = [
  frameStyles,
  theme,
  controlStyles,
  disclosureStyles,
  formStyles,
  changeStyles,
  previewStyles,
  toolStyles,
];
