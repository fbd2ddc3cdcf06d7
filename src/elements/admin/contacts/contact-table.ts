import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { Contact } from '../../../protocol/contacts.ts';

const COLUMNS = [
  'external_id',
  'name',
  'email',
  'phonenumber',
  // Before what few contacts have: whoever looks for the latest sees it without scrolling sideways.
  'created_at',
  'custom_attributes',
  'payment_accounts',
  'updated_at',
  'id',
] as const;

/** Rows that are drawn in one go: a page may have a thousand. */
export const ROWS_AT_ONCE = 100;

/**
 * One page of contacts, in groups of which a new one is drawn without touching those before. All that is in it was
 * written by strangers and is drawn as text. Roles are said: a narrow panel draws rows as cards, and what is not drawn
 * as a table is not one to every browser.
 */
export function renderContactTable(
  groups: readonly (readonly Contact[])[],
  strings: AdminStrings,
  locale: string,
): TemplateResult {
  const { columns } = strings.contacts;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<div class="scroll people" role="region" aria-label=${strings.tabs.contacts} tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">${COLUMNS.map(column => html`<th scope="col" role="columnheader">${columns[column]}</th>`)}</tr>
      </thead>
      ${groups.map(group =>
        guard(
          [group, strings],
          () =>
            html`<tbody role="rowgroup">${group.map(contact => renderContact(contact, strings, date))}</tbody>`,
        ),
      )}
    </table>
  </div>`;
}

function renderContact(contact: Contact, strings: AdminStrings, date: Intl.DateTimeFormat): TemplateResult {
  const { columns } = strings.contacts;
  return html`<tr role="row">
    ${COLUMNS.map((column, i) => {
      if (i === 0) return html`<th scope="row" role="rowheader" dir="auto">${contact.external_id}</th>`;
      const value = renderCell(contact, column, strings, date);
      // Without a value it is empty, and takes no line where the row is a card.
      return html`<td role="cell" data-label=${columns[column]}>${value ? html`<bdi>${value}</bdi>` : nothing}</td>`;
    })}
  </tr>`;
}

function renderCell(
  contact: Contact,
  column: (typeof COLUMNS)[number],
  { contacts }: AdminStrings,
  date: Intl.DateTimeFormat,
): unknown {
  switch (column) {
    case 'custom_attributes': {
      const entries = Object.entries(contact.custom_attributes ?? {});
      return renderDetails(contacts.attributes(entries.length), entries);
    }
    case 'payment_accounts': {
      const accounts = contact.payment_accounts ?? [];
      const entries = accounts.flatMap(account => Object.entries(account));
      return renderDetails(contacts.accounts(accounts.length), entries);
    }
    case 'created_at':
    case 'updated_at': {
      const seconds = contact[column];
      return Number.isFinite(seconds) ? date.format(new Date(seconds * 1000)) : undefined;
    }
    default:
      return contact[column];
  }
}

function renderDetails(summary: string, entries: readonly [string, unknown][]): unknown {
  if (entries.length === 0) return undefined;
  return html`<details>
    <summary>${summary}</summary>
    <dl>
      ${entries.map(
        ([name, value]) => html`<dt dir="auto">${name}</dt>
          <dd dir="auto">${typeof value === 'string' ? value : JSON.stringify(value)}</dd>`,
      )}
    </dl>
  </details>`;
}
