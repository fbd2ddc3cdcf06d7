/**
 * Keeps typed characters from the page's keyboard shortcuts. Those usually ignore fields, but from outside a shadow root
 * they cannot recognise one, and would swallow the character.
 */
export function hideFromShortcuts(event: KeyboardEvent): void {
  // Autofill may dispatch key events without a key.
  if (event.key?.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}
