import { type CSSResult, css } from 'lit';
import { textOn } from './text-on.ts';

/**
 * Colours of what is in a bubble and is not its text. `--_ink` is the colour of the text around, for links and quotes
 * in a bubble of a colour of its own: those of the surface may not read there. Elsewhere there is none: what is mixed
 * with a colour that nobody gave is no colour.
 */
export const inkStyles: CSSResult = css`
  :host {
    --_ink: color-mix(in srgb, currentColor 100%, var(--_own-bubble));
    --_code: var(--agent-chat-code-surface, light-dark(#f7f7f9, #101116));
    --_on-code: ${textOn(css`var(--_code)`)};
  }
  /* Lines in the text's own colour: as quiet on a bubble of any colour. */
  @media not (prefers-contrast: more) {
    .bubble {
      --_border: var(--agent-chat-border, color-mix(in srgb, currentColor 15%, transparent));
    }
  }
`;
