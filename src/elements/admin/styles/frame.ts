import { css } from '../../css.ts';

/** Layout of the panel: the action bar, notices, the tabs beside or above the open tab. */
export const frameStyles = css`
  :host {
    all: initial;
    color-scheme: inherit;
    display: block;
    direction: inherit;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  /* Said again inside, where no rule of the page reaches: some take from every element what it has. */
  .panel {
    all: initial;
    color-scheme: inherit;
    display: block;
    container-type: inline-size;
    font-family: var(--_font);
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
  }
  /* Of the size that a person has set the browser to, whatever the page makes of its own. */
  .panel > * {
    font-size: 0.9375em;
    line-height: 1.5;
  }
  /* Where Save is, and what is said of it, wherever in a long form the owner is. */
  .head {
    position: sticky;
    inset-block-start: var(--_top);
    z-index: 2;
    background: var(--_surface);
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
  }
  .bar {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 20px;
    border-block-end: 1px solid var(--_border);
  }
  .said {
    max-inline-size: 19em;
    margin-inline-end: 4px;
    font-size: 0.8667em;
    line-height: 1.3;
    color: var(--_muted);
    text-align: end;
  }
  .said[data-accepted] {
    color: var(--_ok);
  }
  .said .glyph {
    margin-inline-end: 4px;
    vertical-align: -0.25em;
  }
  .said:empty {
    position: absolute;
  }
  .bar h2 {
    flex: 1 1 140px;
    min-inline-size: 0;
    margin: 0;
    font-size: 1.1333em;
    line-height: 1.3;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  /* The bar stays in view, and leaves most of it to the form. The whole name stands in its field. */
  .bar h2 bdi {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .bar h2 small {
    display: block;
    font-size: 0.7647em;
    font-weight: 400;
    letter-spacing: 0;
    color: var(--_muted);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .bar .actions {
    flex-wrap: nowrap;
  }
  /* Beside it, what is said may take two lines. */
  .bar .actions:has(.preview-toggle) {
    min-block-size: 3.7em;
  }
  .bar .actions button {
    flex: none;
  }
  .bar .more {
    display: none;
  }
  .bar .menu {
    display: contents;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(192px, max-content) minmax(0, 1fr);
  }
  .body[hidden] {
    display: none;
  }
  [role='tablist'] {
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: 16px 10px;
    background: var(--_surface-2);
    border-inline-end: 1px solid var(--_border);
  }
  [role='tab'] {
    justify-content: flex-start;
    gap: 10px;
    inline-size: 100%;
    padding: 7px 10px;
    border-color: transparent;
    background: none;
    color: var(--_muted);
    text-align: start;
  }
  /* Without the edge of other buttons, which would look more chosen than the chosen tab. */
  [role='tab']:hover:not([aria-selected='true']) {
    color: var(--_text);
    border-color: transparent;
  }
  [role='tab'][aria-selected='true'] {
    color: var(--_text);
    background: var(--_surface);
    border-color: var(--_border);
    /* Bolder, and no wider: the tabs after it stay where they are. */
    -webkit-text-stroke: 0.4px;
  }
  [role='tab'][aria-selected='true'] .glyph {
    color: var(--_accent);
  }
  [role='tab'] .mark {
    margin-inline-start: auto;
  }
  .tabs-gap {
    block-size: 1px;
    margin: 8px 10px;
    background: var(--_border);
  }
  [role='tabpanel'] {
    min-inline-size: 0;
    padding: 22px clamp(16px, 4cqi, 32px) 32px;
  }
  /* What gets the focus must not come to lie under the bars that stay in view. */
  .body :is(button, input, textarea, select, summary, pre[tabindex], .scroll) {
    scroll-margin-block: calc(150px + var(--_top)) 160px;
  }
  /* An empty field has the direction of the language. WebKit needs a placeholder, if only a space, to see that. */
  .panel[dir='rtl'] :is(input, textarea)[dir='auto']:placeholder-shown {
    direction: rtl;
  }
  /* What somebody typed is read in its own direction, and begins where its row or column does. */
  .panel :is(dt, dd, td, th)[dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .sr {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .mark {
    display: inline-block;
    position: relative;
    inline-size: 8px;
    block-size: 8px;
    flex: none;
    border-radius: 50%;
    background: var(--_accent);
  }
  .mark.bad {
    background: var(--_danger);
    border-radius: 2px;
  }
  .panel:is(:lang(ar), :lang(he)) * {
    letter-spacing: 0;
  }
  /* Left is on the left, in any language. */
  .segments.physical {
    direction: ltr;
  }
  .icon[data-mirrored] .glyph:dir(rtl) {
    scale: -1 1;
  }
  .glyph {
    inline-size: 1.2em;
    block-size: 1.2em;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @container (max-width: 38.75em) {
    .body {
      grid-template-columns: minmax(0, 1fr);
    }
    [role='tablist'] {
      flex-flow: row nowrap;
      padding: 8px 10px;
      overflow-x: auto;
      scroll-padding-inline: 40px;
      scrollbar-width: none;
      border-inline-end: 0;
      border-block-end: 1px solid var(--_border);
    }
    [role='tab'] {
      position: relative;
      flex: none;
      inline-size: auto;
      padding: 6px 9px;
      gap: 6px;
    }
    /* In the corner: the tabs after it stay where they are. */
    [role='tab'] .mark {
      position: absolute;
      inset-block-start: 2px;
      inset-inline-end: 2px;
    }
    .tabs-gap {
      flex: none;
      inline-size: 1px;
      block-size: auto;
      margin: 4px;
    }
    .bar {
      flex-wrap: wrap;
      padding: 8px 16px;
    }
    .bar h2 small {
      display: none;
    }
    .bar h2 bdi {
      -webkit-line-clamp: 1;
    }
    /* The name scrolls away, and what is done stays; on a phone that lies on its side nothing does. */
    .head {
      inset-block-start: calc(var(--_top) - 16px - 2.6em - 100 * max(0px, 32em - 100vh));
    }
    .bar .actions {
      flex-wrap: wrap;
      inline-size: 100%;
    }
    .bar .actions > :is(.changes, .said):not(:empty) {
      flex: 1;
      max-inline-size: none;
      margin: 0;
      text-align: start;
    }
    .bar .actions summary {
      margin-inline-start: -8px;
      padding-inline-end: 0;
      gap: 0.4em;
      font-size: 0.8667em;
      line-height: 1.3;
    }
    .bar .actions > .primary {
      margin-inline-start: auto;
    }
  }
  /* One row on a phone: status, preview, menu, Save. The heading is visually hidden, since the first field shows the name. */
  @container (max-width: 30em) {
    .head {
      inset-block-start: calc(var(--_top) - 100 * max(0px, 32em - 100vh));
    }
    .bar h2,
    .preview-toggle > span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    /* As high with one line as with three: Save stays where it is. */
    .bar .actions {
      flex-wrap: nowrap;
      gap: 4px;
      min-block-size: 3.4em;
    }
    .bar .actions > :is(.said, .changes) {
      min-inline-size: 0;
      hyphens: auto;
      overflow-wrap: anywhere;
    }
    .bar .actions summary {
      max-block-size: 3.9em;
      padding: 0;
      margin: 0;
      overflow: hidden;
    }
    .bar .actions > .said:not(:empty) {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
      overflow: hidden;
    }
    .preview-toggle,
    .bar .more {
      display: inline-flex;
      inline-size: 40px;
      padding: 0;
    }
    .bar .more[aria-expanded='false'] + .menu {
      display: none;
    }
    .bar .menu {
      position: absolute;
      inset-block-start: calc(100% - 4px);
      inset-inline-end: 16px;
      z-index: 3;
      display: grid;
      max-inline-size: calc(100% - 32px);
      padding: 6px;
      border: 1px solid var(--_border);
      border-radius: var(--_radius-s);
      background: var(--_surface);
      box-shadow: var(--_shadow);
    }
    .bar .menu button {
      justify-content: flex-start;
      gap: 10px;
      inline-size: 100%;
      min-block-size: 44px;
      padding: 5px 16px 5px 12px;
      color: var(--_text);
    }
    .bar .menu button::after {
      content: attr(aria-label);
    }
    [role='tabpanel'] {
      padding-block-start: 14px;
    }
  }
  /* Too narrow for long words in one row: the status is above the rest. */
  @container (max-width: 17.5em) {
    .bar .actions {
      flex-wrap: wrap;
    }
    .bar .actions > :is(.said, .changes):not(:empty) {
      flex: 0 0 100%;
      block-size: 2.6em;
    }
    .bar .actions > .changes:not(:empty) {
      block-size: 2.25em;
    }
    .bar .actions summary {
      max-block-size: 2.6em;
    }
  }
  @media (forced-colors: active) {
    .mark {
      background: Highlight;
      forced-color-adjust: none;
    }
    [role='tab'][aria-selected='true'] {
      border-color: Highlight;
    }
  }
`;
