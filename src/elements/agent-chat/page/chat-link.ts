import type { WidgetHost } from '../widget-host.ts';

/**
 * The draft in a link to the chat: empty for `#chat`, the value for `#chat=…`. Undefined if the link leads elsewhere,
 * or to an element of the page with the id `chat`.
 */
export function chatLinkText(hash: string): string | undefined {
  const text = new URLSearchParams(hash.slice(1)).get('chat');
  const target = document.getElementById('chat');
  return text === null || (target && target.localName !== 'agent-chat') ? undefined : text;
}

/** The draft that the last link has put into the message field. */
const linkDrafts = new WeakMap<WidgetHost, string>();

/** Opens the chat with a draft. Nothing is sent, because the author of the link is not the visitor. */
export async function openWithDraft(host: WidgetHost, text: string, link?: HTMLElement): Promise<void> {
  if (host.open) await host.focusComposer();
  else host.requestOpen('visitor', link);
  await host.updateComplete;
  // A listener of the page may have cancelled the opening.
  if (!text || !host.open) return;
  await host.focusComposer();
  // Suggestions may have to be rendered first.
  await host.renderRoot.querySelector('agent-chat-conversation')?.updateComplete;
  const field = host.renderRoot.querySelector('textarea');
  if (!field) {
    // The visitor first has to agree to the consent text.
    const onConsent = (): void => void openWithDraft(host, text).catch(() => {});
    host.addEventListener('agent-chat-consent', onConsent, { once: true });
    return;
  }
  if (field.value && field.value !== linkDrafts.get(host)) return;
  linkDrafts.set(host, text);
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

let followed = false;

/** Opens the first widget of the page, once, if the page's own URL is a link to the chat. */
export function followPageHash(host: WidgetHost): void {
  const text = followed ? undefined : chatLinkText(location.hash);
  followed = true;
  if (text !== undefined) host.updateComplete.then(() => openWithDraft(host, text)).catch(() => {});
}
