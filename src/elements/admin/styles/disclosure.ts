import { css } from 'lit';

/** What opens and closes: a mark of the panel's own, that turns. */
export const disclosureStyles = css`
  summary {
    display: flex;
    align-items: baseline;
    gap: 0.6em;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '';
    flex: none;
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid currentcolor;
    border-width: 0 0.12em 0.12em 0;
    translate: 0 -0.15em;
    rotate: -45deg;
  }
  [dir='rtl'] summary::before {
    rotate: 135deg;
  }
  [open] > summary::before {
    rotate: 45deg;
  }
`;
