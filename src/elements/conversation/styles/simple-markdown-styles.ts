import type { CSSResult } from 'lit';
import { css } from '../../css.ts';
import { textOn } from './colours.ts';

/**
 * Styles of what `SimpleMarkdown` renders. Lines are not balanced: when more text arrives, words that somebody is
 * reading would jump to another line.
 *
 * `--_ink` is the text colour of a bubble with its own colour, for the links in it: the link colour of the surface
 * may be unreadable there. Elsewhere it is not set, so a mix with it is invalid and the fallback applies.
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
  /* These scripts have no italics. Chromium does not know a list in :lang(). */
  .md em:is(:lang(zh), :lang(ja), :lang(ko)) {
    font-style: normal;
    text-emphasis: filled dot;
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
  /* On the item, not on the list, because each item has the direction of its own text. */
  .md li {
    margin-inline-start: 1.5em;
    margin-block: 0.2em;
    /* Firefox and WebKit align it with the list, which may have the other direction. */
    text-align: start;
  }
  .md li > p {
    margin-block: 0.35em;
  }
  .md a {
    color: var(--agent-chat-link, var(--_ink, var(--_focus)));
    text-decoration: underline;
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
  }
  .plain .md :not(pre) > code {
    box-shadow: none;
    background: color-mix(in srgb, currentColor 7%, transparent);
    color: inherit;
  }
`;
