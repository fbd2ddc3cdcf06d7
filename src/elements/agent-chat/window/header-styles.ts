import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The window's header with its buttons, and the corner that resizes the window. */
export const headerStyles: CSSResult = css`
  .header {
    flex: none;
    display: flex;
    align-items: center;
    gap: 2px;
    box-sizing: border-box;
    /* With its border: an odd height puts centred items on whole pixels. */
    min-block-size: 61px;
    padding: 8px var(--_space);
    border-block-end: 1px solid var(--_border);
  }

  .avatar {
    flex: none;
    align-content: center;
    overflow: hidden;
    inline-size: 34px;
    block-size: 34px;
    margin-inline-end: 10px;
    border-radius: calc(var(--_radius) * 1.125);
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 15px;
    font-weight: 600;
    text-align: center;
    user-select: none;
  }

  /* Centres the letters themselves, whatever space their font has above and below. */
  .avatar,
  .heading,
  .subtitle {
    text-box: trim-both cap alphabetic;
  }

  .avatar ::slotted(*) {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .titles {
    flex: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
    min-inline-size: 0;
  }

  .subtitle,
  .heading {
    margin: 0;
    /* A name in another script stays beside the avatar. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
    outline: none;
  }

  .heading {
    /* Only horizontally: descenders may leave the box. */
    overflow: clip visible;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 1.067em;
    font-weight: 600;
  }

  .subtitle {
    color: var(--_muted);
    font-size: max(12px, 0.8333em);
    /* Two lines fit without making the header higher. */
    line-height: 1.25;
    overflow-wrap: anywhere;
  }

  .offline::before {
    content: '';
    display: inline-block;
    margin-inline-end: 6px;
    /* A border, because forced colours remove backgrounds. */
    border: 4px solid light-dark(#c77700, #ffb84d);
    border-radius: 50%;
  }

  .header-button {
    all: unset;
    box-sizing: border-box;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    border-radius: var(--_radius-s);
    color: var(--_muted);
    cursor: pointer;
  }

  /* Aligns the last icon, not its wider button, with the messages. */
  .header-button:last-child {
    margin-inline-end: -11px;
  }

  @media (pointer: coarse) {
    .header-button {
      inline-size: 44px;
      block-size: 44px;
    }
    .header-button:last-child {
      margin-inline-end: -15px;
    }
  }

  /* After a touch the pressed button would stay highlighted. */
  @media (hover: hover) {
    .header-button:hover {
      background: var(--_surface-2);
      color: var(--_text);
    }
  }

  .header-button:focus-visible,
  .corner:focus-visible,
  .log:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }

  .window .icon {
    flex: none;
    /* Icons grow with the text size. */
    inline-size: max(18px, 1em);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.9;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .corner {
    all: unset;
    position: absolute;
    inset-block: 0 auto;
    inset-inline: 0 auto;
    inline-size: 24px;
    block-size: 24px;
  }

  dialog > .header,
  .corner {
    touch-action: pinch-zoom;
  }

  [data-place$='start'] > .corner {
    inset-inline: auto 0;
    /* The close button is below the corner and needs its own area. */
    clip-path: inset(0 0 10px);
  }

  [data-place^='top'] > .corner {
    inset-block: auto 0;
    clip-path: none;
  }

  @media (forced-colors: active) {
    .header-button,
    .avatar {
      border: 1px solid ButtonText;
    }
    .header {
      gap: 4px;
    }
  }
`;
