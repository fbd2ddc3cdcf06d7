import type { WindowOwner } from './window-contract.ts';

/**
 * Buttons of the page that open the chat, with no script of the page's own: `<button data-agent-chat="open">`
 * (with `data-agent-chat-for="id"` where a page has several chats, and `data-agent-chat-text="…"` to ask at once)
 * and `<button command="--open" commandfor="id">`; and links to `#chat`. What they say is read by code fetched at the
 * first press.
 */
export function listenToPageButtons(target: WindowOwner): () => void {
  const onPress = (event: Event): void => {
    const pressed = event.composedPath()[0];
    const button =
      event.type === 'command'
        ? (event as Event & { source: HTMLElement }).source
        : pressed instanceof Element &&
          pressed.closest<HTMLElement>('[data-agent-chat],[commandfor],[href*="#chat"]');
    if (!button) return;
    import('./window/page-button.ts').then(
      ({ obeyButton }) => obeyButton(target, button, event),
      // Most of them open the chat, which then says that it can't be had.
      () => target.openFor('visitor'),
    );
  };
  const until = new AbortController();
  document.addEventListener('click', onPress, until);
  target.addEventListener('command', onPress, until);
  return () => until.abort();
}
