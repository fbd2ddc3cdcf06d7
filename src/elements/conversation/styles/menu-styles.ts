import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The menu below the header and the list of earlier conversations, both above the log. */
export const menuStyles: CSSResult = css`
  .menu button:focus-visible,
  .earlier button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .menu {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: calc(var(--_space) * 0.5);
    z-index: 1;
    box-sizing: border-box;
    display: grid;
    min-inline-size: 234px;
    max-inline-size: calc(100% - var(--_space));
    max-block-size: calc(100% - 8px);
    padding: 6px;
    border: 1px solid var(--_border);
    border-radius: min(var(--_radius), 14px);
    background: var(--_surface);
    box-shadow: 0 8px 28px rgb(20 22 40 / 16%);
    overflow-y: auto;
    /* It grows from the button above it. */
    transform-origin: 100% 0;
  }
  .menu:dir(rtl) {
    transform-origin: 0 0;
  }
  @media (prefers-reduced-motion: no-preference) {
    .menu {
      animation: agent-chat-unfold 0.2s cubic-bezier(0.16, 1, 0.3, 1);
    }
    @keyframes agent-chat-unfold {
      from {
        opacity: 0;
        scale: 0.96;
      }
    }
  }
  .menu.outcome {
    min-inline-size: 0;
    margin: 0;
    padding: 9px 14px;
    font-size: 0.9333em;
  }
  .menu button {
    all: unset;
    box-sizing: border-box;
    display: flex;
    gap: 12px;
    align-items: center;
    min-block-size: 36px;
    padding: 7px 12px;
    border-radius: min(var(--_radius-s), 9px);
    cursor: pointer;
  }
  .menu .icon {
    inline-size: max(16px, 1em);
    color: var(--_muted);
  }
  .menu hr {
    inline-size: 100%;
    margin: 6px 0;
    border: 0;
    border-block-start: 1px solid var(--_border);
  }
  .menu button:is(:hover, :focus) {
    background: color-mix(in srgb, var(--_text) 7%, transparent);
  }

  .menu,
  .earlier {
    scrollbar-width: thin;
    scrollbar-color: color-mix(in srgb, var(--_text) 28%, transparent) transparent;
  }
  .earlier {
    position: absolute;
    inset: 0;
    z-index: 1;
    box-sizing: border-box;
    padding: calc(var(--_space) * 0.75) max(calc(var(--_space) * 0.75), 50% - 26em);
    background: var(--_surface);
    overflow-y: auto;
  }
  /* Makes covered content unreachable. */
  .log-frame:has(> agent-chat-earlier) > :not(agent-chat-earlier) {
    visibility: hidden;
  }
  .earlier-head {
    display: flex;
    gap: 6px;
    align-items: center;
    margin-block-end: 8px;
  }
  .earlier h2 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .earlier h3 {
    margin: 12px 12px 4px;
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 600;
  }
  .earlier h3::first-letter {
    text-transform: uppercase;
  }
  .earlier .action {
    inline-size: 36px;
    block-size: 36px;
    color: var(--_muted);
  }
  .earlier .action .icon {
    inline-size: 18px;
    block-size: 18px;
  }
  .earlier-head:dir(rtl) .icon {
    rotate: 180deg;
  }
  .earlier ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .earlier li {
    display: flex;
    gap: 4px;
    align-items: center;
  }
  .earlier .open {
    all: unset;
    box-sizing: border-box;
    flex: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 10px;
    align-content: center;
    align-items: baseline;
    min-inline-size: 0;
    min-block-size: 60px;
    padding: 8px 12px;
    border-radius: var(--_radius-s);
    cursor: pointer;
  }
  /* Only with hover: after a touch, the row that moves up under the finger would be grey. */
  @media (hover: hover) {
    .earlier .open:hover {
      background: color-mix(in srgb, var(--_text) 6%, transparent);
    }
    .earlier li:not(:hover, :focus-within) .action {
      opacity: 0;
    }
  }
  .earlier .name {
    font-weight: 500;
  }
  .earlier .answer {
    grid-column: 1 / -1;
  }
  .earlier :is(.name, .answer) {
    /* Words of another direction begin at the side of the others. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: no-preference) {
    .earlier li {
      animation: agent-chat-rise 0.22s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  .earlier :is(time, .answer) {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .earlier .sure {
    flex: 1;
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 4px 0 4px 12px;
    font-size: 0.9333em;
  }
  .sure .delete {
    flex: 1;
    padding-block: 6px;
    border-color: color-mix(in srgb, var(--_danger) 40%, transparent);
    color: var(--_danger);
    overflow-wrap: anywhere;
  }
  .earlier .none {
    padding: 12px;
    color: var(--_muted);
  }
  @media (pointer: coarse) {
    .menu button {
      min-block-size: 44px;
      padding-block: 11px;
    }
    .earlier .action {
      inline-size: 44px;
      block-size: 44px;
    }
    .sure .quiet-button {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .earlier .open {
      border: 1px solid ButtonText;
    }
    .menu button:is(:hover, :focus) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
