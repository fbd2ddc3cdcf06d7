import { html, nothing, type TemplateResult } from 'lit';
import { ClientError } from '../../../client/client-error.ts';
import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_DEFAULT } from '../../../protocol/limits.ts';
import { download } from '../download.ts';
import { faultWords } from '../fault-words.ts';
import { fetched } from '../fetched.ts';
import { icon } from '../icons.ts';
import { ToolTab } from '../tool-tab.ts';
import { Breath } from './breathe.ts';
import { ContactImport, importTag } from './contact-import.ts';
import { ROWS_AT_ONCE, renderContactTable } from './contact-table.ts';

export { contactStyles as styles } from './contact-styles.ts';

export const tag = 'agent-chat-admin-contacts';
const SIZES = [10, 50, 100, 500, 1000];

/** The contacts of the agent, page by page, with import and export. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    contacts: { state: true },
    drawn: { state: true },
    perPage: { state: true },
    fault: { state: true },
    progress: { state: true },
    importing: { state: true },
    sending: { state: true },
    busy: { state: true },
  };

  declare private contacts: ContactPage | undefined;
  /** The rows in view, in groups. */
  declare private drawn: readonly (readonly Contact[])[];
  declare private perPage: number;
  declare private fault: string | undefined;
  declare private progress: string;
  declare private importing: boolean;
  /** The import was closed while it sent: it goes on out of sight, and is found again. */
  declare private sending: boolean;
  declare private busy: boolean;
  #request: AbortController | undefined;

  constructor() {
    super();
    this.drawn = [];
    this.perPage = PER_PAGE_DEFAULT;
    this.progress = '';
    this.importing = false;
    this.sending = false;
    this.busy = false;
    if (!customElements.get(importTag)) customElements.define(importTag, ContactImport);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#load(1));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request?.abort();
  }

  override get unsaved(): boolean {
    return this.querySelector<ContactImport>(importTag)?.unsent ?? false;
  }

  protected override readmitted(): void {
    void this.#load(this.contacts?.pages.page ?? 1);
  }

  protected override render(): TemplateResult {
    const { contacts: words, importing } = this.strings;
    const page = this.contacts;
    return html`<div>
      <h3 id="contacts-title">${this.strings.tabs.contacts}</h3>
      <p class="lead">${words.text}</p>
      <p class="actions">
        <strong>${page ? words.total(page.total) : this.fault ? nothing : words.loading}</strong>
        <span class="gap"></span>
        <button type="button" aria-expanded=${this.importing} @click=${this.#toggleImport}>
          ${icon(this.importing ? 'remove' : 'add')} ${this.importing ? importing.cancel : words.import}
        </button>
        <button type="button" aria-disabled=${this.busy ? 'true' : nothing} @click=${() => this.#export('csv')}>${words.exportCsv}</button>
        <button type="button" aria-disabled=${this.busy ? 'true' : nothing} @click=${() => this.#export('json')}>${words.exportJson}</button>
      </p>
      <div role="status">
        ${this.progress ? html`<p class="hint">${this.progress}</p>` : nothing}
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
      </div>
      ${this.fault && !page ? this.renderAgain(() => this.#load(1)) : nothing}
      ${this.importing || this.sending ? this.#renderImport() : nothing}
      ${
        page && page.total > 0
          ? html`${renderContactTable(this.drawn, this.strings, this.locale)} ${this.#renderPaging(page)}`
          : nothing
      }
      ${page?.total === 0 ? html`<p class="nothing">${words.none}</p>` : nothing}
    </div>`;
  }

  #renderImport(): TemplateResult {
    return html`<agent-chat-admin-import
      ?hidden=${!this.importing}
      .session=${this.session}
      .strings=${this.strings}
      .locale=${this.locale}
      @contacts-changed=${() => this.#load(1)}
    ></agent-chat-admin-import>`;
  }

  #renderPaging({ pages: { page, total_pages: last } }: ContactPage): TemplateResult {
    const { contacts: words } = this.strings;
    const to = (target: number, label: string, sign: string): TemplateResult => {
      const none = target < 1 || target > last || target === page;
      return html`<button type="button" class="icon turn" aria-label=${label} title=${label}
        aria-disabled=${none ? 'true' : nothing} @click=${() => none || this.#load(target)}>${sign}</button>`;
    };
    return html`<nav class="paging" aria-label=${words.page(page, last)}>
      ${to(1, words.first, '«')} ${to(page - 1, words.previous, '‹')}
      <span aria-current="page">${words.page(page, last)}</span>
      ${to(page + 1, words.next, '›')} ${to(last, words.last, '»')}
      <label>${words.perPage}
        <select @change=${this.#onSize}>
          ${SIZES.map(size => html`<option value=${size} ?selected=${size === this.perPage}>${size}</option>`)}
        </select>
      </label>
    </nav>`;
  }

  #toggleImport(): void {
    this.sending = this.importing && this.querySelector<ContactImport>(importTag)!.sending;
    this.importing = !this.importing;
  }

  #onSize(event: Event): void {
    this.perPage = Number((event.target as HTMLSelectElement).value);
    void this.#load(1);
  }

  async #load(page: number): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    await this.#try(async () => {
      const contacts = await this.session.client.contacts(page, this.perPage, request.signal);
      this.contacts = contacts;
      await this.#draw(contacts.data, request.signal);
    });
  }

  /** Puts a page of contacts in view, some rows a frame. */
  async #draw(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const breath = new Breath();
    const groups = Math.ceil(contacts.length / ROWS_AT_ONCE);
    // The rows of the page before make room one group after the other, so that nothing jumps.
    for (let i = 0; i < groups; i++) {
      const group = contacts.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE);
      this.drawn = [...this.drawn.slice(0, i), group, ...this.drawn.slice(i + 1)];
      await this.updateComplete;
      await breath.take();
      signal.throwIfAborted();
    }
    this.drawn = this.drawn.slice(0, groups);
  }

  async #export(format: 'csv' | 'json'): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.#try(async () => {
      const { exportContacts } = await fetched(import('./export-contacts.ts'));
      const parts = await exportContacts(this.session.client, format, (done, total) => {
        this.progress = this.strings.contacts.exporting(done, total);
      });
      download(`contacts.${format}`, parts, format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json');
    });
    this.busy = false;
  }

  async #try(action: () => Promise<void>): Promise<void> {
    try {
      await action();
      this.fault = undefined;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      if (!(error instanceof ClientError)) throw error;
      if (error.code === 'unauthorized') this.session.accessRefused();
      this.fault = faultWords(error.toTurnError(), this.strings);
    }
  }
}
