/**
 * Copies a text to the clipboard. Pages without https have no clipboard API: there `execCommand` copies the text from
 * a temporary field. The field is a sibling of the focused element, because a modal dialog makes everything outside it
 * inert.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator;
  if (!clipboard) return copySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // A permissions policy of the page may forbid the API but not `execCommand`.
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = activeElement();
  const parent = focused?.parentElement ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.ariaHidden = 'true';
  Object.assign(field.style, { position: 'fixed', inset: '0 auto auto 0', opacity: '0', fontSize: '16px' });
  parent.append(field);
  try {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}

/** The focused element, even if it is inside shadow roots. */
function activeElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element as HTMLElement | null;
}
