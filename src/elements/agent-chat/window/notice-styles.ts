import { type CSSResult, css } from 'lit';
import { edgeOf, hoveredAccent } from '../../conversation/styles/colours.ts';

/** What the window shows around the conversation: consent, and the page that is sent along. */
export const noticeStyles: CSSResult = css`
  .consent {
    flex: 1;
    display: flex;
    flex-direction: column;
    align-items: start;
    justify-content: center;
    gap: 12px;
    padding: calc(var(--_space) * 1.5);
    overflow-y: auto;
  }

  .consent-title {
    margin: 0;
    font: inherit;
    font-size: 1.2em;
    font-weight: 600;
  }

  .consent-text {
    color: var(--_muted);
  }

  .consent-button {
    all: unset;
    box-sizing: border-box;
    min-block-size: 40px;
    padding: 8px 18px;
    border-radius: calc(var(--_radius) * 1.25);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
    box-shadow: ${edgeOf(css`var(--_accent)`)};
    cursor: pointer;
  }

  @media (hover: hover) {
    .consent-button:hover {
      background: ${hoveredAccent};
    }
  }

  .consent-button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .page-context {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 0;
    padding: 4px var(--_space);
    background: var(--_surface-2);
    color: var(--_muted);
    font-size: 0.867em;
  }

  .page-context-text {
    flex: 1;
    display: flex;
    min-inline-size: 0;
    white-space: pre;
  }

  .page-context-text bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  @media (pointer: coarse) {
    .consent-button {
      min-block-size: 44px;
      border-radius: calc(var(--_radius) * 1.375);
    }
  }

  @media (forced-colors: active) {
    .consent-button {
      border: 1px solid ButtonText;
    }
  }
`;
