import type { WindowOwner } from '../window-contract.ts';

/** Speaks another language as soon as the page does, however it is switched. @returns the way to stop that. */
export function followLanguage(owner: WindowOwner): () => void {
  const changes = new MutationObserver(() => owner.requestUpdate());
  changes.observe(document.documentElement, { attributeFilter: ['lang'] });
  // It may have switched before this was here.
  owner.requestUpdate();
  return () => changes.disconnect();
}
