/**
 * Keeps what is typed into a field from the page's own shortcuts: those spare fields, but from outside a shadow root
 * they can't see that it is one, and the letter would be gone.
 */
export function hideFromShortcuts(event: KeyboardEvent): void {
  // What is filled in by the browser or another program may tell of a key without a name.
  if (event.key?.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}
