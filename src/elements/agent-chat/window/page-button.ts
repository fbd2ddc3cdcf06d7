import type { WindowOwner } from '../window-contract.ts';

/** Does what a pressed button of the page says, if it means this chat. */
export function obeyButton(target: WindowOwner, button: HTMLElement, event: Event): void {
  const { agentChat, agentChatText: text } = button.dataset;
  const command = button.getAttribute('command')?.replace(/^--/, '');
  // Where the browser knows commands, it sends the element an event of its own.
  const verb = agentChat ?? (event.type === 'command' || !knowsCommands() ? command : undefined);
  if (event.defaultPrevented || !verb || !isFor(target, button)) return;
  if (verb === 'close' || (verb === 'toggle' && target.open)) target.hide();
  else if (verb === 'open' || verb === 'toggle') target.openFor('visitor', button);
  else return;
  if (text) void target.sendMessage(text);
}

function knowsCommands(): boolean {
  return 'commandForElement' in HTMLButtonElement.prototype;
}

/** The chat it names, else the page's first. */
function isFor(target: HTMLElement, button: HTMLElement): boolean {
  const id = button.dataset.agentChatFor ?? button.getAttribute('commandfor');
  return id ? target.id === id : document.querySelector(target.localName) === target;
}
