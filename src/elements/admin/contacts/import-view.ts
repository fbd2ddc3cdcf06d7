import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { CONTACT_FIELDS } from '../../../protocol/contact-csv.ts';
import { suggestNames } from '../../../protocol/contact-import/column-mapping.ts';
import type { Target } from '../../../protocol/contact-import/column-names.ts';
import type { ContactTable } from '../../../protocol/contact-import/contact-table.ts';
import type { ImportRow, RowState } from './check-rows.ts';
import { rowFaultMessage } from './import-messages.ts';
import type { ImportRun } from './import-run.ts';

/** Rows to list with their error. The report has all of them. */
const SHOWN = 50;

export function countStates(rows: readonly ImportRow[]): Record<RowState, number> {
  const counts = { ready: 0, invalid: 0, duplicate: 0, exists: 0, created: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

export interface Progress {
  text: string;
  done: number;
  /** 0 if unknown. */
  total: number;
}

export function renderProgress({ text, done, total }: Progress): TemplateResult {
  return html`<div class="progress">
    ${total > 0 ? html`<progress max=${total} .value=${done} aria-label=${text}></progress>` : html`<progress aria-label=${text}></progress>`}
    <span>${text}</span>
  </div>`;
}

/** Before the run the number of rows to send, during and after it the result of all rows. */
export function renderSummary(
  counts: Record<RowState, number>,
  run: ImportRun | undefined,
  { importing }: AdminStrings,
): TemplateResult {
  const out = counts.invalid + counts.duplicate + counts.exists;
  const parts = [
    ...(run ? [importing.created(counts.created)] : []),
    importing.exists(counts.exists),
    importing.invalid(counts.invalid),
    importing.duplicate(counts.duplicate),
    ...(run && counts.ready > 0 ? [importing.unsent(counts.ready)] : []),
  ];
  return html`<div role="status" class="summary">
    ${run?.status === 'finished' ? html`<p><strong>${importing.finished}</strong></p>` : nothing}
    ${run?.status === 'paused' ? html`<p><strong>${importing.paused}</strong></p>` : nothing}
    ${run ? nothing : html`<p><strong>${importing.ready(counts.ready)}</strong> ${out > 0 ? importing.faulty(out) : nothing}</p>`}
    <ul>
      ${parts.map(part => html`<li>${part}</li>`)}
    </ul>
  </div>`;
}

/** The first rows that are not imported, and why. Invalid rows come before existing contacts. */
export function renderFaulty(rows: readonly ImportRow[], strings: AdminStrings): TemplateResult {
  const { importing, contacts } = strings;
  const leftOut = Object.groupBy(
    rows.filter(row => row.fault),
    row => (row.state === 'exists' ? 'known' : 'wrong'),
  );
  const faulty = [...(leftOut.wrong ?? []), ...(leftOut.known ?? [])].slice(0, SHOWN);
  if (faulty.length === 0) return html`${nothing}`;
  return html`<div class="scroll faulty" role="region" aria-label=${importing.reason} tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${importing.row}</th>
          <th scope="col">${contacts.columns.external_id}</th>
          <th scope="col">${importing.reason}</th>
        </tr>
      </thead>
      <tbody>
        ${faulty.map(
          ({ number, input, fault }) => html`<tr>
            <th scope="row">${number}</th>
            <td dir="auto">${String(input.external_id ?? '')}</td>
            <td>${fault && rowFaultMessage(fault, strings)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A table that assigns each column of the file to a field, with the first value of the column. */
export function renderMapping(
  table: ContactTable,
  mapping: readonly Target[],
  strings: AdminStrings,
  change: (mapping: Target[]) => void,
): TemplateResult {
  const { importing, contacts } = strings;
  const meant = suggestNames(table.columns, mapping);
  return html`<h4 id="mapping-title">${importing.mapping}</h4>
    <p class="hint">${importing.mappingText}</p>
    <div class="scroll mapping" role="region" aria-labelledby="mapping-title" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${importing.column}</th>
            <th scope="col">${importing.sample}</th>
            <th scope="col">${importing.goesTo}</th>
          </tr>
        </thead>
        <tbody>
          ${table.columns.map(
            (column, i) => html`<tr>
              <th scope="row" dir="auto">${column}</th>
              <td dir="auto" class="sample">${sampleOf(table, i)}</td>
              <td>
                <select
                  aria-describedby=${meant[i] ? `meant-${i}` : nothing}
                  aria-label=${column + strings.form.colon + importing.goesTo}
                  @change=${(event: Event) =>
                    change(assignColumn(mapping, i, (event.target as HTMLSelectElement).value as Target))}
                >
                  <option value="" ?selected=${mapping[i] === ''}>${importing.leaveOut}</option>
                  ${CONTACT_FIELDS.map(
                    target => html`<option value=${target} ?selected=${mapping[i] === target}>
                      ${contacts.columns[target]}
                    </option>`,
                  )}
                  <option value="attribute" ?selected=${mapping[i] === 'attribute'}>
                    ${importing.attribute(column)}
                  </option>
                </select>
                ${meant[i] ? html`<p class="hint" id="meant-${i}">${importing.mistyped(meant[i])}</p>` : nothing}
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Two columns cannot share a field. The column that had it before becomes an attribute. */
function assignColumn(mapping: readonly Target[], column: number, target: Target): Target[] {
  return mapping.map((before, i) =>
    i === column ? target : before === target && target !== '' ? 'attribute' : before,
  );
}

/** The first value within the first 100 rows. */
function sampleOf(table: ContactTable, column: number): string {
  const found = table.rows.slice(0, 100).find(row => row[column] !== undefined && row[column] !== '')?.[
    column
  ];
  if (found === undefined || found === null) return '';
  return (typeof found === 'string' ? found : JSON.stringify(found)).slice(0, 80);
}
