import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The composer: a field with its button inside, so that the text has all of a phone's width. */
export const composerStyles: CSSResult = css`
  .composer {
    margin: 0;
    padding: calc(var(--_space) * 0.5) max(calc(var(--_space) * 0.75), 50% - 26em) calc(var(--_space) * 0.75);
  }
  .composer .row {
    display: flex;
    align-items: flex-end;
    border: 1px solid color-mix(in srgb, var(--_text) 48%, var(--_surface));
    border-radius: calc(var(--_radius) * 1.5);
  }
  .composer .row:has(textarea:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .composer textarea {
    all: unset;
    box-sizing: border-box;
    flex: auto;
    min-block-size: 44px;
    max-block-size: min(9.5em, 40dvb);
    scroll-padding-block: 10px;
    /* Centres a single line, half a pixel lower, because capitals look too high otherwise. */
    padding-block: max(10.5px, 22.5px - 0.75em) max(9.5px, 21.5px - 0.75em);
    padding-inline: calc(var(--_space) * 0.875) 4px;
    field-sizing: content;
    line-height: 1.5;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    overflow-y: auto;
    scrollbar-width: thin;
    cursor: text;
  }
  .composer textarea::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .send {
    all: unset;
    box-sizing: border-box;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    /* Centred on the last line for any font size. */
    margin: max(4px, 0.75em - 8px) 4px;
    cursor: pointer;
    border-radius: calc(var(--_radius) * 1.375);
    background-color: var(--_accent);
    color: var(--_on-accent);
  }
  .send[aria-disabled] {
    background-color: color-mix(in srgb, var(--_text) 9%, var(--_surface));
    color: var(--_muted);
    cursor: default;
  }
  .send.stop {
    background-color: var(--_text);
    color: var(--_surface);
  }
  @media (pointer: coarse) {
    .composer textarea {
      min-block-size: 48px;
      padding-block: 12.5px 11.5px;
      /* Below 16px iOS zooms into the page when the field is focused. */
      font-size: max(16px, 1em);
    }
    .send {
      inline-size: 44px;
      block-size: 44px;
      margin: max(2px, 0.75em - 10px) 2px;
      /* The touch target is larger than the icon. */
      border: 3px solid transparent;
      background-clip: padding-box;
    }
  }
  @media (forced-colors: active) {
    .send {
      border: 1px solid ButtonText;
    }
    .send[aria-disabled] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
