import { type CSSResult, css } from 'lit';
import { textOn } from './colours.ts';

/**
 * How what `SimpleMarkdown` draws looks. No line is made even with those after it: as more arrives, words that somebody
 * reads would jump to another line.
 *
 * `--_ink` is the colour of the text around, for links in a bubble of a colour of its own: those of the surface may not
 * read there. Elsewhere there is none: what is mixed with a colour that nobody gave is no colour.
 */
export const simpleStyles: CSSResult = css`
  :host {
    --_ink: color-mix(in srgb, currentColor 100%, var(--_own-bubble));
    --_code: var(--agent-chat-code-surface, light-dark(#f7f7f9, #101116));
    --_on-code: ${textOn(css`var(--_code)`)};
  }
  .md {
    line-height: 1.55;
    overflow-wrap: anywhere;
  }
  .md > * {
    margin-block: 0 0.75em;
  }
  .md > :last-child {
    margin-block-end: 0;
  }
  .md :is(h1, h2, h3, h4, h5, h6) {
    margin-block: 1.1em 0.4em;
    line-height: 1.25;
    font-size: 1em;
    font-weight: 650;
  }
  .md > :is(h1, h2, h3, h4, h5, h6):first-child {
    margin-block-start: 0;
  }
  .md h1 {
    font-size: 1.3em;
  }
  .md h2 {
    font-size: 1.18em;
  }
  .md h3 {
    font-size: 1.08em;
  }
  .md :is(ul, ol) {
    padding: 0;
  }
  /* On the item, not on the list: each item has the direction of its own text. */
  .md li {
    margin-inline-start: 1.5em;
    margin-block: 0.2em;
    /* Firefox and WebKit begin it where the list does, which may be at the other end. */
    text-align: start;
  }
  .md li::marker {
    color: var(--_ink, var(--_muted));
    font-variant-numeric: tabular-nums;
  }
  .md li > p {
    margin-block: 0.35em;
  }
  .md a {
    color: var(--agent-chat-link, var(--_ink, var(--_focus)));
    text-decoration: underline;
    text-decoration-thickness: from-font;
    text-underline-offset: 0.15em;
    border-radius: 2px;
  }
  .md a:hover {
    text-decoration-thickness: 2px;
  }
  .md a:focus-visible {
    outline: 2px solid var(--_ink, var(--_focus));
    outline-offset: 2px;
  }
  .md code {
    font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
    font-size: 0.9em;
  }
  .md :not(pre) > code {
    padding: 0.1em 0.3em;
    border-radius: calc(var(--_radius-s) / 2);
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
    box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--_on-code) 18%, transparent);
    background: var(--_code);
    color: var(--_on-code);
    /* Seen where a system has colours of its own. */
    outline: 1px solid transparent;
  }
`;
