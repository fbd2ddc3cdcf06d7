/**
 * Fits the window into the part of the screen above the on-screen keyboard, and keeps the page behind it from
 * scrolling.
 * @param onRemoved is called when the window is no longer in the document, for example because `mode` became `inline`
 * @returns a function that restores the page exactly as it was
 */
export function fillScreen(window: HTMLElement, onRemoved: () => void): () => void {
  const unlock = lockScroll();
  let frame = 0;
  const fit = (): void => {
    const view = visualViewport;
    // A visitor who has zoomed in can pan over the window as over any page.
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
  const check = (): void => {
    if (!window.isConnected) onRemoved();
    else if (!window.getClientRects()[0]) closeHidden(window);
  };
  const visibility = new ResizeObserver(check);
  visibility.observe(window);
  // The observer reports nothing for an element that has no size from the start.
  check();
  return () => {
    visibility.disconnect();
    visualViewport?.removeEventListener('resize', follow);
    visualViewport?.removeEventListener('scroll', follow);
    cancelAnimationFrame(frame);
    unlock();
    for (const name of ['--_view-top', '--_view-height']) window.style.removeProperty(name);
  };
}

/** Closes a window that the page's CSS hides: as a modal dialog it would block the page. */
function closeHidden(window: HTMLElement): void {
  window.dispatchEvent(new Event('cancel'));
}

/** How many windows lock the page's scroll position: a page may have several widgets, opened and closed in any order. */
let locks = 0;
let restoreScroll: () => void;

function lockScroll(): () => void {
  if (locks++ === 0) restoreScroll = stopScroll();
  return () => {
    if (--locks === 0) restoreScroll();
  };
}

function stopScroll(): () => void {
  const { style } = document.documentElement;
  // All three names: the page may set only one axis, or both through a variable.
  const before = ['overflow', 'overflow-x', 'overflow-y'].map(
    name => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  );
  const hadAttribute = document.documentElement.hasAttribute('style');
  const { scrollX, scrollY } = window;
  style.setProperty('overflow', 'hidden', 'important');
  return () => {
    style.removeProperty('overflow');
    for (const [name, value, priority] of before) if (value) style.setProperty(name, value, priority);
    // The read makes the browser serialize the attribute now; otherwise it does so after the removal.
    const left = document.documentElement.getAttribute('style');
    if (!hadAttribute && left === '') document.documentElement.removeAttribute('style');
    if (scrollX !== window.scrollX || scrollY !== window.scrollY) {
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    }
  };
}
