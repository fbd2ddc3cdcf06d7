import type { WindowOwner } from '../window-contract.ts';

/**
 * The text that an address brings to the chat: empty behind `#chat`, what follows behind `#chat=…`. Undefined where it
 * leads elsewhere, or to a part of the page that has this name.
 */
export function textOf(hash: string): string | undefined {
  const text = new URLSearchParams(hash.slice(1)).get('chat');
  const named = document.getElementById('chat');
  return text === null || (named && named.localName !== 'agent-chat') ? undefined : text;
}

/** What a link has put into a chat's field. */
const given = new WeakMap<WindowOwner, string>();

/** Opens the chat with a text in its message field. Whoever wrote the link is not the visitor: nothing is sent. */
export async function openWith(chat: WindowOwner, text: string, link?: HTMLElement): Promise<void> {
  if (chat.open) await chat.focusComposer();
  else chat.openFor('visitor', link);
  await chat.updateComplete;
  // A listener of the page may have said no.
  if (!text || !chat.open) return;
  await chat.focusComposer();
  // What is suggested may have to come first.
  await chat.renderRoot.querySelector('agent-chat-conversation')?.updateComplete;
  const field = chat.renderRoot.querySelector('textarea');
  if (!field) {
    // The owner's text stands in its place, to be agreed to.
    const agreed = (): void => void openWith(chat, text).catch(() => {});
    chat.addEventListener('agent-chat-consent', agreed, { once: true });
    return;
  }
  if (field.value && field.value !== given.get(chat)) return;
  given.set(chat, text);
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

let arrived = false;

/** Opens the chat for whoever came by such a link: the first one of the page, once. */
export function arriveAt(chat: WindowOwner): void {
  const text = arrived ? undefined : textOf(location.hash);
  arrived = true;
  if (text !== undefined) chat.updateComplete.then(() => openWith(chat, text)).catch(() => {});
}
