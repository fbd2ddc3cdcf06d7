import type { AgentChatConversation } from '../../conversation/index.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import type { WidgetHost } from '../widget-host.ts';

/**
 * Prints an inline chat as a part of the page, with the whole conversation: all messages are rendered, and collapsed details
 * are open. A floating window is not printed; "Print" in its menu prints the conversation alone.
 * @returns a function that undoes that
 */
export function printWithPage(host: WidgetHost): () => void {
  const root = host.renderRoot as ShadowRoot;
  adoptStyles(root, printStyles);
  let unfolded: HTMLDetailsElement[] = [];
  const conversation = (): AgentChatConversation | null => root.querySelector('agent-chat-conversation');

  const onBeforePrint = (): void => {
    if (!root.querySelector('.window.inline')) return;
    conversation()?.renderAll(true);
    unfolded = [...root.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of unfolded) details.open = true;
  };

  const onAfterPrint = (): void => {
    for (const details of unfolded.splice(0)) details.open = false;
    conversation()?.renderAll(false);
  };

  addEventListener('beforeprint', onBeforePrint);
  addEventListener('afterprint', onAfterPrint);
  return () => {
    removeEventListener('beforeprint', onBeforePrint);
    removeEventListener('afterprint', onAfterPrint);
  };
}

/** The whole conversation in black on white, without its controls. */
const printStyles = css`
  @media print {
    :host([mode='inline']) {
      block-size: auto;
      min-block-size: 0;
    }
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
    .window.inline {
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
