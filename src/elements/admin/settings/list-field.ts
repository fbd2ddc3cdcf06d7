import { html, type TemplateResult } from 'lit';
import { settingFault } from '../../../protocol/settings-patch.ts';
import type { ListRow, WordGroupsRow } from '../../../protocol/settings-rows.ts';
import { isBlank } from '../../../protocol/text.ts';
import { icon } from '../icons.ts';
import type { Field } from './field.ts';
import {
  type ListActions,
  type ListEntry,
  listActions,
  onEntryKey,
  onEntryPaste,
  startDrag,
} from './list-editing.ts';

/** Entries that can be longer get a field with several lines. */
const ONE_LINE_MAX = 300;

/** A list of texts with buttons to add, remove and reorder entries, and drag and drop. */
export function renderList(row: ListRow | WordGroupsRow, field: Field): TemplateResult {
  const entries = field.value as readonly string[];
  const actions = listActions(field, entries, '', at => `${field.id}-${at}`);
  return renderEntries(field, row.maxItems, entries, actions, at => renderEntry({ row, field, entries, at }));
}

/** Entries, each with buttons to remove and reorder it and a grip to drag it by, and a button that adds one. The order of buttons and fields is the one the eye sees. */
export function renderEntries(
  field: Field,
  maxItems: number,
  entries: readonly unknown[],
  { add, remove, moveByDrag, moveByButton }: ListActions,
  renderOne: (at: number) => TemplateResult,
  buttonsFirst = false,
): TemplateResult {
  const { form } = field.strings;
  const renderButtons = (i: number): TemplateResult => html`<span class="buttons">
    <button type="button" class="icon" id="${field.id}-${i}-up" aria-label=${form.moveUp(i + 1)} ?disabled=${i === 0}
      @click=${(event: Event) => moveByButton(event, i, 'up')}>${icon('up')}</button>
    <button type="button" class="icon" id="${field.id}-${i}-down" aria-label=${form.moveDown(i + 1)} ?disabled=${i === entries.length - 1}
      @click=${(event: Event) => moveByButton(event, i, 'down')}>${icon('down')}</button>
    <button type="button" class="icon" aria-label=${form.remove(i + 1)}
      @click=${(event: Event) => remove(event, i)}>${icon('remove')}</button>
  </span>`;
  return html`<div class="list" role="group" id=${field.id} aria-labelledby="${field.id}-label" aria-describedby=${field.describedBy}>
    <ol>
      ${entries.map(
        (_, i) => html`<li data-index=${i}>
          <span
            class="grip"
            aria-hidden="true"
            @pointerdown=${(event: PointerEvent) => startDrag(event, i, moveByDrag)}
          >${icon('grip')}</span>
          ${buttonsFirst ? [renderButtons(i), renderOne(i)] : [renderOne(i), renderButtons(i)]}
        </li>`,
      )}
    </ol>
    <button type="button" class="small" id="${field.id}-add" aria-label=${form.addTo(field.label)}
      ?disabled=${entries.length >= maxItems} @click=${add}>${icon('add')} ${form.add}</button>
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
  return row.max > ONE_LINE_MAX && row.kind === 'list'
    ? html`<textarea id=${id} rows="2" dir="auto" placeholder=" " aria-label=${label} aria-describedby=${field.describedBy}
        aria-invalid=${invalid} .value=${entry} @input=${edit} @change=${field.commit}></textarea>`
    : html`<input id=${id} type="text" dir="auto" placeholder=" " autocomplete="off" aria-label=${label} aria-describedby=${field.describedBy}
        aria-invalid=${invalid} spellcheck=${row.kind === 'domains' ? 'false' : 'true'} .value=${entry} @input=${edit} @change=${field.commit}
        @keydown=${(event: KeyboardEvent) => onEntryKey(event, listEntry)} @paste=${(event: ClipboardEvent) => onEntryPaste(event, listEntry, read)} />`;
}

/** Removes the trailing slash that a URL copied from the address bar has. */
function asOrigin(address: string): string {
  return address.trim().replace(/([^:/])\/$/, '$1');
}
