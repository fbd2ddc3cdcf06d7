import { html, nothing, type TemplateResult } from 'lit';
import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_DEFAULT } from '../../../protocol/limits.ts';
import { download } from '../download.ts';
import { icon } from '../icons.ts';
import { loadChunk } from '../lazy-import.ts';
import { ToolTab } from '../tool-tab.ts';
import { type ContactForm, contactFormTag, defineContactForm } from './contact-form.ts';
import { ContactImport, importTag } from './contact-import.ts';
import { ContactList, FOUND_MAX, findContacts } from './contact-list.ts';
import { ROWS_PER_GROUP, renderContactTable, renderPaging } from './contact-table.ts';
import { type Progress, renderProgress } from './import-view.ts';
import { TimeSlice } from './time-slice.ts';

export { contactStyles as styles } from './contact-styles.ts';

export const tag = 'agent-chat-admin-contacts';

/** The contacts of the agent, newest first, with search, import and export. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    contacts: { state: true },
    groups: { state: true },
    perPage: { state: true },
    progress: { state: true },
    importing: { state: true },
    sending: { state: true },
    exporting: { state: true },
    query: { state: true },
    retry: { state: true },
    edited: { state: true },
  };

  declare private contacts: ContactPage | undefined;
  /** The rendered rows, in groups. */
  declare private groups: readonly (readonly Contact[])[];
  declare private perPage: number;
  declare private progress: string;
  declare private importing: boolean;
  /** The import was closed while sending. It continues hidden. */
  declare private sending: boolean;
  /** The running export. */
  declare private exporting: (Progress & { stop: AbortController }) | undefined;
  /** The words to search for; empty while all contacts are shown. */
  declare private query: string;
  /** Repeats the request that failed last. */
  declare private retry: (() => Promise<void>) | undefined;
  /** The contact whose form is open; null for a new one. */
  declare private edited: Contact | null | undefined;
  #request: AbortController | undefined;
  #list: ContactList | undefined;
  #panel: Element | undefined;

  constructor() {
    super();
    this.groups = [];
    this.perPage = PER_PAGE_DEFAULT;
    this.progress = '';
    this.importing = false;
    this.sending = false;
    this.query = '';
    defineContactForm();
    if (!customElements.get(importTag)) customElements.define(importTag, ContactImport);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#panel = (this.getRootNode() as ShadowRoot).host;
    void this.updateComplete.then(() => this.#load(1));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request?.abort();
    // An export continues while another tab is open. It ends when the panel is removed.
    if (!this.#panel?.isConnected) this.exporting?.stop.abort();
  }

  override get unsaved(): boolean {
    return (
      this.querySelector<ContactImport>(importTag)?.unsent === true ||
      this.querySelector<ContactForm>(contactFormTag)?.unsaved === true
    );
  }

  protected override onAccessRestored(): void {
    this.querySelector<ContactImport>(importTag)?.onAccessRestored();
    this.#reload(this.contacts?.pages.page ?? 1);
  }

  protected override render(): TemplateResult {
    const { contacts: words, importing } = this.strings;
    const page = this.contacts;
    const { edited } = this;
    // The list stays, with a running import and what is searched for.
    return html`${edited === undefined ? nothing : this.#renderForm(edited)}
    <div ?hidden=${edited !== undefined}>
      <h3 id="contacts-title">${this.strings.tabs.contacts}</h3>
      <p class="lead">${words.text}</p>
      <p class="actions">
        <strong role="status">${this.#renderTotal()}</strong>
        <span class="gap"></span>
        <button type="button" class="new" @click=${() => this.#edit(null)}>${icon('add')} ${words.add}</button>
        <button type="button" aria-expanded=${this.importing} @click=${this.#toggleImport}>
          ${icon(this.importing ? 'remove' : 'add')} ${this.importing ? importing.cancel : words.import}
        </button>
        <button type="button" aria-disabled=${this.exporting ? 'true' : nothing} @click=${(event: Event) => this.#export('csv', event)}>${words.exportCsv}</button>
        <button type="button" aria-disabled=${this.exporting ? 'true' : nothing} @click=${(event: Event) => this.#export('json', event)}>${words.exportJson}</button>
      </p>
      <div role="status">
        ${this.progress ? html`<p class="hint">${this.progress}</p>` : nothing}
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
      </div>
      ${this.exporting ? this.#renderExporting(this.exporting) : nothing}
      ${this.retry ? this.renderRetry(this.retry) : nothing}
      ${this.importing || this.sending ? this.#renderImport() : nothing}
      ${this.query !== '' || (page && page.total > 0) ? this.#renderFind() : nothing}
      ${
        page && page.total > 0
          ? html`${renderContactTable(this.groups, this.strings, this.locale, this.session.extensions.contacts ? this.#edit : undefined)}
            ${this.query === '' ? renderPaging({ pages: page.pages, turnTo: this.#load, resize: this.#resize }, this.strings) : nothing}`
          : nothing
      }
      ${page?.total === 0 && this.query === '' ? html`<p class="nothing">${words.none}</p>` : nothing}
    </div>`;
  }

  #renderForm(contact: Contact | null): TemplateResult {
    return html`<agent-chat-admin-contact
      .session=${this.session}
      .strings=${this.strings}
      .locale=${this.locale}
      .revision=${this.revision}
      .contact=${contact ?? undefined}
      @contact-done=${this.#onDone}
    ></agent-chat-admin-contact>`;
  }

  #edit = (contact: Contact | null): void => {
    this.edited = contact;
  };

  #onDone = async ({ detail }: CustomEvent<string | undefined>): Promise<void> => {
    const id = this.edited?.id;
    this.edited = undefined;
    if (detail !== undefined) {
      await (this.query === '' ? this.#load(this.contacts?.pages.page ?? 1) : this.#find(this.query));
      this.progress = detail;
    }
    await this.updateComplete;
    const row =
      id === undefined ? null : this.querySelector<HTMLElement>(`[data-contact="${CSS.escape(id)}"]`);
    (row ?? this.querySelector<HTMLElement>('.new'))?.focus();
  };

  #renderTotal(): unknown {
    const { contacts: words } = this.strings;
    if (!this.contacts) return this.fault ? nothing : words.loading;
    const { total } = this.contacts;
    return `${words.total(total)}${this.query !== '' && total >= FOUND_MAX ? ' …' : ''}`;
  }

  #renderExporting({ stop, ...progress }: Progress & { stop: AbortController }): TemplateResult {
    return html`${renderProgress(progress)}
      <p><button type="button" class="stop" @click=${() => stop.abort()}>${this.strings.test.stop}</button></p>`;
  }

  #renderFind(): TemplateResult {
    const { contacts: words } = this.strings;
    return html`<form class="line" role="search" @submit=${this.#onFind}>
      <input type="text" inputmode="search" enterkeyhint="search" dir="auto" autocomplete="off" spellcheck="false"
        aria-label=${words.findBy} placeholder=${words.findBy} @input=${this.#onWanted} />
      <button>${words.find}</button>
    </form>`;
  }

  #renderImport(): TemplateResult {
    return html`<agent-chat-admin-import
      ?hidden=${!this.importing}
      .session=${this.session}
      .strings=${this.strings}
      .locale=${this.locale}
      @contacts-changed=${() => this.#reload(1)}
    ></agent-chat-admin-import>`;
  }

  /** Shows all contacts again when the field is emptied. */
  #onWanted(event: Event): void {
    if ((event.target as HTMLInputElement).value === '' && this.query !== '') void this.#load(1);
  }

  #onFind(event: SubmitEvent): void {
    event.preventDefault();
    const query = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
    void (query === '' ? this.#load(1) : this.#find(query));
  }

  #toggleImport(): void {
    this.sending = this.importing && this.querySelector<ContactImport>(importTag)!.sending;
    this.importing = !this.importing;
  }

  #resize = (perPage: number): void => {
    this.perPage = perPage;
    void this.#load(1);
  };

  #load = (page: number): Promise<void> => {
    this.#list ??= new ContactList(this.session.client);
    const list = this.#list;
    return this.#show('', signal => list.page(page, this.perPage, signal));
  };

  #find(query: string): Promise<void> {
    return this.#show(query, async signal => {
      this.progress = this.strings.contacts.loading;
      const reading = findContacts(this.session.client, query, signal);
      const data = await reading.finally(() => {
        this.progress = '';
      });
      const pages = { page: 1, per_page: FOUND_MAX, total_pages: 1 };
      return { message: '', data, total: data.length, pages };
    });
  }

  #reload(page: number): void {
    void (this.query === '' ? this.#load(page) : this.#find(this.query));
  }

  async #show(query: string, read: (signal: AbortSignal) => Promise<ContactPage>): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const contacts = await read(request.signal);
      this.contacts = contacts;
      this.query = query;
      this.querySelector('.people')?.scrollTo(0, 0);
      await this.#renderGroups(contacts.data, request.signal);
      this.fault = this.retry = undefined;
    } catch (error) {
      if (isAbortError(error)) return;
      this.showError(error);
      this.retry = () => this.#show(query, read);
    }
  }

  /** Renders a page of contacts, one group per frame. */
  async #renderGroups(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const timeSlice = new TimeSlice();
    const count = Math.ceil(contacts.length / ROWS_PER_GROUP);
    // Replaces the rows of the previous page group by group, so that the layout does not jump.
    for (let i = 0; i < count; i++) {
      const group = contacts.slice(i * ROWS_PER_GROUP, (i + 1) * ROWS_PER_GROUP);
      this.groups = [...this.groups.slice(0, i), group, ...this.groups.slice(i + 1)];
      await this.updateComplete;
      await timeSlice.yield();
      signal.throwIfAborted();
    }
    this.groups = this.groups.slice(0, count);
  }

  async #export(format: 'csv' | 'json', { currentTarget: button }: Event): Promise<void> {
    if (this.exporting) return;
    const stop = new AbortController();
    const onProgress = (done: number, total: number): void => {
      this.exporting = { text: this.strings.contacts.exporting(done, total), done, total, stop };
    };
    this.progress = '';
    // Clears an older error, unless it explains why no contacts are shown.
    if (this.contacts) this.fault = this.retry = undefined;
    this.exporting = { text: this.strings.contacts.loading, done: 0, total: 0, stop };
    try {
      const { exportContacts } = await loadChunk(import('./export-contacts.ts'));
      const parts = await exportContacts(this.session.client, format, onProgress, stop.signal);
      download(`contacts.${format}`, parts, format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json');
      this.progress = this.exporting!.text;
    } catch (error) {
      if (!isAbortError(error)) this.showError(error);
    }
    const hadFocus = this.querySelector('.stop:focus') !== null;
    this.exporting = undefined;
    if (hadFocus) (button as HTMLElement).focus();
  }
}

function isAbortError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
