import { html, type TemplateResult } from 'lit';
import { settingFault } from '../../../protocol/settings-patch.ts';
import type { ListRow } from '../../../protocol/settings-rows.ts';
import { isBlank } from '../../../protocol/text.ts';
import { icon } from '../icons.ts';
import type { Field } from './field.ts';
import { announce, startDrag } from './list-moves.ts';
import { type ListEntry, onEntryKey, onEntryPaste } from './list-typing.ts';

/** Entries past this many characters get a field of several lines. */
const LONG = 300;

/** A list of texts: add, change, remove, and reorder by dragging or by buttons. */
export function renderList(row: ListRow, field: Field): TemplateResult {
  const entries = field.value as readonly string[];
  const { form } = field.strings;
  const put = (next: readonly string[]): void => {
    field.settle();
    field.edit(next);
    field.settle();
  };
  const move = (from: number, to: number): void => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(from, 1));
    put(next);
  };
  const moveByDrag = (grip: HTMLElement, from: number, to: number): void => {
    move(from, to);
    announce(grip, `${field.id}-${to}`, form.moved(to + 1, entries.length));
  };
  const moveByButton = (event: Event, from: number, way: 'up' | 'down'): void => {
    const button = event.currentTarget as HTMLElement;
    const to = way === 'up' ? from - 1 : from + 1;
    move(from, to);
    // The next press moves it on. At the end of its way it can only go back.
    const next = to === 0 ? 'down' : to === entries.length - 1 ? 'up' : way;
    announce(button, `${field.id}-${to}-${next}`, form.moved(to + 1, entries.length));
  };
  const remove = (event: Event, at: number): void => {
    const button = event.currentTarget as HTMLElement;
    put(entries.toSpliced(at, 1));
    announce(button, entries.length > 1 ? `${field.id}-${Math.max(0, at - 1)}` : `${field.id}-add`, '');
  };
  const add = (event: Event): void => {
    const button = event.currentTarget as HTMLElement;
    field.settle();
    // One step with what will be typed into it.
    field.edit([...entries, '']);
    announce(button, `${field.id}-${entries.length}`, '');
  };
  return html`<div class="list" role="group" id=${field.id} aria-labelledby="${field.id}-label" aria-describedby=${field.describedBy}>
    <ol>
      ${entries.map(
        (_, i) => html`<li data-index=${i}>
          <span
            class="grip"
            aria-hidden="true"
            @pointerdown=${(event: PointerEvent) => startDrag(event, i, moveByDrag)}
          >${icon('grip')}</span>
          ${renderEntry({ row, field, entries, at: i })}
          <span class="buttons">
            <button type="button" class="icon" id="${field.id}-${i}-up" aria-label=${form.moveUp(i + 1)} ?disabled=${i === 0}
              @click=${(event: Event) => moveByButton(event, i, 'up')}>${icon('up')}</button>
            <button type="button" class="icon" id="${field.id}-${i}-down" aria-label=${form.moveDown(i + 1)} ?disabled=${i === entries.length - 1}
              @click=${(event: Event) => moveByButton(event, i, 'down')}>${icon('down')}</button>
            <button type="button" class="icon" aria-label=${form.remove(i + 1)}
              @click=${(event: Event) => remove(event, i)}>${icon('remove')}</button>
          </span>
        </li>`,
      )}
    </ol>
    <button type="button" class="small" id="${field.id}-add" aria-label=${form.addTo(field.label)}
      ?disabled=${entries.length >= row.maxItems} @click=${add}>${icon('add')} ${form.add}</button>
    <span class="sr" role="status"></span>
  </div>`;
}

function renderEntry(listEntry: ListEntry): TemplateResult {
  const { row, field, entries, at } = listEntry;
  const entry = entries[at]!;
  const label = field.strings.form.entry(field.label, at + 1);
  const read = row.kind === 'domains' ? asOrigin : (text: string) => text;
  const edit = (event: Event): void =>
    field.edit(entries.with(at, read((event.target as HTMLInputElement).value)));
  const id = `${field.id}-${at}`;
  const invalid = field.refusedEntry === at || (!isBlank(entry) && settingFault(row, [entry]) !== undefined);
  return row.max > LONG && row.kind === 'list'
    ? html`<textarea id=${id} rows="2" dir="auto" aria-label=${label} aria-describedby=${field.describedBy}
        aria-invalid=${invalid} .value=${entry} @input=${edit} @change=${field.settle}></textarea>`
    : html`<input id=${id} type="text" dir="auto" autocomplete="off" aria-label=${label} aria-describedby=${field.describedBy}
        aria-invalid=${invalid} spellcheck=${row.kind === 'domains' ? 'false' : 'true'} .value=${entry} @input=${edit} @change=${field.settle}
        @keydown=${(event: KeyboardEvent) => onEntryKey(event, listEntry)} @paste=${(event: ClipboardEvent) => onEntryPaste(event, listEntry, read)} />`;
}

/** A site as it is copied from the address bar, with the slash of its first page. */
function asOrigin(address: string): string {
  return address.trim().replace(/([^:/])\/$/, '$1');
}
