/**
 * Keeps what is typed into a field from the page's own shortcuts: those spare fields, but from outside a shadow root
 * they can't see that it is one, and the letter would be gone.
 */
export function keepTyping(event: KeyboardEvent): void {
  if (!event.key[1] && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}
