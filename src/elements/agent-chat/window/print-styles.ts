import { type CSSResult, css } from 'lit';

/** The conversation on paper: whole, in the paper's own colours, and without what can only be pressed. */
export const printStyles: CSSResult = css`
  @media print {
    :host([mode='inline']) {
      block-size: auto;
      min-block-size: 0;
    }
    .layer,
    .greetings,
    .header-button,
    .corner,
    .page-context,
    agent-chat-composer,
    agent-chat-lead-form,
    agent-chat-feedback-form,
    agent-chat-menu,
    .outcome,
    agent-chat-earlier,
    .suggestions,
    .pill,
    .actions,
    .notice button,
    .tool-request .buttons {
      display: none !important;
    }
    .window.inline,
    dialog.window.on-paper {
      display: block;
      position: static;
      inline-size: auto;
      max-inline-size: none;
      block-size: auto;
      max-block-size: none;
      padding: 0;
      border-radius: 0;
      opacity: 1;
      overflow: visible;
      translate: none;
      scale: none;
      transition: none;
    }
    dialog.window.on-paper {
      break-before: page;
    }
    .window *,
    .window {
      background: none !important;
      box-shadow: none !important;
      color: CanvasText !important;
      color-scheme: only light;
      animation: none !important;
      content-visibility: visible !important;
    }
    agent-chat-conversation,
    .log-frame,
    .log,
    .content {
      display: block;
      block-size: auto;
      min-block-size: 0;
      overflow: visible;
    }
    .items {
      display: block;
    }
    agent-chat-message {
      display: block;
      margin-block-end: 12px;
    }
    .window .bubble {
      inline-size: fit-content;
      max-inline-size: 100%;
      border: 1px solid;
    }
    .window .user .bubble {
      margin-inline-start: auto;
    }
    .window pre,
    .window .md-table {
      max-block-size: none;
      overflow: visible;
      white-space: pre-wrap;
    }
    .header {
      break-after: avoid;
    }
  }
`;
