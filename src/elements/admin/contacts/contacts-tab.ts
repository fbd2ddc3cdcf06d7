import { html, nothing, type TemplateResult } from 'lit';
import type { Contact, ContactPage } from '../../../protocol/contacts.ts';
import { PER_PAGE_DEFAULT } from '../../../protocol/limits.ts';
import { download } from '../download.ts';
import { fetched } from '../fetched.ts';
import { icon } from '../icons.ts';
import { ToolTab } from '../tool-tab.ts';
import { ContactImport, importTag } from './contact-import.ts';
import { ROWS_AT_ONCE, renderContactTable } from './contact-table.ts';
import { FOUND_MAX, findContacts } from './find-contacts.ts';
import { type Progress, renderProgress } from './import-view.ts';
import { NewestFirst } from './newest-first.ts';
import { renderPaging } from './paging-view.ts';
import { TimeSlice } from './time-slice.ts';

export { contactStyles as styles } from './contact-styles.ts';

export const tag = 'agent-chat-admin-contacts';

/** The contacts of the agent, page by page and the newest first, with import and export. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    contacts: { state: true },
    drawn: { state: true },
    perPage: { state: true },
    progress: { state: true },
    importing: { state: true },
    sending: { state: true },
    exporting: { state: true },
    wanted: { state: true },
    tryAgain: { state: true },
  };

  declare private contacts: ContactPage | undefined;
  /** The rows in view, in groups. */
  declare private drawn: readonly (readonly Contact[])[];
  declare private perPage: number;
  declare private progress: string;
  declare private importing: boolean;
  /** The import was closed while it sent: it goes on out of sight, and is found again. */
  declare private sending: boolean;
  /** How far it is, and what ends it. */
  declare private exporting: (Progress & { stop: AbortController }) | undefined;
  /** The words that are looked for; empty while all contacts are in view. */
  declare private wanted: string;
  /** Asks for what could not be read last. */
  declare private tryAgain: (() => Promise<void>) | undefined;
  #request: AbortController | undefined;
  #list: NewestFirst | undefined;
  #panel: Element | undefined;

  constructor() {
    super();
    this.drawn = [];
    this.perPage = PER_PAGE_DEFAULT;
    this.progress = '';
    this.importing = false;
    this.sending = false;
    this.wanted = '';
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
    // With another tab of the panel open, an export goes on; with the panel gone, nobody waits for its file.
    if (!this.#panel?.isConnected) this.exporting?.stop.abort();
  }

  override get unsaved(): boolean {
    return this.querySelector<ContactImport>(importTag)?.unsent ?? false;
  }

  protected override readmitted(): void {
    this.querySelector<ContactImport>(importTag)?.readmitted();
    this.#again(this.contacts?.pages.page ?? 1);
  }

  protected override render(): TemplateResult {
    const { contacts: words, importing } = this.strings;
    const page = this.contacts;
    return html`<div>
      <h3 id="contacts-title">${this.strings.tabs.contacts}</h3>
      <p class="lead">${words.text}</p>
      <p class="actions">
        <strong role="status">${this.#renderTotal()}</strong>
        <span class="gap"></span>
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
      ${this.tryAgain ? this.renderAgain(this.tryAgain) : nothing}
      ${this.importing || this.sending ? this.#renderImport() : nothing}
      ${this.wanted !== '' || (page && page.total > 0) ? this.#renderFind() : nothing}
      ${
        page && page.total > 0
          ? html`${renderContactTable(this.drawn, this.strings, this.locale)}
            ${this.wanted === '' ? renderPaging({ pages: page.pages, turnTo: this.#load, resize: this.#resize }, this.strings) : nothing}`
          : nothing
      }
      ${page?.total === 0 && this.wanted === '' ? html`<p class="nothing">${words.none}</p>` : nothing}
    </div>`;
  }

  #renderTotal(): unknown {
    const { contacts: words } = this.strings;
    if (!this.contacts) return this.fault ? nothing : words.loading;
    const { total } = this.contacts;
    return `${words.total(total)}${this.wanted !== '' && total >= FOUND_MAX ? ' …' : ''}`;
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
      @contacts-changed=${() => this.#again(1)}
    ></agent-chat-admin-import>`;
  }

  /** Emptied, the field has done its work. */
  #onWanted(event: Event): void {
    if ((event.target as HTMLInputElement).value === '' && this.wanted !== '') void this.#load(1);
  }

  #onFind(event: SubmitEvent): void {
    event.preventDefault();
    const wanted = (event.target as HTMLFormElement).querySelector('input')!.value.trim();
    void (wanted === '' ? this.#load(1) : this.#find(wanted));
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
    this.#list ??= new NewestFirst(this.session.client);
    const list = this.#list;
    return this.#show('', signal => list.page(page, this.perPage, signal));
  };

  #find(wanted: string): Promise<void> {
    return this.#show(wanted, async signal => {
      this.progress = this.strings.contacts.loading;
      const reading = findContacts(this.session.client, wanted, signal);
      const data = await reading.finally(() => {
        this.progress = '';
      });
      const pages = { page: 1, per_page: FOUND_MAX, total_pages: 1 };
      return { message: '', data, total: data.length, pages };
    });
  }

  /** What is in view may have changed. */
  #again(page: number): void {
    void (this.wanted === '' ? this.#load(page) : this.#find(this.wanted));
  }

  async #show(wanted: string, read: (signal: AbortSignal) => Promise<ContactPage>): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const contacts = await read(request.signal);
      this.contacts = contacts;
      this.wanted = wanted;
      this.querySelector('.people')?.scrollTo(0, 0);
      await this.#draw(contacts.data, request.signal);
      this.fault = this.tryAgain = undefined;
    } catch (error) {
      if (isAborted(error)) return;
      this.failed(error);
      this.tryAgain = () => this.#show(wanted, read);
    }
  }

  /** Puts a page of contacts in view, some rows a frame. */
  async #draw(contacts: readonly Contact[], signal: AbortSignal): Promise<void> {
    const timeSlice = new TimeSlice();
    const groups = Math.ceil(contacts.length / ROWS_AT_ONCE);
    // The rows of the page before make room one group after the other, so that nothing jumps.
    for (let i = 0; i < groups; i++) {
      const group = contacts.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE);
      this.drawn = [...this.drawn.slice(0, i), group, ...this.drawn.slice(i + 1)];
      await this.updateComplete;
      await timeSlice.yield();
      signal.throwIfAborted();
    }
    this.drawn = this.drawn.slice(0, groups);
  }

  async #export(format: 'csv' | 'json', { currentTarget: button }: Event): Promise<void> {
    if (this.exporting) return;
    const stop = new AbortController();
    const tell = (done: number, total: number): void => {
      this.exporting = { text: this.strings.contacts.exporting(done, total), done, total, stop };
    };
    this.progress = '';
    // What went wrong before is no news of this one, unless it is why there are no contacts to be seen.
    if (this.contacts) this.fault = this.tryAgain = undefined;
    this.exporting = { text: this.strings.contacts.loading, done: 0, total: 0, stop };
    try {
      const { exportContacts } = await fetched(import('./export-contacts.ts'));
      const parts = await exportContacts(this.session.client, format, tell, stop.signal);
      download(`contacts.${format}`, parts, format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json');
      this.progress = this.exporting!.text;
    } catch (error) {
      if (!isAborted(error)) this.failed(error);
    }
    const hadFocus = this.querySelector('.stop:focus') !== null;
    this.exporting = undefined;
    if (hadFocus) (button as HTMLElement).focus();
  }
}

/** Somebody has gone on to something else. */
function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
