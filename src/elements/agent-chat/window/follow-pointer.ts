/**
 * Captures the pointer that drags a control until it is released.
 * @param onMove is called with the distance from the start, in CSS pixels
 */
export function followPointer(
  control: HTMLElement,
  { pointerId, clientX, clientY }: PointerEvent,
  onMove: (x: number, y: number) => void,
  onEnd: () => void,
): void {
  try {
    control.setPointerCapture(pointerId);
  } catch {
    // A touch that has already ended.
  }
  // A mouse whose button has already been released still exists, without capture.
  if (!control.hasPointerCapture(pointerId)) return;
  const dragging = new AbortController();
  const end = ({ target }: Event): void => {
    // A touch is first captured by its own target, which loses it to the control.
    if (target !== control) return;
    dragging.abort();
    onEnd();
  };
  const follow = (move: PointerEvent): void => {
    // A control that is removed from the page loses the pointer without an event.
    if (control.hasPointerCapture(pointerId)) onMove(move.clientX - clientX, move.clientY - clientY);
    else end(move);
  };
  control.addEventListener('pointermove', follow, dragging);
  control.addEventListener('lostpointercapture', end, dragging);
}
