import { html, nothing, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { ContactPage } from '../../../protocol/contacts.ts';

const SIZES = [10, 50, 100, 500, 1000];

export interface PagingOptions {
  pages: ContactPage['pages'];
  turnTo: (page: number) => unknown;
  /** Rows that a page has from now on. */
  resize: (perPage: number) => void;
}

/** The way to the other pages. A button that leads nowhere keeps the focus. */
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
