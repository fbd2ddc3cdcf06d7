import type { CSSResultGroup } from 'lit';
import { css } from '../../css.ts';
import { COLOURS } from '../../default-colours.ts';
import { changeStyles } from './changes.ts';
import { controlStyles, disclosureStyles } from './controls.ts';
import { formStyles } from './form.ts';
import { frameStyles } from './frame.ts';
import { previewStyles } from './preview.ts';
import { toolStyles } from './tools.ts';

/**
 * The design tokens of the panel, with their public `--agent-chat-admin-*` overrides. They follow the page's
 * `color-scheme`. No other file of the panel names a colour.
 */
export const theme = css`
  :host {
    --_accent: var(--agent-chat-admin-accent, light-dark(#4150d8, #a9b4ff));
    --_on-accent: var(--agent-chat-admin-on-accent, light-dark(#fff, #12142b));
    --_accent-soft: color-mix(in oklab, var(--_accent) 10%, var(--_surface));
    --_surface: var(--agent-chat-admin-surface, ${COLOURS.surface});
    --_surface-2: var(--agent-chat-admin-surface-2, ${COLOURS.surface2});
    --_field: var(--agent-chat-admin-field, light-dark(#fff, #121318));
    --_text: var(--agent-chat-admin-text, ${COLOURS.text});
    --_muted: var(--agent-chat-admin-muted, ${COLOURS.muted});
    --_border: var(--agent-chat-admin-border, ${COLOURS.border});
    --_phone: light-dark(#22232b, #4a4c58);
    --_edge: light-dark(#85868f, #71737f);
    --_danger: var(--agent-chat-admin-danger, ${COLOURS.danger});
    --_warn: light-dark(#8a5a00, #ffcf70);
    --_ok: light-dark(#1c6b3a, #8ad8a5);
    --_focus: var(--agent-chat-admin-focus, var(--_accent));
    --_radius: var(--agent-chat-admin-radius, 16px);
    --_radius-s: calc(var(--_radius) * 0.625);
    --_top: var(--agent-chat-admin-top, 0px);
    --_font: var(--agent-chat-admin-font, system-ui, sans-serif);
    --_mono: ui-monospace, monospace;
    --_shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 28px rgb(0 0 0 / 6%);
  }
`;

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
