import type { WindowOwner } from '../window-contract.ts';
import { openWith, textOf } from './chat-link.ts';

/** Does what a pressed button or link of the page says, if it means this chat. */
export function obeyButton(target: WindowOwner, button: HTMLElement, event: Event): void {
  const { agentChat, agentChatText: text } = button.dataset;
  const command = button.getAttribute('command')?.replace(/^--/, '');
  // Where the browser knows commands, it sends the element an event of its own.
  const verb = agentChat ?? (event.type === 'command' || !knowsCommands() ? command : undefined);
  const linked = verb ? undefined : linkedText(button, event);
  if (event.defaultPrevented || !(verb || linked !== undefined) || !isFor(target, button, event)) return;
  if (linked !== undefined) openWith(target, linked, button).catch(told);
  else if (verb === 'close' || (verb === 'toggle' && target.open)) target.hide();
  else if (verb === 'open' && target.open) target.focusComposer().catch(told);
  else if (verb === 'open' || verb === 'toggle') target.openFor('visitor', button);
  else return;
  if (text) target.sendMessage(text).catch(told);
}

/** What a link to the chat of this very page brings along; in a new tab it is followed there. */
function linkedText(link: HTMLElement, event: Event): string | undefined {
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  if (!(link instanceof HTMLAnchorElement) || link.target || ctrlKey || metaKey || shiftKey) return undefined;
  const here = location.href.split('#')[0];
  return link.href.split('#')[0] === here ? textOf(link.hash) : undefined;
}

/** What can't be had or is still being answered, the chat shows: it is no error of the page. */
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
