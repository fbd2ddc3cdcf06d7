import type { ListRow } from '../../../protocol/settings-rows.ts';
import type { Field } from './field.ts';
import { announce } from './list-moves.ts';

/** An entry of a list with a line of its own, where the keyboard is. */
export interface ListEntry {
  row: ListRow;
  field: Field;
  entries: readonly string[];
  at: number;
}

/** Enter goes on to a new entry, once there is something in this one. */
export function onEntryKey(event: KeyboardEvent, { row, field, entries, at }: ListEntry): void {
  // Safari ends a composition before its Enter arrives; keyCode 229 still tells. https://bugs.webkit.org/show_bug.cgi?id=165004
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (entries[at] === '' || entries.length >= row.maxItems) return;
  field.settle();
  field.edit(entries.toSpliced(at + 1, 0, ''));
  announce(event.target as HTMLElement, `${field.id}-${at + 1}`, '');
}

/** A field of one line would run a pasted list together: each line becomes an entry, as far as there is room. */
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
  field.settle();
  field.edit(entries.toSpliced(at, 1, ...added));
  field.settle();
  announce(event.target as HTMLElement, `${field.id}-${at + added.length - 1}`, '');
}
