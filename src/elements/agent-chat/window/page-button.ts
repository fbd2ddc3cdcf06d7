import { isTextPart } from '../../../protocol/message.ts';
import type { WindowOwner } from '../window-contract.ts';
import { openWith, textOf } from './chat-link.ts';

const pages = window.navigation as Navigation | undefined;

/** Does what a pressed button or link of the page says, if it means this chat. */
export function obeyButton(target: WindowOwner, button: HTMLElement, event: Event): void {
  const { agentChat, agentChatText: text } = button.dataset;
  const command = button.getAttribute('command')?.replace(/^--/, '');
  // Where the browser knows commands, it sends the element an event of its own.
  const verb = agentChat ?? (event.type === 'command' || !knowsCommands() ? command : undefined);
  if (!verb) {
    if (button instanceof HTMLAnchorElement) obeyLink(target, button, event);
    return;
  }
  if (event.defaultPrevented || !isFor(target, button, event)) return;
  // For `auto-open.ts`: what follows, the visitor has asked for.
  target.renderRoot.dispatchEvent(new Event('button-obeyed'));
  if (verb === 'close' || (verb === 'toggle' && target.open)) target.hide();
  else if (verb === 'open' && target.open) target.focusComposer().catch(told);
  else if (verb === 'open' || verb === 'toggle') target.openFor('visitor', button);
  else return;
  if (text)
    target
      .sendMessage(text)
      .catch(error => (isBusy(error) ? keep(target, text) : undefined))
      .catch(told);
}

/** A question that can't be asked yet stands in the field for the visitor to send, but not the one being answered. */
async function keep(target: WindowOwner, text: string): Promise<void> {
  const asked = target.messages.findLast(({ role }) => role === 'user');
  // What is sent along of the page stands behind it.
  if (asked?.parts.some(part => isTextPart(part) && part.text.startsWith(text))) return;
  await openWith(target, text);
}

function isBusy(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'conflict';
}

/**
 * Follows a link to the chat of this page, also where scripts of the page see to such links themselves, and of one that
 * a router brings the visitor to without loading. In a new tab it is followed there.
 */
function obeyLink(target: WindowOwner, link: HTMLAnchorElement, event: Event): void {
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (link.target || ctrlKey || metaKey || shiftKey) return;
  const isHere = (): boolean => link.href.split('#')[0] === location.href.split('#')[0];
  const follow = (): void => {
    const text = isHere() ? textOf(link.hash) : undefined;
    if (text !== undefined && isFor(target, link, event)) openWith(target, text, link).catch(told);
  };
  if (isHere() || !event.defaultPrevented) follow();
  else pages?.addEventListener('currententrychange', follow, { once: true });
}

/** What can't be had, the chat shows: it is no error of the page. */
function told(): void {}

function knowsCommands(): boolean {
  return 'commandForElement' in HTMLButtonElement.prototype;
}

/** Presses of buttons beside which there is no chat, and one elsewhere has taken them. */
const taken = new WeakSet<Event>();

/** The chat it names, else the first around it, else any: every chat of the page is asked. */
function isFor(target: HTMLElement, button: HTMLElement, event: Event): boolean {
  const id = button.dataset.agentChatFor ?? button.getAttribute('commandfor');
  if (id) return target.id === id;
  const near = firstAround(button, target.localName);
  if (near) return near === target;
  if (taken.has(event)) return false;
  taken.add(event);
  return true;
}

/** The first chat of the tree the button is in; from inside a shadow root also of those outside. */
function firstAround(button: HTMLElement, name: string): Element | null {
  let root = button.getRootNode() as Document | ShadowRoot;
  while (root instanceof ShadowRoot) {
    const near = root.querySelector(name);
    if (near) return near;
    root = root.host.getRootNode() as Document | ShadowRoot;
  }
  return root.querySelector(name);
}
