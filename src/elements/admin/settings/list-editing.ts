import type { ListRow, WordGroupsRow } from '../../../protocol/settings-rows.ts';
import type { Field } from './field.ts';

/** Drags an entry of a list by its grip. Calls `move` once, when the pointer is released over another entry. */
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
  const tolerance = grip.offsetWidth;
  const over = (pointer: PointerEvent): void => {
    const rows = [...list.children];
    const to = rows.findIndex(row => isInside(row, pointer, tolerance));
    // In the gap between two rows the last target stays. Outside the list there is none.
    if (to >= 0) target = to;
    else if (!isInside(list, pointer, tolerance)) target = from;
    for (const [i, row] of rows.entries())
      row.toggleAttribute('data-target', i === target && target !== from);
  };
  let target = from;
  // The system took over the touch, for a phone call or a gesture of its own.
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

/** @param tolerance pixels outside on the left or right that still count, as the grip is at the edge */
function isInside(element: Element, { clientX, clientY }: PointerEvent, tolerance: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientY >= top && clientY <= bottom && clientX >= left - tolerance && clientX <= right + tolerance;
}

/** Moves the focus and announces the result, after the list has rendered. */
export function announce(near: HTMLElement, focusId: string, text: string): void {
  const root = near.getRootNode() as ShadowRoot;
  const list = near.closest('.list');
  requestAnimationFrame(() => {
    root.getElementById(focusId)?.focus();
    const status = list?.querySelector('[role="status"]');
    if (status) status.textContent = text;
  });
}

/** The entry of a list that has the focus. */
export interface ListEntry {
  row: ListRow | WordGroupsRow;
  field: Field;
  entries: readonly string[];
  at: number;
}

/** Enter adds an entry, unless this one is empty. */
export function onEntryKey(event: KeyboardEvent, { row, field, entries, at }: ListEntry): void {
  // Safari ends a composition before its Enter arrives; keyCode 229 still tells. https://bugs.webkit.org/show_bug.cgi?id=165004
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (entries[at] === '' || entries.length >= row.maxItems) return;
  field.commit();
  field.edit(entries.toSpliced(at + 1, 0, ''));
  announce(event.target as HTMLElement, `${field.id}-${at + 1}`, '');
}

/** Pasting several lines into an empty entry makes each line an entry, up to the limit of the list. */
export function onEntryPaste(
  event: ClipboardEvent,
  { row, field, entries, at }: ListEntry,
  read: (text: string) => string,
): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  const parts = pasted.split(row.kind === 'domains' ? /[\s,;]+/ : /[\r\n]+/).map(part => read(part.trim()));
  const added = parts.filter(part => part !== '').slice(0, row.maxItems - entries.length + 1);
  if (entries[at] !== '' || added.length < 2) return;
  event.preventDefault();
  field.commit();
  field.edit(entries.toSpliced(at, 1, ...added));
  field.commit();
  announce(event.target as HTMLElement, `${field.id}-${at + added.length - 1}`, '');
}
