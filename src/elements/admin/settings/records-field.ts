import { html, type TemplateResult } from 'lit';
import type { RecordField, RecordsRow, SettingsRow } from '../../../protocol/settings-rows.ts';
import { isBlankEntry } from '../session/setting-changes.ts';
import type { Field, FieldOptions } from './field.ts';
import { listActions } from './list-editing.ts';
import { renderEntries } from './list-field.ts';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Entries with the same fields, each in a frame of its own.
 * @param renderRow renders one of the fields by its kind
 */
export function renderRecords(
  row: RecordsRow,
  field: Field,
  renderRow: (options: FieldOptions) => TemplateResult | undefined,
): TemplateResult {
  const entries = field.value as readonly Entry[];
  const blank = Object.fromEntries(row.fields.map(each => [each.key, each.default]));
  const idOf = (at: number, key: string): string => `${field.id}-${at}-${key}`;
  const actions = listActions(field, entries, blank, at => idOf(at, row.fields[0]!.key));
  const renderOne = (at: number): TemplateResult => {
    const entry = entries[at]!;
    return html`<fieldset class="thing" aria-label=${field.strings.form.entry(field.label, at + 1)}>
      ${fieldsOf(row, entry).map(part =>
        renderRow({
          row: asRow(row, part),
          entryId: idOf(at, part.key),
          untouched: isBlankEntry(entry, row),
          value: entry[part.key],
          saved: undefined,
          refused: undefined,
          strings: field.strings,
          edit: (_, value) => field.edit(entries.with(at, { ...entry, [part.key]: value })),
          commit: field.commit,
        }),
      )}
    </fieldset>`;
  };
  return renderEntries(field, row.maxItems, entries, actions, renderOne, true);
}

/** The fields that an entry has a use for. */
function fieldsOf({ fields, only }: RecordsRow, entry: Entry): RecordField[] {
  return fields.flatMap((field): RecordField[] => {
    if (field.key !== only?.field || field.kind !== 'list') return [field];
    return entry[only.if] === only.is ? [{ ...field, minItems: 1 }] : [];
  });
}

/** A field as a row of its own, whose label and hint are found by the keys of both. */
function asRow({ key, group, access }: RecordsRow, field: RecordField): SettingsRow {
  return { ...field, key: `${key}.${field.key}`, group, access };
}
