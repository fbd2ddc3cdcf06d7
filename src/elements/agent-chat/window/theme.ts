import type { CSSResult } from 'lit';
import { textOn } from '../../conversation/styles/colours.ts';
import { css } from '../../css.ts';
import { COLOURS } from '../../default-colours.ts';

/** The visible colour of one that is partly transparent: blended with the light or dark surface of the window. */
function compositeOnSurface(colour: CSSResult): CSSResult {
  const on = (surface: CSSResult): CSSResult =>
    css`color(from ${colour} srgb calc(${surface} + (r - ${surface})*alpha) calc(${surface} + (g - ${surface})*alpha) calc(${surface} + (b - ${surface})*alpha) / 1)`;
  return css`light-dark(${on(css`1`)}, ${on(css`.094`)})`;
}

/** The brand colour, darkened or lightened until it is readable as text on the surface. */
const READABLE_ACCENT = css`light-dark(
  oklch(from var(--_accent) min(l, 0.48) min(c, 0.2) h),
  oklch(from var(--_accent) max(l, 0.76) min(c, 0.13) h)
)`;

/**
 * All tokens of the inner styles, `--_name`. Each takes the page's `--agent-chat-name` first, then the value from the
 * settings (`--_given-name`), then the default: the page's CSS always wins.
 */
export const theme: CSSResult = css`
  :host {
    --_surface: var(--agent-chat-surface, ${COLOURS.surface});
    --_text: var(--agent-chat-text, ${COLOURS.text});
    --_focus: var(--agent-chat-focus, ${READABLE_ACCENT});
    --_surface-2: var(--agent-chat-surface-2, ${COLOURS.surface2});
    --_muted: var(--agent-chat-muted, ${COLOURS.muted});
    --_border: var(--agent-chat-border, ${COLOURS.border});
    --_on-accent: var(--agent-chat-on-accent, ${textOn(compositeOnSurface(css`var(--_accent)`))});
    --_user-bubble: var(--agent-chat-user-bubble, var(--_given-user-bubble, var(--_accent)));
    --_on-user-bubble: var(--agent-chat-on-user-bubble, ${textOn(compositeOnSurface(css`var(--_user-bubble)`))});
    --_own-bubble: var(--agent-chat-agent-bubble, var(--_given-agent-bubble));
    --_agent-bubble: var(--_own-bubble, var(--_surface-2));
    --_on-agent-bubble: var(--agent-chat-on-agent-bubble, ${textOn(compositeOnSurface(css`var(--_agent-bubble)`))});
    --_danger: var(--agent-chat-danger, ${COLOURS.danger});
    --_radius: var(--agent-chat-radius, var(--_given-radius, 16px));
    --_radius-s: calc(var(--_radius) * 0.625);
    --_space: var(--agent-chat-space, var(--_given-space, 16px));
    --_shadow: var(
      --agent-chat-shadow,
      0 0 0 1px light-dark(rgb(20 22 40 / 7%), rgb(255 255 255 / 9%)),
      0 4px 12px rgb(20 22 40 / 6%),
      0 24px 64px -8px rgb(20 22 40 / 22%)
    );
  }

  [hidden] {
    display: none !important;
  }
`;
