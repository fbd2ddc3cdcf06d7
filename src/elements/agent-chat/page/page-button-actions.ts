import { isQuestion } from '../../../client/index.ts';
import { isTextPart } from '../../../protocol/message.ts';
import type { WidgetHost } from '../widget-host.ts';
import { chatLinkText, openWithDraft } from './chat-link.ts';

const navigationApi = window.navigation as Navigation | undefined;

/** Runs what a pressed button or link of the page asks for, if it addresses this widget. */
export function runPageButton(host: WidgetHost, button: HTMLElement, event: Event): void {
  const { agentChat, agentChatText: text } = button.dataset;
  const command = button.getAttribute('command')?.replace(/^--/, '');
  // A browser with invoker commands sends the widget a `command` event of its own.
  const action = agentChat ?? (event.type === 'command' || !supportsCommands() ? command : undefined);
  if (!action) {
    if (button instanceof HTMLAnchorElement) followChatLink(host, button, event);
    return;
  }
  if (event.defaultPrevented || !isAddressed(host, button, event)) return;
  // `auto-open.ts` counts what follows as the visitor's own action.
  host.renderRoot.dispatchEvent(new Event('page-button'));
  if (action === 'close' || (action === 'toggle' && host.open)) host.hide();
  else if (action === 'open' && host.open) host.focusComposer().catch(ignore);
  else if (action === 'open' || action === 'toggle') host.requestOpen('visitor', button);
  else return;
  if (text)
    host
      .sendMessage(text)
      .catch(error => (isBusy(error) ? keepAsDraft(host, text) : undefined))
      .catch(ignore);
}

/** A question that cannot be sent yet becomes the draft, unless it is the one that is being answered. */
async function keepAsDraft(host: WidgetHost, text: string): Promise<void> {
  const running = host.messages.findLast(isQuestion);
  // The shared page context is appended to the question.
  if (running?.parts.some(part => isTextPart(part) && part.text.startsWith(text))) return;
  await openWithDraft(host, text);
}

function isBusy(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'conflict';
}

/**
 * Follows a link to the chat of this page, also if a script of the page handles such links itself or a router first
 * brings the visitor to another page. A link in a new tab is followed there.
 */
function followChatLink(host: WidgetHost, link: HTMLAnchorElement, event: Event): void {
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (link.target || ctrlKey || metaKey || shiftKey) return;
  const isThisPage = (): boolean => link.href.split('#')[0] === location.href.split('#')[0];
  const follow = (): void => {
    const text = isThisPage() ? chatLinkText(link.hash) : undefined;
    if (text !== undefined && isAddressed(host, link, event)) openWithDraft(host, text, link).catch(ignore);
  };
  if (isThisPage() || !event.defaultPrevented) follow();
  else navigationApi?.addEventListener('currententrychange', follow, { once: true });
}

/** The widget shows its own errors; the page has no promise to handle. */
function ignore(): void {}

function supportsCommands(): boolean {
  return 'commandForElement' in HTMLButtonElement.prototype;
}

/** Presses of buttons with no widget in their tree that another widget has already handled. */
const handled = new WeakSet<Event>();

/** Whether this is the widget that the button names, otherwise the nearest around it, otherwise the first to ask. */
function isAddressed(host: HTMLElement, button: HTMLElement, event: Event): boolean {
  const id = button.dataset.agentChatFor ?? button.getAttribute('commandfor');
  if (id) return host.id === id;
  const nearest = nearestWidget(button, host.localName);
  if (nearest) return nearest === host;
  if (handled.has(event)) return false;
  handled.add(event);
  return true;
}

/** The first widget in the button's tree, or in one of the trees around its shadow root. */
function nearestWidget(button: HTMLElement, name: string): Element | null {
  let root = button.getRootNode() as Document | ShadowRoot;
  while (root instanceof ShadowRoot) {
    const found = root.querySelector(name);
    if (found) return found;
    root = root.host.getRootNode() as Document | ShadowRoot;
  }
  return root.querySelector(name);
}
