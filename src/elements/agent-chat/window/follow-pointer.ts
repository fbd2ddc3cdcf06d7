/** Follows the pointer that holds a control, until it lets go. Tells how far it is from where it took hold. */
export function followPointer(
  control: HTMLElement,
  { pointerId, clientX, clientY }: PointerEvent,
  onMove: (x: number, y: number) => void,
  onEnd: () => void,
): void {
  try {
    control.setPointerCapture(pointerId);
  } catch {
    // A finger that has let go already.
  }
  // A mouse that has let go is there still.
  if (!control.hasPointerCapture(pointerId)) return;
  const over = new AbortController();
  const end = ({ target }: Event): void => {
    // A finger is held by what it touches first: that loses it to the control.
    if (target !== control) return;
    over.abort();
    onEnd();
  };
  const follow = (move: PointerEvent): void => {
    // Taken off the page in the middle, a control loses the pointer and is not told.
    if (control.hasPointerCapture(pointerId)) onMove(move.clientX - clientX, move.clientY - clientY);
    else end(move);
  };
  control.addEventListener('pointermove', follow, over);
  control.addEventListener('lostpointercapture', end, over);
}
