import { type CSSResult, css } from 'lit';

/** The window where its visitor has put it, as far as there is room, and how its upper edge shows that it can be held. */
export const movedStyles: CSSResult = css`
  dialog.window[data-moved]:not(.full, .expanded) {
    --_wide: min(var(--_own-width, var(--agent-chat-window-width, max(400px, 24em))), 100% - 2 * var(--_offset));
    --_high: min(var(--_own-height, var(--agent-chat-window-height, 660px)), 100% - var(--_gap) - 16px);
    --_inline: clamp(8px, var(--_own-inline), 100% - var(--_wide) - 8px);
    --_block: clamp(8px, var(--_own-block), 100% - var(--_high) - 8px);
    inset-inline: auto var(--_inline);
    inset-block: auto var(--_block);
    margin: 0;
  }

  dialog.window[data-moved][data-place$='start']:not(.full, .expanded) {
    inset-inline: var(--_inline) auto;
  }

  dialog.window[data-moved][data-place^='top']:not(.full, .expanded) {
    inset-block: var(--_block) auto;
  }

  dialog:not(.full, .expanded) > .header {
    user-select: none;
    -webkit-user-select: none;
    cursor: grab;
  }

  dialog:not(.full, .expanded) > .header:active {
    cursor: grabbing;
  }
`;
