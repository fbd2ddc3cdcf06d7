/**
 * Makes the window follow the part of the screen that the on-screen keyboard leaves free, and keeps the page behind it
 * from scrolling. Returns what puts everything of the page back exactly as it was.
 *
 * @param stage left when the window was taken away, for instance because the page made it a part of itself.
 */
export function fillScreen(window: HTMLElement, stage: { leave(): void }): () => void {
  const unlock = lockScroll();
  let frame = 0;
  const fit = (): void => {
    const view = visualViewport;
    // A visitor who zoomed in pans over the window as over any page; only the keyboard makes it smaller.
    if (!view || view.scale > 1.01) return;
    window.style.setProperty('--_view-top', `${view.offsetTop}px`);
    window.style.setProperty('--_view-height', `${view.height}px`);
  };
  const follow = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  visualViewport?.addEventListener('resize', follow);
  visualViewport?.addEventListener('scroll', follow);
  fit();
  const look = (): void => {
    if (!window.isConnected) stage.leave();
    else if (!window.getClientRects()[0]) closeUnseen(window);
  };
  const presence = new ResizeObserver(look);
  presence.observe(window);
  // What has no size from the start is no news to the observer.
  look();
  return () => {
    presence.disconnect();
    visualViewport?.removeEventListener('resize', follow);
    visualViewport?.removeEventListener('scroll', follow);
    cancelAnimationFrame(frame);
    unlock();
    for (const name of ['--_view-top', '--_view-height']) window.style.removeProperty(name);
  };
}

/** Hidden by the page, it would keep from the visitor all there is to see. As if they had closed it themselves. */
function closeUnseen(window: HTMLElement): void {
  window.dispatchEvent(new Event('cancel'));
}

/** How many windows keep the page still: a page may have several chats, opened and closed in any order. */
let locks = 0;
let free: () => void;

function lockScroll(): () => void {
  if (locks++ === 0) free = stopScroll();
  return () => {
    if (--locks === 0) free();
  };
}

function stopScroll(): () => void {
  const { style } = document.documentElement;
  // Where the page gives only one side, or the two by a variable, one name alone does not tell.
  const before = ['overflow', 'overflow-x', 'overflow-y'].map(
    name => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  );
  const hadAttribute = document.documentElement.hasAttribute('style');
  const { scrollX, scrollY } = window;
  style.setProperty('overflow', 'hidden', 'important');
  return () => {
    style.removeProperty('overflow');
    for (const [name, value, priority] of before) if (value) style.setProperty(name, value, priority);
    // Read, so that the browser writes the attribute that it would else write after it was removed.
    const left = document.documentElement.getAttribute('style');
    if (!hadAttribute && left === '') document.documentElement.removeAttribute('style');
    if (scrollX !== window.scrollX || scrollY !== window.scrollY) {
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    }
  };
}
