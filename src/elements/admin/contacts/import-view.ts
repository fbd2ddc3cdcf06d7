import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { ImportRow, RowState } from './check-rows.ts';
import { rowFaultText } from './fault-words.ts';
import type { ImportRun } from './import-run.ts';

/** Rows shown with their fault; the report has all of them. */
const SHOWN = 50;

export function countStates(rows: readonly ImportRow[]): Record<RowState, number> {
  const counts = { ready: 0, invalid: 0, duplicate: 0, exists: 0, created: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

export interface Progress {
  text: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
}

export function renderProgress({ text, done, total }: Progress): TemplateResult {
  return html`<div class="progress">
    ${total > 0 ? html`<progress max=${total} .value=${done} aria-label=${text}></progress>` : html`<progress aria-label=${text}></progress>`}
    <span>${text}</span>
  </div>`;
}

/** Before the run: what would be sent. During and after it: what became of all rows. */
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

/** The first rows that are left out, and why: those to be put right before those that are there already. */
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
            <td>${fault && rowFaultText(fault, strings)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
