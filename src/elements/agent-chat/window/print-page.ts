import type { AgentChatConversation } from '../../conversation/index.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';
import { printStyles } from './print-styles.ts';

/**
 * Makes the page around the chat printable with the whole conversation in it: an open window leaves its place over
 * the page and stands behind it, all messages are drawn, and what is folded is open. Fetched with the first answer.
 * @returns the way to stop that.
 */
export function printWithPage(owner: WindowOwner): () => void {
  const root = owner.renderRoot as ShadowRoot;
  adoptStyles(root, printStyles);
  let unfolded: HTMLDetailsElement[] = [];
  let focused: Element | null = null;
  const content = (): AgentChatConversation | null => root.querySelector('agent-chat-conversation');

  const before = (): void => {
    focused = root.activeElement;
    const dialog = root.querySelector<HTMLDialogElement>('dialog.window');
    if (dialog && owner.open) {
      if (dialog.matches(':is(:popover-open)')) dialog.hidePopover();
      dialog.close();
      dialog.classList.add('on-paper');
    }
    content()?.drawAll(true);
    unfolded = [...root.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of unfolded) details.open = true;
  };

  const after = (): void => {
    for (const details of unfolded.splice(0)) details.open = false;
    content()?.drawAll(false);
    root.querySelector('.on-paper')?.classList.remove('on-paper');
    owner.requestUpdate();
    const lost = focused;
    void owner.updateComplete.then(() => (lost as HTMLElement | null)?.focus({ preventScroll: true }));
  };

  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
