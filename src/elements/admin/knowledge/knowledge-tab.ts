import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  ASK_MAX,
  type DocumentPassage,
  type KnowledgeDocument,
  type KnowledgeSource,
  type QuestionFindings,
} from '../../../protocol/sources.ts';
import { icon } from '../icons.ts';
import type { AdminClient } from '../session/admin-client.ts';
import { ToolTab } from '../tool-tab.ts';
import { renderFindings } from './findings.ts';
import { type Forgettable, renderSources } from './source-list.ts';
import {
  askSources,
  forgetDocument,
  forgetSource,
  listDocuments,
  listPassages,
  listSources,
} from './source-requests.ts';
import { ACCEPTED, renderUploads } from './upload-list.ts';
import { type QueuedFile, UploadQueue } from './upload-queue.ts';

export { knowledgeStyles as styles } from './knowledge-styles.ts';

export const tag = 'agent-chat-admin-knowledge';

/** Characters of a title that becomes the name of a file. */
const TITLE_MAX = 150;

interface TextDraft {
  title: string;
  text: string;
}

/** What the agent answers from: files to upload, texts to write, all sources, and what is found for a question. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    sources: { state: true },
    documents: { state: true },
    passages: { state: true },
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

  constructor() {
    super();
    this.documents = new Map();
    this.passages = new Map();
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

  protected override onAccessRestored(): void {
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { knowledge: words, tabs, contacts } = this.strings;
    const { strings, locale, sources, documents, passages, asked } = this;
    return html`<div class="knowledge">
      <h3 tabindex="-1">${tabs.knowledge}</h3>
      <p class="lead">${words.text}</p>
      ${this.draft ? this.#renderText(this.draft) : this.#renderDrop()}
      <div role="status">
        ${this.files.length > 0 ? renderUploads(this.files, { strings, locale, retry: file => this.#queue?.retry(file), remove: file => this.#queue?.remove(file) }) : nothing}
        ${this.message ? html`<p class="done">${this.message}</p>` : nothing}
      </div>
      <div role="alert">${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}</div>
      ${this.fault && !sources ? this.renderRetry(() => this.#load()) : nothing}
      ${this.#renderAsk()}
      <h4 id="sources-title" tabindex="-1">${words.sources}</h4>
      ${sources || this.fault ? nothing : html`<p class="waiting" role="status">${contacts.loading}</p>`}
      ${sources?.length === 0 ? html`<p class="nothing">${words.none}</p>` : nothing}
      ${
        sources?.length
          ? renderSources(sources, {
              ...{ strings, locale, documents, passages, asked },
              openSource: source => void this.#readDocuments(source.name),
              openDocument: document => void this.#readPassages(document.id),
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
    </div>`;
  }

  #renderText({ title, text }: TextDraft): TemplateResult {
    const { knowledge: words, saving } = this.strings;
    const edit = (field: keyof TextDraft) => (event: Event) => {
      if (this.draft)
        this.draft = {
          ...this.draft,
          [field]: (event.target as HTMLInputElement | HTMLTextAreaElement).value,
        };
    };
    return html`<form @submit=${this.#saveText}>
      <div class="field">
        <label for="text-title">${words.title}</label>
        <input id="text-title" type="text" dir="auto" required maxlength=${TITLE_MAX} .value=${title} @input=${edit('title')} />
      </div>
      <div class="field">
        <label for="text-body">${words.body}</label>
        <textarea id="text-body" rows="8" dir="auto" required .value=${text} aria-describedby="text-hint" @input=${edit('text')}></textarea>
        <p class="hint" id="text-hint">${words.bodyHint}</p>
      </div>
      <p class="actions">
        <button type="submit" class="primary">${saving.save}</button>
        <button type="button" @click=${this.#closeText}>${words.discard}</button>
      </p>
    </form>`;
  }

  #renderAsk(): TemplateResult {
    const { knowledge: words, answers } = this.strings;
    return html`<h4>${words.ask}</h4>
      <p class="hint">${words.askText}</p>
      <form class="ask" @submit=${this.#ask}>
        <div class="field">
          <label for="ask-question">${answers.fields.question}</label>
          <div class="line">
            <input id="ask-question" type="text" dir="auto" required maxlength=${ASK_MAX} autocomplete="off" />
            <button type="submit">${words.find}</button>
          </div>
        </div>
      </form>
      <div role="status">${this.findings ? renderFindings(this.findings, this.strings) : nothing}</div>`;
  }

  async #load(): Promise<void> {
    await this.#attempt(async client => {
      this.sources = await listSources(client);
    });
  }

  async #readDocuments(source: string): Promise<void> {
    await this.#attempt(async client => {
      this.documents = new Map(this.documents).set(source, await listDocuments(client, source));
    });
  }

  async #readPassages(id: number): Promise<void> {
    if (this.passages.has(id)) return;
    await this.#attempt(async client => {
      this.passages = new Map(this.passages).set(id, await listPassages(client, id));
    });
  }

  /** Runs a request, and shows the error if it fails. @returns whether it succeeded */
  async #attempt(task: (client: AdminClient) => Promise<void>): Promise<boolean> {
    try {
      await task(this.session.client);
      this.fault = undefined;
      return true;
    } catch (error) {
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
    const hadSample = this.sources?.some(({ kind }) => kind === 'sample');
    await this.#load();
    for (const name of this.documents.keys()) {
      if (this.sources?.some(source => source.name === name)) await this.#readDocuments(name);
    }
    // The greeting and the questions of the first run are gone, too.
    if (hadSample && this.session.draft?.changes.length === 0) await this.session.load();
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

  #saveText = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { draft } = this;
    if (!draft?.title.trim() || !draft.text.trim()) return;
    const title = draft.title.trim();
    // A title may have characters that a name of a file cannot have.
    const name = `${title.replace(/[/\\\p{Cc}]+/gu, ' ').trim() || '-'}.md`;
    this.#queue?.add([new File([`# ${title}\n\n${draft.text}\n`], name)]);
    await this.#closeText();
  };

  #closeText = async (): Promise<void> => {
    this.draft = undefined;
    await this.#focus('.write');
  };

  #ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    const question = this.querySelector<HTMLInputElement>('#ask-question')!.value.trim();
    if (question === '') return;
    await this.#attempt(async client => {
      this.findings = await askSources(client, question);
    });
  };

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
      if (this.sources?.some(other => other.name === source.name)) await this.#readDocuments(source.name);
    }
    await this.#focus('#sources-title');
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}
