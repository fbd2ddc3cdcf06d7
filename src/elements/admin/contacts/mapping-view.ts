import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { CONTACT_FIELDS } from '../../../protocol/contact-csv.ts';
import { suggestNames } from '../../../protocol/contact-import/column-mapping.ts';
import type { Target } from '../../../protocol/contact-import/column-names.ts';
import type { ContactTable } from '../../../protocol/contact-import/contact-table.ts';

/** What is in which column: a choice for each, beside the first value found in it. */
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
                    change(giveTo(mapping, i, (event.target as HTMLSelectElement).value as Target))}
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

/** A field is one column's: taken by another, what was in the first is kept as an attribute. */
function giveTo(mapping: readonly Target[], column: number, target: Target): Target[] {
  return mapping.map((before, i) =>
    i === column ? target : before === target && target !== '' ? 'attribute' : before,
  );
}

/** The first value near the top; looking at every row would take long for a column that is empty. */
function sampleOf(table: ContactTable, column: number): string {
  const found = table.rows.slice(0, 100).find(row => row[column] !== undefined && row[column] !== '')?.[
    column
  ];
  if (found === undefined || found === null) return '';
  return (typeof found === 'string' ? found : JSON.stringify(found)).slice(0, 80);
}
