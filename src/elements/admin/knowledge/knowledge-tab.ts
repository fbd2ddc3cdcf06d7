import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
  DocumentPassage,
  KnowledgeDocument,
  KnowledgeSource,
  QuestionFindings,
  SiteChange,
  SkippedDocument,
} from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { ToolTab } from '../tool-tab.ts';
import { renderAsk } from './findings.ts';
import { renderSiteForm } from './site-form.ts';
import { type Forgettable, renderSources } from './source-list.ts';
import {
  askSources,
  forgetDocument,
  forgetSource,
  listDocuments,
  listPassages,
  listSkipped,
  listSources,
  restoreDocument,
  saveSite,
} from './source-requests.ts';
import { renderTextForm, type TextDraft } from './text-form.ts';
import { ACCEPTED, renderUploads } from './upload-list.ts';
import { type QueuedFile, UploadQueue } from './upload-queue.ts';

export { knowledgeStyles as styles } from './knowledge-styles.ts';

export const tag = 'agent-chat-admin-knowledge';

/** Milliseconds between requests for the progress of websites. */
const POLL_MS = 2000;

/** What the agent answers from: files to upload, texts to write, websites to read, all sources, and what is found for a question. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    sources: { state: true },
    documents: { state: true },
    passages: { state: true },
    skipped: { state: true },
    isAddingSite: { state: true },
    asked: { state: true },
    findings: { state: true },
    draft: { state: true },
    isOver: { state: true },
    message: { state: true },
    files: { state: true },
  };

  declare private sources: KnowledgeSource[] | undefined;
  declare private documents: ReadonlyMap<string, readonly KnowledgeDocument[]>;
  declare private passages: ReadonlyMap<number, readonly DocumentPassage[]>;
  declare private skipped: ReadonlyMap<string, readonly SkippedDocument[]>;
  /** Whether the form for a website is open. */
  declare private isAddingSite: boolean;
  /** What the owner is asked whether to forget. */
  declare private asked: Forgettable | undefined;
  declare private findings: QuestionFindings | undefined;
  /** The text that is being written. */
  declare private draft: TextDraft | undefined;
  /** Whether files are dragged over the tab. */
  declare private isOver: boolean;
  declare private message: string;
  declare private files: readonly QueuedFile[];
  #queue: UploadQueue | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  /** Whether the error that is shown is one of polling. The next poll that succeeds removes only that. */
  #isPollFault = false;

  constructor() {
    super();
    this.documents = new Map();
    this.passages = new Map();
    this.skipped = new Map();
    this.isAddingSite = false;
    this.isOver = false;
    this.message = '';
    this.files = [];
  }

  override get unsaved(): boolean {
    return Boolean(this.#queue?.isBusy || this.draft?.text.trim() || this.draft?.title.trim());
  }

  protected override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.#queue = new UploadQueue(this.session.client, this.#onUpload);
    void this.#load();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#schedulePoll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  protected override onAccessRestored(): void {
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { knowledge: words, tabs, contacts } = this.strings;
    const { strings, locale, sources, documents, passages, skipped, asked } = this;
    return html`<div class="knowledge">
      <h3 tabindex="-1">${tabs.knowledge}</h3>
      <p class="lead">${words.text}</p>
      ${this.draft ? this.#renderText(this.draft) : this.isAddingSite ? this.#renderSite() : this.#renderDrop()}
      <div role="status">
        ${this.files.length > 0 ? renderUploads(this.files, { strings, locale, retry: file => this.#queue?.retry(file), remove: file => this.#queue?.remove(file) }) : nothing}
        ${this.message ? html`<p class="done">${this.message}</p>` : nothing}
      </div>
      <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
      ${this.fault && !sources ? this.renderRetry(() => this.#load()) : nothing}
      ${renderAsk(this.findings, strings, question => void this.#ask(question))}
      <h4 id="sources-title" tabindex="-1">${words.sources}</h4>
      ${sources || this.fault ? nothing : html`<p class="waiting" role="status">${contacts.loading}</p>`}
      ${sources?.length === 0 ? html`<p class="nothing">${words.none}</p>` : nothing}
      ${
        sources?.length
          ? renderSources(sources, {
              ...{ strings, locale, documents, passages, skipped, asked },
              openSource: source => void this.#readDocuments(source.name),
              openDocument: document => void this.#readPassages(document.id),
              openSkipped: source => void this.#readSkipped(source.name),
              changeSite: (source, change) => void this.#saveSite({ ...change, address: source.name }),
              restore: (source, path) => void this.#restore(source.name, path),
              ask: what => void this.#askToForget(what),
              forget: () => void this.#forget(),
              keep: () => void this.#keep(),
            })
          : nothing
      }
    </div>`;
  }

  #renderDrop(): TemplateResult {
    const { knowledge: words } = this.strings;
    return html`<div
      class="drop"
      ?data-over=${this.isOver}
      @dragover=${this.#onDragOver}
      @dragleave=${this.#onDragLeave}
      @drop=${this.#onDrop}
    >
      <button type="button" class="primary choose" @click=${() => this.querySelector<HTMLInputElement>('input[type=file]')!.click()}>${icon('add')} ${words.choose}</button>
      <input type="file" multiple hidden accept=${ACCEPTED} aria-label=${words.choose} @change=${this.#onChosen} />
      <span class="hint">${words.drop}</span>
      <button type="button" class="write" @click=${this.#write}>${words.write}</button>
      <button type="button" class="add-site" @click=${this.#openSite}>${words.addSite}</button>
    </div>`;
  }

  #renderSite(): TemplateResult {
    const add = async (address: string, everyHours: number | null): Promise<void> => {
      if (await this.#saveSite({ address, readNow: true, ...(everyHours !== null && { everyHours }) }))
        await this.#closeSite('#sources-title');
    };
    return renderSiteForm({
      strings: this.strings,
      add: (address, hours) => void add(address, hours),
      close: () => void this.#closeSite('.add-site'),
    });
  }

  #renderText(draft: TextDraft): TemplateResult {
    return renderTextForm(draft, {
      strings: this.strings,
      edit: change => {
        if (this.draft) this.draft = { ...this.draft, ...change };
      },
      save: () => void this.#saveText(),
      close: () => void this.#closeText(),
    });
  }

  async #load(isPoll = false): Promise<void> {
    await this.#attempt(async client => {
      this.sources = await listSources(client);
    }, isPoll);
    this.#schedulePoll();
  }

  /** Asks again while a website is read, or waits for it. */
  #schedulePoll(): void {
    clearTimeout(this.#poll);
    const isBusy = this.sources?.some(isBeingRead);
    if (isBusy && this.isConnected) this.#poll = setTimeout(() => void this.#pollSites(), POLL_MS);
  }

  async #pollSites(): Promise<void> {
    const before = new Set(this.sources?.filter(isBeingRead).map(({ name }) => name));
    const hadSample = this.#hasSample();
    await this.#load(true);
    const finished = this.sources?.find(
      source => before.has(source.name) && source.reading?.state === 'idle',
    );
    if (finished) {
      if (!finished.reading?.fault) this.message = this.strings.knowledge.siteReady(finished.name);
      await this.#readOpened();
    }
    await this.#reloadAfterSample(hadSample);
  }

  async #readDocuments(source: string): Promise<void> {
    await this.#attempt(async client => {
      const documents = await listDocuments(client, source);
      this.documents = new Map(this.documents).set(source, documents);
    });
  }

  async #readPassages(id: number): Promise<void> {
    await this.#attempt(async client => {
      const passages = await listPassages(client, id);
      this.passages = new Map(this.passages).set(id, passages);
    });
  }

  /** Runs a request, and shows the error if it fails. @returns whether it succeeded */
  async #attempt(task: (client: AdminClient) => Promise<void>, isPoll = false): Promise<boolean> {
    try {
      await task(this.session.client);
      if (!isPoll || this.#isPollFault) this.fault = undefined;
      return true;
    } catch (error) {
      this.#isPollFault = isPoll;
      this.showError(error);
      return false;
    }
  }

  readonly #onUpload = (file: QueuedFile): void => {
    this.files = [...(this.#queue?.files ?? [])];
    if (file.error?.code === 'unauthorized') this.session.requireToken();
    if (file.status === 'stored' && this.files.includes(file)) void this.#refresh();
  };

  /** Reads what has changed again: the sources, and the documents of those that are open. */
  async #refresh(): Promise<void> {
    const hadSample = this.#hasSample();
    await this.#load();
    await this.#readOpened();
    await this.#reloadAfterSample(hadSample);
  }

  async #readOpened(): Promise<void> {
    const isListed = (name: string): boolean => this.sources?.some(source => source.name === name) ?? false;
    for (const name of this.documents.keys()) if (isListed(name)) await this.#readDocuments(name);
    for (const name of this.skipped.keys()) if (isListed(name)) await this.#readSkipped(name);
    const known = new Set([...this.documents.values()].flat().map(({ id }) => id));
    for (const id of this.passages.keys()) if (known.has(id)) await this.#readPassages(id);
  }

  #hasSample(): boolean {
    return this.sources?.some(({ kind }) => kind === 'sample') ?? false;
  }

  /** With the documents of the first run, its greeting and questions are gone, too. */
  async #reloadAfterSample(hadSample: boolean): Promise<void> {
    if (hadSample && !this.#hasSample() && this.session.draft?.changes.length === 0)
      await this.session.load();
  }

  async #readSkipped(source: string): Promise<void> {
    await this.#attempt(async client => {
      this.skipped = new Map(this.skipped).set(source, await listSkipped(client, source));
    });
  }

  #openSite = async (): Promise<void> => {
    this.isAddingSite = true;
    await this.#focus('#site-address');
  };

  async #closeSite(focused: string): Promise<void> {
    this.isAddingSite = false;
    await this.#focus(focused);
  }

  async #saveSite(change: SiteChange): Promise<boolean> {
    this.message = '';
    const isDone = await this.#attempt(client => saveSite(client, change));
    // A short reading may have ended already.
    if (isDone) await this.#refresh();
    return isDone;
  }

  async #restore(source: string, path: string): Promise<void> {
    const isDone = await this.#attempt(client => restoreDocument(client, source, path));
    if (!isDone) return;
    this.message = this.strings.knowledge.restored(path);
    await this.#load();
    await this.#readOpened();
    await this.#focus('#sources-title');
  }

  #onChosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.#queue?.add([...(input.files ?? [])]);
    input.value = '';
  };

  #onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isOver = true;
  };

  #onDragLeave = (): void => {
    this.isOver = false;
  };

  #onDrop = (event: DragEvent): void => {
    this.isOver = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#queue?.add(files);
  };

  #write = async (): Promise<void> => {
    this.draft = { title: '', text: '' };
    await this.#focus('#text-title');
  };

  async #saveText(): Promise<void> {
    const { draft } = this;
    if (!draft?.title.trim() || !draft.text.trim()) return;
    const title = draft.title.trim();
    // A title may have characters that a name of a file cannot have.
    const name = `${title.replace(/[/\\\p{Cc}]+/gu, ' ').trim() || '-'}.md`;
    this.#queue?.add([new File([`# ${title}\n\n${draft.text}\n`], name)]);
    await this.#closeText();
  }

  async #closeText(): Promise<void> {
    this.draft = undefined;
    await this.#focus('.write');
  }

  async #ask(question: string): Promise<void> {
    await this.#attempt(async client => {
      this.findings = await askSources(client, question);
    });
  }

  async #askToForget(what: Forgettable): Promise<void> {
    this.asked = what;
    await this.#focus('.keep');
  }

  async #keep(): Promise<void> {
    this.asked = undefined;
    await this.#focus('#sources-title');
  }

  async #forget(): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    const { source, document } = asked;
    this.asked = undefined;
    const isDone = await this.#attempt(async client => {
      if (document) await forgetDocument(client, document.id);
      else await forgetSource(client, source.name);
    });
    if (isDone) {
      const { knowledge: words } = this.strings;
      const name = source.kind === 'uploads' ? words.kinds.uploads : source.name;
      this.message = words.forgotten(document?.path ?? name);
      await this.#load();
      await this.#readOpened();
    }
    await this.#focus('#sources-title');
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}

function isBeingRead({ reading }: KnowledgeSource): boolean {
  return reading?.state === 'reading' || reading?.state === 'waiting';
}
