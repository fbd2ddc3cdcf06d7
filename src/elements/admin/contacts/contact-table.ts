import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { Contact, ContactPage } from '../../../protocol/contacts.ts';

const COLUMNS = [
  'external_id',
  'name',
  'email',
  'phonenumber',
  // Before the columns that few contacts use, so that it is visible without scrolling sideways.
  'created_at',
  'custom_attributes',
  'payment_accounts',
  'updated_at',
  'id',
] as const;

/** Rows to render per frame. A page can have a thousand. */
export const ROWS_PER_GROUP = 100;

/**
 * One page of contacts in groups of rows, so that a new group does not render the others again. The roles are explicit,
 * because a narrow panel shows rows as cards and browsers drop the table semantics with `display: block`.
 */
export function renderContactTable(
  groups: readonly (readonly Contact[])[],
  strings: AdminStrings,
  locale: string,
  edit?: (contact: Contact) => void,
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
            html`<tbody role="rowgroup">${group.map(contact => renderContact(contact, strings, date, edit))}</tbody>`,
        ),
      )}
    </table>
  </div>`;
}

function renderContact(
  contact: Contact,
  strings: AdminStrings,
  date: Intl.DateTimeFormat,
  edit: ((contact: Contact) => void) | undefined,
): TemplateResult {
  const { columns } = strings.contacts;
  return html`<tr role="row">
    ${COLUMNS.map((column, i) => {
      if (i === 0) {
        const id = contact.external_id;
        const label = `${strings.answers.edit}: ${id}`;
        return html`<th scope="row" role="rowheader" dir="auto">${
          edit
            ? html`<button type="button" class="quiet edit" data-contact=${contact.id} aria-label=${label} @click=${() => edit(contact)}>${id}</button>`
            : id
        }</th>`;
      }
      const value = renderCell(contact, column, strings, date);
      // An empty cell takes no line in a card.
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

const SIZES = [10, 50, 100, 500, 1000];

export interface PagingOptions {
  pages: ContactPage['pages'];
  turnTo: (page: number) => unknown;
  /** Changes the number of rows per page. */
  resize: (perPage: number) => void;
}

/** Buttons to the other pages, and the page size. Uses `aria-disabled` so that a button without effect keeps the focus. */
export function renderPaging(
  { pages: { page, per_page: size, total_pages: last }, turnTo, resize }: PagingOptions,
  { contacts: words }: AdminStrings,
): TemplateResult {
  const to = (target: number, label: string, sign: string): TemplateResult => {
    const none = target < 1 || target > last || target === page;
    return html`<button type="button" class="icon turn" aria-label=${label} title=${label}
      aria-disabled=${none ? 'true' : nothing} @click=${() => none || turnTo(target)}>${sign}</button>`;
  };
  return html`<nav class="paging" aria-label=${words.page(page, last)}>
    ${to(1, words.first, '«')} ${to(page - 1, words.previous, '‹')}
    <span aria-current="page">${words.page(page, last)}</span>
    ${to(page + 1, words.next, '›')} ${to(last, words.last, '»')}
    <label>${words.perPage}
      <select @change=${(event: Event) => resize(Number((event.target as HTMLSelectElement).value))}>
        ${SIZES.map(option => html`<option value=${option} ?selected=${option === size}>${option}</option>`)}
      </select>
    </label>
  </nav>`;
}
