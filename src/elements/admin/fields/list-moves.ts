/** Follows a pointer that holds an entry of a list by its grip, and moves the entry past each one it crosses. */
export function startDrag(
  event: PointerEvent,
  from: number,
  move: (grip: HTMLElement, from: number, to: number) => void,
): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const grip = event.currentTarget as HTMLElement;
  const list = grip.closest('ol');
  if (!list) return;
  list.dataset.dragging = '';
  grip.setPointerCapture(event.pointerId);
  const slack = grip.offsetWidth;
  const over = (pointer: PointerEvent): void => {
    const rows = [...list.children];
    const to = rows.findIndex(row => isOver(row, pointer, slack));
    // Between two rows it is still on its way from one to the other; let go outside the list, it goes nowhere.
    if (to >= 0) target = to;
    else if (!isOver(list, pointer, slack)) target = from;
    for (const [i, row] of rows.entries())
      row.toggleAttribute('data-target', i === target && target !== from);
  };
  let target = from;
  // A call came in, or the system took the touch for its own: nobody dropped anything.
  const cancel = (): void => {
    target = from;
  };
  const drop = (): void => {
    grip.removeEventListener('pointercancel', cancel);
    grip.removeEventListener('pointermove', over);
    delete list.dataset.dragging;
    for (const row of list.children) row.removeAttribute('data-target');
    if (target !== from) move(grip, from, target);
  };
  grip.addEventListener('pointermove', over);
  grip.addEventListener('pointercancel', cancel);
  grip.addEventListener('lostpointercapture', drop, { once: true });
}

/** @param slack Pixels that a hand may slip sideways: the grip it holds is at the edge. */
function isOver(element: Element, { clientX, clientY }: PointerEvent, slack: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientY >= top && clientY <= bottom && clientX >= left - slack && clientX <= right + slack;
}

/** After the list is drawn again: puts the focus where the person's work went on, and says what happened. */
export function announce(near: HTMLElement, focusId: string, text: string): void {
  const root = near.getRootNode() as ShadowRoot;
  const list = near.closest('.list');
  requestAnimationFrame(() => {
    root.getElementById(focusId)?.focus();
    const status = list?.querySelector('[role="status"]');
    if (status) status.textContent = text;
  });
}
