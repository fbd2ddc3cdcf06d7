/**
 * Copies a text to the clipboard. Pages without https have no clipboard API: there the text is selected in a field beside
 * the focused element, which a modal dialog cannot make inert, and copied by `execCommand`.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator;
  if (!clipboard) return copySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // A policy of the page may forbid the API alone.
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

/** The focused element, also inside shadow roots. */
function activeElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element as HTMLElement | null;
}
