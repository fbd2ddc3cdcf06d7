/**
 * Makes the window follow the part of the screen that the on-screen keyboard leaves free, and keeps the page behind it
 * from scrolling. Returns what puts everything of the page back exactly as it was.
 */
export function fillScreen(window: HTMLElement): () => void {
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
  return () => {
    visualViewport?.removeEventListener('resize', follow);
    visualViewport?.removeEventListener('scroll', follow);
    cancelAnimationFrame(frame);
    unlock();
    for (const name of ['--_view-top', '--_view-height']) window.style.removeProperty(name);
  };
}

function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.getPropertyValue('overflow');
  const priority = style.getPropertyPriority('overflow');
  const hadAttribute = document.documentElement.hasAttribute('style');
  const { scrollX, scrollY } = window;
  style.setProperty('overflow', 'hidden', 'important');
  return () => {
    if (before) style.setProperty('overflow', before, priority);
    else style.removeProperty('overflow');
    // Read, so that the browser writes the attribute that it would else write after it was removed.
    const left = document.documentElement.getAttribute('style');
    if (!hadAttribute && left === '') document.documentElement.removeAttribute('style');
    if (scrollX !== window.scrollX || scrollY !== window.scrollY) {
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    }
  };
}
