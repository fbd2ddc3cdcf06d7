import type { AutoOpen } from '../../../protocol/settings.ts';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls once, at the first of the triggers the settings name. Returns the way out. */
export function watchTriggers(autoOpen: AutoOpen, then: () => void): () => void {
  const leave: (() => void)[] = [];
  const stop = (): void => {
    for (const undo of leave.splice(0)) undo();
  };
  const fire = (): void => {
    stop();
    then();
  };
  const on = (target: EventTarget, type: string, listener: EventListener): void => {
    target.addEventListener(type, listener, { passive: true, capture: true });
    leave.push(() => target.removeEventListener(type, listener, true));
  };
  const { delay, idle, scroll, exitIntent } = autoOpen;
  if (delay !== null) {
    const timer = setTimeout(fire, delay * 1000);
    leave.push(() => clearTimeout(timer));
  }
  if (idle !== null) {
    let timer = setTimeout(fire, idle * 1000);
    leave.push(() => clearTimeout(timer));
    for (const type of ACTIVITY) {
      on(document, type, () => {
        clearTimeout(timer);
        timer = setTimeout(fire, idle * 1000);
      });
    }
  }
  if (scroll !== null) {
    on(document, 'scroll', ({ target }) => {
      const box = target instanceof Element ? target : document.scrollingElement;
      // In some sites the page scrolls in a box of its own; a small one is a list or a menu.
      if (!box || box.clientHeight < innerHeight / 2) return;
      const { scrollTop, scrollHeight, clientHeight } = box;
      if (scrollTop >= ((scrollHeight - clientHeight) * scroll) / 100) fire();
    });
  }
  if (exitIntent) {
    on(document, 'mouseout', event => {
      const { relatedTarget, clientY } = event as MouseEvent;
      if (relatedTarget === null && clientY <= 0) fire();
    });
  }
  return stop;
}
