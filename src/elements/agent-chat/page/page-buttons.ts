import type { WidgetHost } from '../widget-host.ts';

/**
 * Listens to the page's own controls, which need no script: `<button data-agent-chat="open">` (with
 * `data-agent-chat-for="id"` if the page has several widgets, and `data-agent-chat-text="…"` to send a question),
 * `<button command="--open" commandfor="id">`, and links to `#chat`. The code that runs them is loaded at the first
 * press.
 * @returns a function that stops listening
 */
export function listenToPageButtons(host: WidgetHost): () => void {
  const onPress = (event: Event): void => {
    const pressed = event.composedPath()[0];
    const button =
      event.type === 'command'
        ? (event as Event & { source: HTMLElement }).source
        : pressed instanceof Element &&
          pressed.closest<HTMLElement>('[data-agent-chat],[commandfor],[href*="#chat"]');
    if (!button) return;
    import('./page-button-actions.ts').then(
      ({ runPageButton }) => runPageButton(host, button, event),
      // Most buttons open the chat, which then shows that it could not be loaded.
      () => host.requestOpen('visitor'),
    );
  };
  const listening = new AbortController();
  document.addEventListener('click', onPress, listening);
  host.addEventListener('command', onPress, listening);
  return () => listening.abort();
}
