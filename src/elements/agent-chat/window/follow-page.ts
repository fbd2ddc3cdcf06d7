import type { WindowOwner } from '../window-contract.ts';

/** Says when a page that fades to another colour has done so. */
const FADED = 'transitionend';

/**
 * Speaks another language as soon as the page does, and is light or dark as it is, however that is switched.
 * @returns the way to stop that.
 */
export function followPage(owner: WindowOwner): () => void {
  const { documentElement, body } = document;
  const draw = (): void => owner.requestUpdate();
  const onFaded = ({ target }: Event): void => {
    if (target === documentElement || target === body) draw();
  };
  const changes = new MutationObserver(draw);
  for (const painted of [documentElement, body])
    changes.observe(painted, { attributeFilter: ['lang', 'class', 'style', 'data-theme'] });
  addEventListener(FADED, onFaded);
  // It may have switched before this was here, which is in the middle of a drawing: the next one follows that.
  queueMicrotask(draw);
  return () => {
    changes.disconnect();
    removeEventListener(FADED, onFaded);
  };
}
