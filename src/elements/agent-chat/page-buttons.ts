/** Buttons of the page that open the chat, with no script of the page's own. */

const VERBS = ['open', 'close', 'toggle'] as const;
export type PageVerb = (typeof VERBS)[number];

interface Target extends HTMLElement {
  obey(verb: PageVerb, by: HTMLElement, text: string | undefined): void;
}

/**
 * Listens for `<button data-agent-chat="open">` (with `data-agent-chat-for="id"` where a page has several chats,
 * and `data-agent-chat-text="…"` to ask at once) and for `<button command="--open" commandfor="id">`.
 */
export function listenToPageButtons(target: Target): () => void {
  const onClick = (event: MouseEvent): void => {
    const pressed = event.composedPath()[0];
    if (!(pressed instanceof Element) || event.defaultPrevented) return;
    const button = pressed.closest<HTMLElement>('[data-agent-chat],[command][commandfor]');
    if (!button) return;
    const native = 'commandForElement' in HTMLButtonElement.prototype;
    const verb = button.dataset.agentChat ?? (native ? '' : button.getAttribute('command')!.slice(2));
    if (isVerb(verb) && isFor(target, button)) target.obey(verb, button, button.dataset.agentChatText);
  };
  const onCommand = (event: Event): void => {
    const { command, source } = event as Event & { command: string; source: HTMLElement };
    const verb = command.slice(2);
    if (isVerb(verb)) target.obey(verb, source, source.dataset.agentChatText);
  };
  document.addEventListener('click', onClick);
  target.addEventListener('command', onCommand);
  return () => {
    document.removeEventListener('click', onClick);
    target.removeEventListener('command', onCommand);
  };
}

function isVerb(verb: string): verb is PageVerb {
  return (VERBS as readonly string[]).includes(verb);
}

function isFor(target: HTMLElement, button: HTMLElement): boolean {
  const id = button.dataset.agentChatFor ?? button.getAttribute('commandfor');
  return id ? target.id === id : document.querySelector(target.localName) === target;
}
