import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { ClientError } from '../../../client/transport/client-error.ts';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import { guessMapping } from '../../../protocol/contact-import/column-mapping.ts';
import type { Target } from '../../../protocol/contact-import/column-names.ts';
import { hasIdentity } from '../../../protocol/contact-import/contact-of-row.ts';
import type { ContactTable } from '../../../protocol/contact-import/contact-table.ts';
import { download } from '../download.ts';
import { errorMessage } from '../error-message.ts';
import { icon } from '../icons.ts';
import { loadChunk } from '../lazy-import.ts';
import type { AdminSession } from '../session/session.ts';
import { checkRows, type ImportRow, readKnownContacts } from './check-rows.ts';
import { FileFault, fileFaultMessage } from './import-messages.ts';
import { ImportRun } from './import-run.ts';
import {
  countStates,
  type Progress,
  renderFaulty,
  renderMapping,
  renderProgress,
  renderSummary,
} from './import-view.ts';

export const importTag = 'agent-chat-admin-import';

/** Imports a file of contacts in four steps: reading, mapping columns, checking and sending. */
export class ContactImport extends LitElement {
  static override properties = {
    session: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    table: { state: true },
    mapping: { state: true },
    rows: { state: true },
    run: { state: true },
    progress: { state: true },
    fault: { state: true },
    tick: { state: true },
  };

  declare session: AdminSession;
  declare strings: AdminStrings;
  declare locale: string;
  declare private table: ContactTable | undefined;
  declare private mapping: readonly Target[];
  declare private rows: ImportRow[] | undefined;
  declare private run: ImportRun | undefined;
  declare private progress: Progress | undefined;
  declare private fault: string | undefined;
  /** Increases with each change of the run, to render again. */
  declare private tick: number;
  /** Aborts reading and checking when another file is chosen or the panel is removed. */
  #work = new AbortController();
  #panel: Element | undefined;
  #focused = false;

  constructor() {
    super();
    this.mapping = [];
    this.tick = 0;
  }

  /** The server accepts the token again. */
  onAccessRestored(): void {
    this.fault = undefined;
  }

  get sending(): boolean {
    return this.run?.status === 'sending';
  }

  /** Whether an import has started and has rows left to send. */
  get unsent(): boolean {
    return this.run !== undefined && this.run.status !== 'finished';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#panel = (this.getRootNode() as ShadowRoot).host;
    if (this.#work.signal.aborted) this.#work = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // The import continues while another tab is open. It pauses when the panel is removed.
    if (this.#panel?.isConnected) return;
    this.#work.abort();
    this.progress = undefined;
    this.run?.pause();
  }

  protected override willUpdate(): void {
    this.#focused = this.#hasFocus;
  }

  /** Each step removes the button that started it. The focus then moves to the title. */
  protected override updated(): void {
    if (this.#focused && !this.#hasFocus) this.querySelector<HTMLElement>('#import-title')!.focus();
  }

  get #hasFocus(): boolean {
    return this.contains((this.getRootNode() as ShadowRoot).activeElement);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { importing } = this.strings;
    return html`<section
      class="import"
      aria-labelledby="import-title"
      @dragover=${(event: DragEvent) => event.preventDefault()}
      @drop=${this.#onDrop}
    >
      <h4 id="import-title" tabindex="-1">${importing.title}</h4>
      <p class="lead">${importing.text}</p>
      ${
        this.unsent
          ? nothing
          : html`<label class="button file">
              ${importing.choose}
              <input type="file" class="sr" accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json" @change=${this.#onFile} />
            </label>`
      }
      ${this.progress ? renderProgress(this.progress) : nothing}
      <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
      ${this.table && !this.rows && !this.progress ? this.#renderMapping(this.table) : nothing}
      ${this.rows ? this.#renderRows(this.rows) : nothing}
    </section>`;
  }

  #renderMapping(table: ContactTable): TemplateResult {
    const { importing } = this.strings;
    const { mapping } = this;
    const hasId = mapping.includes('external_id');
    const ready = hasIdentity(mapping);
    return html`${renderMapping(table, mapping, this.strings, next => {
      this.mapping = next;
    })}
      <div role="status">
        ${ready ? nothing : html`<p class="fault">${icon('alert')} ${importing.needId}</p>`}
        ${ready && !hasId ? html`<p class="hint">${importing.idFrom}</p>` : nothing}
      </div>
      <button type="button" class="primary" ?disabled=${!ready} @click=${() => this.#check(table)}>${importing.check}</button>`;
  }

  #renderRows(rows: readonly ImportRow[]): TemplateResult {
    const { importing } = this.strings;
    const counts = countStates(rows);
    const { run } = this;
    return html`${renderSummary(counts, run, this.strings)}
      ${renderFaulty(rows, this.strings)}
      <p class="actions">
        ${
          !run && counts.ready > 0
            ? html`<button type="button" class="primary" @click=${() => this.#start(rows)}>${importing.start(counts.ready)}</button>`
            : nothing
        }
        ${run?.status === 'sending' ? html`<button type="button" @click=${() => run.pause()}>${importing.pause}</button>` : nothing}
        ${run?.status === 'paused' ? html`<button type="button" class="primary" @click=${() => run.start()}>${importing.resume}</button>` : nothing}
        <button type="button" @click=${() => this.#report(rows)}>${importing.report}</button>
      </p>`;
  }

  #onFile({ target }: Event): void {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (file) void this.#read(file);
  }

  /** Without a handler the browser would navigate to the dropped file. */
  #onDrop(event: DragEvent): void {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && !this.unsent) void this.#read(file);
  }

  async #read(file: File): Promise<void> {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.table = undefined;
    this.rows = undefined;
    this.run = undefined;
    this.fault = undefined;
    this.progress = undefined;
    const { importing } = this.strings;
    try {
      const { readContactFile } = await loadChunk(import('./contact-file.ts'));
      const table = await readContactFile(file, file.name, {
        signal,
        onProgress: rows => {
          if (!signal.aborted) this.progress = { text: importing.reading(rows), done: 0, total: 0 };
        },
      });
      signal.throwIfAborted();
      this.mapping = guessMapping(table.columns, table.rows);
      this.table = table;
    } catch (error) {
      if (!signal.aborted) this.#showError(error);
    } finally {
      if (!signal.aborted) this.progress = undefined;
    }
  }

  async #check(table: ContactTable): Promise<void> {
    const { importing } = this.strings;
    const total = table.rows.length;
    const { signal } = this.#work;
    const show = (done: number): void => {
      if (!signal.aborted) this.progress = { text: importing.checking(done, total), done, total };
    };
    this.fault = undefined;
    show(0);
    try {
      const known = await readKnownContacts(this.session.client, signal);
      const rows = await checkRows(table, this.mapping, known, show);
      if (!signal.aborted) this.rows = rows;
    } catch (error) {
      if (!signal.aborted) this.#showError(error);
    } finally {
      if (!signal.aborted) this.progress = undefined;
    }
  }

  #start(rows: readonly ImportRow[]): void {
    const { importing } = this.strings;
    const total = countStates(rows).ready;
    const run = new ImportRun(this.session.client, rows, () => {
      this.tick++;
      const done = total - countStates(rows).ready;
      this.progress =
        run.status === 'finished' ? undefined : { text: importing.sending(done, total), done, total };
      this.fault = undefined;
      if (run.fault) this.#showError(run.fault);
      if (run.status !== 'sending') this.dispatchEvent(new CustomEvent('contacts-changed'));
    });
    this.run = run;
    void run.start();
  }

  async #report(rows: readonly ImportRow[]): Promise<void> {
    try {
      const { importReport } = await loadChunk(import('./export-contacts.ts'));
      download('import-report.csv', await importReport(rows, this.strings), 'text/csv;charset=utf-8');
      this.fault = undefined;
    } catch (error) {
      this.#showError(error);
    }
  }

  #showError(error: unknown): void {
    if (error instanceof FileFault) this.fault = fileFaultMessage(error, this.strings);
    // The browser could not read the file.
    else if (error instanceof DOMException) this.fault = this.strings.importing.unreadable(error.message);
    else if (error instanceof ClientError) {
      if (error.code === 'unauthorized') this.session.requireToken();
      this.fault = errorMessage(error.toTurnError(), this.strings);
    } else throw error;
  }
}
