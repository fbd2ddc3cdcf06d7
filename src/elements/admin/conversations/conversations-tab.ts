import { html, nothing, type TemplateResult } from 'lit';
import { EXPORT_TYPES } from '../../../protocol/conversation-export.ts';
import type {
  ConversationDetail,
  ConversationFilters,
  ConversationState,
  ConversationSummary,
  ExportFormat,
} from '../../../protocol/conversations.ts';
import { download } from '../download.ts';
import { icon } from '../icons.ts';
import { definePersonActions } from '../person-actions.ts';
import type { ConversationsLink } from '../session/session.ts';
import { ToolTab } from '../tool-tab.ts';
import { type ReplyActions, renderConversation } from './conversation-view.ts';

export { conversationStyles as styles } from './conversation-styles.ts';

export const tag = 'agent-chat-admin-conversations';

const STATES = ['unanswered', 'near-miss', 'down', 'stopped', 'failed'] as const;

/** What visitors asked: a list with search and filters, and one conversation with what its replies were made from. */
export class Tab extends ToolTab {
  static override properties = {
    ...ToolTab.properties,
    filters: { state: true },
    conversations: { state: true },
    next: { state: true },
    opened: { state: true },
    asksToDelete: { state: true },
    message: { state: true },
    busy: { state: true },
  };

  declare private filters: ConversationFilters;
  declare private conversations: ConversationSummary[] | undefined;
  /** Cursor of the next page; null on the last page. */
  declare private next: string | null;
  declare private opened: ConversationDetail | undefined;
  /** Whether the owner still has to confirm that the conversation is deleted. */
  declare private asksToDelete: boolean;
  declare private message: string;
  declare private busy: boolean;
  #request: AbortController | undefined;

  constructor() {
    super();
    this.filters = {};
    this.next = null;
    this.message = '';
    this.asksToDelete = false;
    this.busy = false;
    definePersonActions();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.updateComplete.then(() => this.#onShown());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request?.abort();
  }

  protected override onAccessRestored(): void {
    void this.#load();
  }

  protected override render(): TemplateResult {
    const { conversations: words, tabs } = this.strings;
    const days = this.session.extensions.conversations?.days;
    if (this.opened) return this.#renderOpened(this.opened);
    return html`<div class="conversations">
      <h3 id="conversations-title">${tabs.conversations}</h3>
      <p class="lead">${words.text} ${days ? words.kept(days) : nothing}</p>
      ${this.#renderFilters()}
      ${this.#renderStatus()}
      ${
        this.conversations?.length
          ? html`<ol class="talks" aria-labelledby="conversations-title">${this.conversations.map(talk => this.#renderSummary(talk))}</ol>`
          : nothing
      }
      ${this.next === null ? nothing : html`<p><button type="button" class="more" aria-disabled=${this.busy ? 'true' : nothing} @click=${this.#loadMore}>${words.more}</button></p>`}
      ${this.conversations?.length ? this.#renderExports() : nothing}
    </div>`;
  }

  #renderStatus(): TemplateResult {
    const { conversations: words, contacts } = this.strings;
    const isFiltered = Object.keys(this.filters).length > 0;
    const isLoading = this.busy || (!this.conversations && !this.fault);
    return html`<div role="status">
        ${this.fault ? html`<p class="fault">${icon('alert')} ${this.fault}</p>` : nothing}
        ${this.message ? html`<p class="hint">${this.message}</p>` : nothing}
        ${isLoading ? html`<p class="waiting">${contacts.loading}</p>` : nothing}
        ${!isLoading && this.conversations?.length === 0 && this.next === null ? html`<p class="nothing">${isFiltered ? words.noMatch : words.none}</p>` : nothing}
      </div>
      ${this.fault ? this.renderRetry(() => this.#load()) : nothing}`;
  }

  #renderFilters(): TemplateResult {
    const { conversations: words, contacts } = this.strings;
    const { q = '', state, verdict, from = '', to = '', user = '', language = '' } = this.filters;
    const chosen = verdict ?? state ?? '';
    return html`<form class="filters" role="search" @submit=${this.#onSearch} @change=${this.#onChange}>
      <div class="line">
        <input type="text" name="q" maxlength="200" inputmode="search" enterkeyhint="search" dir="auto" autocomplete="off"
          spellcheck="false" aria-label=${words.search} placeholder=${words.search} .value=${q} />
        <button>${contacts.find}</button>
      </div>
      <label class="choice"><span>${words.show}</span>
        <select name="state">
          <option value="" ?selected=${chosen === ''}>${words.all}</option>
          ${STATES.map(one => html`<option value=${one} ?selected=${chosen === one}>${words.states[one]}</option>`)}
        </select>
      </label>
      <details ?open=${Boolean(from || to || user || language)}>
        <summary>${words.filters}</summary>
        <div class="more-filters">
          <label><span>${words.from}</span><input type="date" name="from" .value=${from} /></label>
          <label><span>${words.to}</span><input type="date" name="to" .value=${to} /></label>
          <label><span>${words.user}</span><input type="text" name="user" maxlength="256" dir="auto" placeholder=" " autocomplete="off" .value=${user} /></label>
          <label><span>${this.strings.preview.language}</span><input type="text" name="language" maxlength="3" size="4" placeholder="en" autocomplete="off" autocapitalize="none" .value=${language} /></label>
        </div>
      </details>
      ${this.filters.visitor ? html`<p><button type="button" class="small" @click=${() => this.#apply({})}>${icon('remove')} ${words.sameVisitor}</button></p>` : nothing}
    </form>`;
  }

  #renderSummary({
    id,
    createdAt,
    messageCount,
    userId,
    visitor,
    language,
    states,
    question,
  }: ConversationSummary): TemplateResult {
    const { conversations: words, tabs } = this.strings;
    const who = visitor === 'owner' ? tabs.test : userId;
    // A near miss has no answer either.
    const shown = states.includes('near-miss') ? states.filter(state => state !== 'unanswered') : states;
    return html`<li>
      <button type="button" class="quiet talk" data-id=${id} @click=${() => this.#open(id)}>
        <strong dir="auto">${question}</strong>
        <span class="about">
          <span>${this.#time(createdAt)}</span>
          <span>${words.messages(messageCount)}</span>
          ${who ? html`<bdi>${who}</bdi>` : nothing}
          ${language ? html`<span>${language}</span>` : nothing}
          ${shown.map(state => html`<span class="badge ${state}">${words.states[state]}</span>`)}
        </span>
      </button>
    </li>`;
  }

  #renderExports(): TemplateResult {
    const { conversations: words, contacts } = this.strings;
    const formats = [
      ['csv', contacts.exportCsv],
      ['json', contacts.exportJson],
      ['md', words.exportMarkdown],
    ] as const;
    return html`<p class="actions">
      ${formats.map(([format, label]) => html`<button type="button" aria-disabled=${this.busy ? 'true' : nothing} @click=${() => this.#export(format)}>${label}</button>`)}
    </p>`;
  }

  #renderOpened(conversation: ConversationDetail): TemplateResult {
    const { conversations: words } = this.strings;
    const { userId, visitor } = conversation;
    const hasPerson = userId !== null || (visitor !== null && visitor !== 'owner');
    return html`<div class="conversations">
      <p class="actions">
        <button type="button" class="back" @click=${this.#close}>${icon('back')} ${words.back}</button>
        <span class="gap"></span>
        ${hasPerson ? html`<button type="button" @click=${() => this.#showPerson(conversation)}>${words.sameVisitor}</button>` : nothing}
      </p>
      <h3 tabindex="-1" dir="auto">${conversation.question}</h3>
      ${this.#renderStatus()}
      ${renderConversation(conversation, this.strings, this.locale, this.#replyActions)}
      ${this.#renderDelete()}
      ${hasPerson && this.session.extensions.personalData ? this.#renderPerson(conversation) : nothing}
      <p class="hint id">${this.#time(conversation.createdAt)} · <code>${conversation.id}</code></p>
    </div>`;
  }

  get #replyActions(): ReplyActions | undefined {
    const { session } = this;
    if (!session.extensions.answers) return undefined;
    return {
      answer: question => session.openAnswers({ question }),
      edit: id => session.openAnswers({ id }),
    };
  }

  #renderDelete(): TemplateResult {
    const { conversations: words } = this.strings;
    if (!this.asksToDelete) {
      return html`<p class="actions">
        <button type="button" class="danger remove" @click=${this.#askToDelete}>${icon('remove')} ${words.remove}</button>
      </p>`;
    }
    return html`<p class="actions confirm" role="group" aria-label=${words.remove}>
      <strong>${words.remove}</strong>
      <button type="button" class="danger" @click=${this.#delete}>${words.sure}</button>
      <button type="button" class="keep" @click=${this.#keep}>${words.keep}</button>
    </p>`;
  }

  /** What the owner can do with everything stored about the person who wrote. */
  #renderPerson({ userId, visitor }: ConversationDetail): TemplateResult {
    return html`<agent-chat-admin-person
      .session=${this.session}
      .strings=${this.strings}
      .locale=${this.locale}
      .revision=${this.revision}
      .person=${userId !== null ? { user: userId } : { visitor: visitor! }}
      @person-erased=${this.#onErased}
    ></agent-chat-admin-person>`;
  }

  #time(seconds: number): string {
    const format = new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' });
    return format.format(new Date(seconds * 1000));
  }

  /** The tab is open again, maybe by a link of another one. */
  async #onShown(): Promise<void> {
    const link = this.session.shownConversations;
    this.session.shownConversations = undefined;
    if (link) await this.#follow(link);
    else if (!this.opened) await this.#load();
  }

  async #follow({ id, ...filters }: ConversationsLink): Promise<void> {
    this.opened = undefined;
    this.filters = filters;
    if (id === undefined) return await this.#load();
    await this.#open(id);
    if (!this.opened) await this.#load();
  }

  #onSearch(event: SubmitEvent): void {
    event.preventDefault();
    this.#readForm(event.target as HTMLFormElement);
  }

  #onChange(event: Event): void {
    // The words are searched for when they are submitted, or removed.
    const field = event.target as HTMLInputElement;
    if (field.name !== 'q' || field.value === '') this.#readForm(field.form!);
  }

  #readForm(form: HTMLFormElement): void {
    const text = (name: string): string => String(new FormData(form).get(name) ?? '').trim();
    const state = text('state');
    const { visitor } = this.filters;
    const filters: ConversationFilters = {
      ...Object.fromEntries(
        ['q', 'from', 'to', 'user'].map(name => [name, text(name)]).filter(([, value]) => value !== ''),
      ),
      ...(text('language') && { language: text('language').toLowerCase() }),
      ...(state === 'down' ? { verdict: state } : state && { state: state as ConversationState }),
      ...(visitor && { visitor }),
    };
    if (JSON.stringify(filters) !== JSON.stringify(this.filters) || this.fault) this.#apply(filters);
  }

  #apply(filters: ConversationFilters): void {
    this.filters = filters;
    this.message = '';
    void this.#load();
  }

  #showPerson({ userId, visitor }: ConversationDetail): void {
    this.opened = undefined;
    this.#apply(userId !== null ? { user: userId } : { visitor: visitor! });
    void this.#focus('h3, .talk');
  }

  async #load(): Promise<void> {
    this.conversations = undefined;
    this.next = null;
    await this.#read();
  }

  /** Keeps the focus in the list: on the first conversation that is new. */
  #loadMore = async (): Promise<void> => {
    if (this.busy) return;
    const count = this.conversations?.length ?? 0;
    await this.#read(this.next);
    await this.updateComplete;
    this.querySelectorAll<HTMLElement>('.talk')[count]?.focus();
  };

  async #read(before: string | null = null): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.busy = true;
    try {
      const query = { ...this.filters, ...(before !== null && { before: Number(before) }) };
      const page = await this.session.client.conversations(query, request.signal);
      this.conversations = [...((before !== null && this.conversations) || []), ...page.data];
      this.next = page.next;
      this.fault = undefined;
    } catch (error) {
      if (request.signal.aborted) return;
      this.showError(error);
    }
    this.busy = false;
  }

  async #open(id: string): Promise<void> {
    this.message = '';
    this.asksToDelete = false;
    try {
      this.opened = await this.session.client.conversation(id);
      this.fault = undefined;
      await this.#focus('h3');
    } catch (error) {
      this.showError(error);
    }
  }

  #close = async (): Promise<void> => {
    const id = this.opened?.id;
    this.opened = undefined;
    this.asksToDelete = false;
    if (!this.conversations) await this.#load();
    await this.#focus(id ? `.talk[data-id="${CSS.escape(id)}"]` : '.talk');
  };

  #askToDelete = async (): Promise<void> => {
    this.asksToDelete = true;
    await this.#focus('.keep');
  };

  #keep = async (): Promise<void> => {
    this.asksToDelete = false;
    await this.#focus('.remove');
  };

  #delete = async (): Promise<void> => {
    if (!this.opened) return;
    try {
      await this.session.client.deleteConversation(this.opened.id);
      await this.#showRest(this.strings.conversations.removed(1));
    } catch (error) {
      this.showError(error);
    }
  };

  #onErased = (event: CustomEvent<string>): void => {
    void this.#showRest(event.detail);
  };

  /** The list, after something was deleted. */
  async #showRest(message: string): Promise<void> {
    this.opened = undefined;
    this.asksToDelete = false;
    await this.#load();
    this.message = message;
    await this.#focus('.talk, input');
  }

  async #export(format: ExportFormat): Promise<void> {
    if (this.busy) return;
    const request = new AbortController();
    this.#request = request;
    this.busy = true;
    try {
      const file = await this.session.client.exportConversations(this.filters, format, request.signal);
      download(`conversations.${format}`, [file], EXPORT_TYPES[format]);
      this.fault = undefined;
    } catch (error) {
      if (!request.signal.aborted) this.showError(error);
    }
    this.busy = false;
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }
}
