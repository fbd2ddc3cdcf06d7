/**
 * Keeps the wheel from scrolling the page behind a floating window. `overscroll-behavior` alone does this in Chromium only:
 * in Firefox and Safari it has no effect where nothing can scroll, as in the header.
 * @param root the shadow root of the widget; an inline chat in it lets the wheel through
 */
export function keepWheel(root: Node): void {
  root.addEventListener('wheel', event => onWheel(event as WheelEvent), { passive: false });
}

function onWheel(event: WheelEvent): void {
  const path = event.composedPath();
  const window = path.findIndex(node => node instanceof HTMLDialogElement);
  // With Ctrl, the browser zooms the page.
  if (window < 0 || event.ctrlKey) return;
  if (!path.slice(0, window).some(node => node instanceof Element && scrolls(node, event)))
    event.preventDefault();
}

/** Whether the wheel scrolls this element, which is not at its end in that direction. */
function scrolls(element: Element, { deltaX, deltaY }: WheelEvent): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const { scrollTop, scrollHeight, scrollWidth, clientHeight, clientWidth } = element;
  const left = deltaY > 0 ? scrollHeight - clientHeight - scrollTop : deltaY < 0 ? scrollTop : 0;
  return (
    (isScrollable(overflowY) && left >= 1) ||
    (isScrollable(overflowX) && deltaX !== 0 && scrollWidth > clientWidth)
  );
}

function isScrollable(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}
