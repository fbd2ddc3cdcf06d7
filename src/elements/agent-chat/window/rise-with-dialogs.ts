import type { WindowOwner } from '../window-contract.ts';

/**
 * A modal dialog of the page comes to lie over all that was in the top layer before, and so over the chat that is in it,
 * which nobody could press then. What floats of the chat is shown once more after it. Returns the way out.
 */
export function riseWithDialogs(owner: WindowOwner): () => void {
  const rise = (): void => {
    const inside = owner.shadowRoot!.activeElement as HTMLElement | null;
    for (const part of ['.layer', '.greetings', '.window']) {
      const shown = owner.renderRoot.querySelector<HTMLElement>(`${part}:is(:popover-open)`);
      shown?.hidePopover();
      shown?.showPopover();
    }
    inside?.focus();
  };
  const opened = new MutationObserver(rise);
  for (let around = owner.parentElement; around; around = around.parentElement)
    if (around.localName === 'dialog') opened.observe(around, { attributeFilter: ['open'] });
  // One may have been opened while this code was on its way.
  if (owner.closest('dialog[open]')) rise();
  return () => opened.disconnect();
}
