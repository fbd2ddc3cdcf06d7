import { type CSSResult, css } from 'lit';

/** Lines in a bubble are in its text's own colour: as quiet on a bubble of any colour. */
export const bubbleLines: CSSResult = css`
  @media not (prefers-contrast: more) {
    .bubble {
      --_border: var(--agent-chat-border, color-mix(in srgb, currentColor 15%, transparent));
    }
  }
`;
