import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The last block of text, unless its own last block has the end of the text. */
const END = css`:is(p, li, h1, h2, h3, h4, h5, h6):last-child:not(:has(> :is(p, ul, ol, blockquote, div)))::after`;
/** What contains the last block. One `:not()` for all depths would be shorter, but WebKit forgets to update it. */
const LAST = css`:is(ul, ol, li, blockquote, .md):last-child`;

/** A caret at the end of a growing text, and the change from the moving dots to the text. */
export const streamingStyles: CSSResult = css`
  /*
   * At the end of the innermost last block. It takes no space: at the end of a line it
   * would go to a line of its own. An inline box, because a block that moves with the text would be a layout shift. A
   * border, which forced colours keep; and no text that could be read out.
   */
  .running:not(:has(> .notice)) .text {
    & > ${END},
    & > ${LAST} > ${END},
    & > ${LAST} > ${LAST} > ${END},
    & > ${LAST} > ${LAST} > ${LAST} > ${END},
    & > ${LAST} > ${LAST} > ${LAST} > ${LAST} > ${END},
    & > ${LAST} > ${LAST} > ${LAST} > ${LAST} > ${LAST} > ${END} {
      content: '';
      position: relative;
      inset-inline-start: 0.6em;
      margin-inline-start: -0.4em;
      border-inline-start: 0.4em solid color-mix(in srgb, currentColor 45%, transparent);
      border-radius: 2px;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    /* Only in the first block: further ones would begin to blink again. */
    .running .text.md > p:only-child::after {
      animation: agent-chat-blink 1s steps(2, jump-none) 4;
    }
    @keyframes agent-chat-blink {
      to {
        opacity: 0;
      }
    }
    .running .text:not(:has(> .thinking)) {
      animation: agent-chat-fade 0.12s;
    }
    /* The dots, which have left already, fade out in their place. */
    .running .bubble:not(:has(.thinking))::before {
      content: '';
      position: absolute;
      inline-size: 30px;
      block-size: 1lh;
      background: radial-gradient(circle at 3px, currentColor 2.5px, transparent 3px) 0 / 12px;
      opacity: 0;
      pointer-events: none;
      animation: agent-chat-fade 0.12s reverse;
    }
    @keyframes agent-chat-fade {
      from {
        opacity: 0;
      }
      to {
        opacity: 1;
      }
    }
  }
`;
