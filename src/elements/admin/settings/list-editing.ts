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
    // The entries may contain lists of their own.
    const status = list?.querySelector(':scope > [role="status"]');
    if (status) status.textContent = text;
  });
}

/** Adds, removes and reorders the entries of a field; each way is an undo step, moves the focus and says what happened. */
export interface ListActions {
  add(event: Event): void;
  remove(event: Event, at: number): void;
  moveByDrag(grip: HTMLElement, from: number, to: number): void;
  moveByButton(event: Event, from: number, way: 'up' | 'down'): void;
}

/**
 * @param blank the entry that is added
 * @param focusId the id of the control of an entry that gets the focus
 */
export function listActions<E>(
  field: Field,
  entries: readonly E[],
  blank: E,
  focusId: (at: number) => string,
): ListActions {
  const { form } = field.strings;
  const put = (next: readonly E[]): void => {
    field.commit();
    field.edit(next);
    field.commit();
  };
  const move = (from: number, to: number): void => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
  };
  return {
    add(event) {
      const button = event.currentTarget as HTMLElement;
      field.commit();
      // No commit: adding an entry and typing into it is one undo step.
      field.edit([...entries, blank]);
      announce(button, focusId(entries.length), '');
    },
    remove(event, at) {
      const button = event.currentTarget as HTMLElement;
      put(entries.toSpliced(at, 1));
      announce(button, entries.length > 1 ? focusId(Math.max(0, at - 1)) : `${field.id}-add`, '');
    },
    moveByDrag(grip, from, to) {
      move(from, to);
      announce(grip, focusId(to), form.moved(to + 1, entries.length));
    },
    moveByButton(event, from, way) {
      const button = event.currentTarget as HTMLElement;
      const to = way === 'up' ? from - 1 : from + 1;
      move(from, to);
      // Keeps the focus on the same button; at either end on the other one, as this one is disabled there.
      const next = to === 0 ? 'down' : to === entries.length - 1 ? 'up' : way;
      announce(button, `${field.id}-${to}-${next}`, form.moved(to + 1, entries.length));
    },
  };
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
