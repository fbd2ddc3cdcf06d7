import type { PropertyDeclarations, TemplateResult } from 'lit';
import { html } from 'lit';
import type { Conversation } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import { adoptStyles } from './adopt-styles.ts';
import { fields, LightElement } from './light-element.ts';
import { backIcon, deleteIcon } from './menu-icons.ts';
import { exactTime, relativeTime } from './message-time.ts';
import { actionStyles } from './styles/action-styles.ts';
import { menuStyles } from './styles/menu-styles.ts';

/**
 * The visitor's earlier conversations, to be opened again or deleted.
 *
 * @tag agent-chat-earlier
 * @fires earlier-close - Back to the conversation, another one or the same (inner).
 */
export class AgentChatEarlier extends LightElement {
  static override properties: PropertyDeclarations = fields('conversation strings locale');

  declare conversation: Conversation;
  declare strings: Strings;
  declare locale: string;

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

  async #delete(id: string): Promise<void> {
    this.conversation.forget(id);
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector<HTMLElement>('button')?.focus();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#close();
  }

  protected override render(): TemplateResult {
    const { strings, locale } = this;
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
            : html`<ul>
              ${list.map(({ id, title, updatedAt }) => {
                const name = title || strings.untitledConversation;
                return html`<li>
                  <button type="button" class="open" @click=${() => this.#open(id)}>
                    <span class="name" dir="auto">${name}</span>
                    <time datetime=${new Date(updatedAt).toISOString()} title=${exactTime(updatedAt, locale)}>${relativeTime(updatedAt, locale)}</time>
                  </button>
                  <button type="button" class="action" aria-label=${strings.deleteConversation(name)} title=${strings.deleteConversation(name)}
                    @click=${() => this.#delete(id)}>${deleteIcon}</button>
                </li>`;
              })}
            </ul>`
        }
      </section>
    `;
  }
}
