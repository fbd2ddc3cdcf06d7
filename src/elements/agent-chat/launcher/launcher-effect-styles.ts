import type { CSSResult } from 'lit';
import { css } from '../../css.ts';

/** The unread badge and the launcher's animations. */
export const launcherEffectStyles: CSSResult = css`
  .badge {
    display: block;
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    box-sizing: border-box;
    min-inline-size: 22px;
    padding: 0 6px;
    border: 2px solid #fff;
    border-radius: 11px;
    background: #c5221f;
    color: #fff;
    font-size: 12px;
    line-height: 18px;
    text-align: center;
    animation: arrive 0.3s cubic-bezier(0.3, 1.6, 0.5, 1) backwards;
  }

  .launcher {
    position: relative;
  }

  .launcher[aria-expanded='true'] svg {
    animation: turn 0.2s cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
  }

  .launcher[aria-expanded='false'] svg {
    animation: arrive 0.2s cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
  }

  @keyframes turn {
    from {
      opacity: 0;
      rotate: -90deg;
    }
  }

  @keyframes arrive {
    from {
      opacity: 0;
      scale: 0.6;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .badge,
    .launcher svg {
      animation: none !important;
    }
  }
`;
