import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { EarlierConversation } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { icon } from '../icons.ts';
import { fields, LightElement } from '../light-element.ts';
import { dayOrMonth, exactTime, relativeTime } from '../message/message-time.ts';
import { adoptStyles } from '../shadow-root.ts';
import { actionStyles } from '../styles/action-styles.ts';
import { menuStyles } from '../styles/menu-styles.ts';
import { excerptOf } from './answer-excerpt.ts';

const backIcon = icon('M19 12H5M11.5 5.5 5 12l6.5 6.5');
const deleteIcon = icon(
  'M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.1a2 2 0 0 0 2 1.9h5.4a2 2 0 0 0 2-1.9L17.5 7M10.5 11v5M13.5 11v5',
);

/**
 * A list of the visitor's earlier conversations, to open or delete.
 *
 * @tag agent-chat-earlier
 * @fires earlier-close - Back to the conversation, another one or the same (inner).
 */
export class AgentChatEarlier extends LightElement {
  static override properties: PropertyDeclarations = fields('conversation strings locale asked');

  declare conversation: Conversation;
  declare strings: Strings;
  declare locale: string;
  /** Id of the conversation that waits for confirmation to be deleted. */
  declare protected asked: string | undefined;

  /** The first words of the last answer of each conversation, which is read once. */
  readonly #answers = new Map<string, string>();

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, actionStyles);
    adoptStyles(this, menuStyles);
  }

  protected override firstUpdated(): void {
    this.querySelector('button')?.focus();
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent('earlier-close'));
  }

  #open(id: string): void {
    this.conversation.open(id);
    this.#close();
  }

  async #ask(id: string): Promise<void> {
    this.asked = id;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.sure .cancel')?.focus();
  }

  async #keep(): Promise<void> {
    const row = this.querySelector('.sure')?.parentElement;
    this.asked = undefined;
    await this.updateComplete;
    row?.querySelector<HTMLElement>('.action')?.focus();
  }

  async #delete(id: string): Promise<void> {
    this.conversation.forget(id);
    this.asked = undefined;
    await this.updateComplete;
    this.querySelector<HTMLElement>('button')?.focus();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (this.asked === undefined) this.#close();
    else void this.#keep();
  }

  protected override render(): TemplateResult {
    const { strings } = this;
    const list = this.conversation.earlier;
    return html`
      <section class="earlier" aria-labelledby="agent-chat-earlier-title" @keydown=${this.#onKeyDown}>
        <div class="earlier-head">
          <button type="button" class="action" aria-label=${strings.backToConversation} title=${strings.backToConversation}
            @click=${this.#close}>${backIcon}</button>
          <h2 id="agent-chat-earlier-title">${strings.earlierConversations}</h2>
        </div>
        ${
          list.length === 0
            ? html`<p class="none">${strings.noEarlierConversations}</p>`
            : Array.from(
                this.#groups(list),
                ([name, entries]) => html`<h3>${name}</h3>
              <ul>${entries.map(entry => html`<li>${entry.id === this.asked ? this.#renderSure(entry) : this.#renderEntry(entry)}</li>`)}</ul>`,
              )
        }
      </section>
    `;
  }

  /** By day: today, yesterday, then by month. */
  #groups(list: readonly EarlierConversation[]): Map<string, EarlierConversation[]> {
    const groups = new Map<string, EarlierConversation[]>();
    for (const entry of list) {
      const name = dayOrMonth(entry.updatedAt, this.locale);
      groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
    return groups;
  }

  /** Read from the stored messages, so that conversations of earlier versions have an excerpt too. */
  #answerOf(id: string): string {
    const known = this.#answers.get(id) ?? excerptOf(this.conversation.read(id)?.messages ?? []);
    this.#answers.set(id, known);
    return known;
  }

  #renderEntry({ id, title, updatedAt }: EarlierConversation): TemplateResult {
    const { strings, locale } = this;
    const name = title || strings.untitledConversation;
    const answer = this.#answerOf(id);
    const label = strings.deleteConversation(name);
    return html`<button type="button" class="open" @click=${() => this.#open(id)}>
        <span class="name" dir="auto">${name}</span>
        <time datetime=${new Date(updatedAt).toISOString()} title=${exactTime(updatedAt, locale)}>${relativeTime(updatedAt, locale, strings.justNow)}</time>
        ${answer && html`<span class="answer" dir="auto">${answer}</span>`}
      </button>
      <button type="button" class="action" aria-label=${label} title=${label}
        @click=${() => this.#ask(id)}>${deleteIcon}</button>`;
  }

  /** Asks for confirmation, because deleting is final. The second click of a double click is ignored. */
  #renderSure({ id, title }: EarlierConversation): TemplateResult {
    const { strings } = this;
    const label = strings.deleteConversation(title || strings.untitledConversation);
    return html`<div class="sure" role="group" aria-label=${label}>
      <button type="button" class="quiet-button delete" @click=${() => this.#delete(id)}>${label}</button>
      <button type="button" class="quiet-button cancel"
        @click=${({ detail }: MouseEvent) => detail < 2 && this.#keep()}>${strings.cancel}</button>
    </div>`;
  }
}
