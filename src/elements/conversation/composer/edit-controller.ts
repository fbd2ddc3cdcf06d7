import type { ReactiveController, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage } from '../../../client/index.ts';
import { textOf } from '../../../protocol/message.ts';
import { editIcon } from '../action-icons.ts';
import type { ConversationHost } from '../hosts.ts';

/** The visitor's last message, back in the composer to be sent in its own place; and what is typed there otherwise. */
export class EditController implements ReactiveController {
  readonly #host: ConversationHost;
  #listening: AbortController | undefined;
  /** The message that is to be replaced. */
  #key: string | undefined;
  /** The newest question that was drawn. */
  #asked: string | undefined;
  /** Whether the next one is asked here: what the composer held of it is gone, and what it holds is the visitor's. */
  #askedHere = false;
  #chat: Element | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    // Of a question from before this was fetched nobody knows where it was asked: what is typed since then stays.
    this.#asked = this.#last?.key;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#keepTyped);
    this.#chat = (this.#host.getRootNode() as Partial<ShadowRoot>).host;
    this.#chat?.addEventListener('agent-chat-send', this.#onAsk);
  }

  /** With the frame of another mode the composer goes for good; with a chat that is only moved it comes back. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#keepTyped);
    this.#chat?.removeEventListener('agent-chat-send', this.#onAsk);
    if (this.#host.getRootNode() instanceof ShadowRoot) return;
    if (this.on) this.#makeDraft();
    else this.#keepTyped();
  }

  /** What was half typed here and taken up in another tab is not to be sent a second time once it has been sent there. */
  hostUpdated(): void {
    const last = this.#last;
    if (last?.key === this.#asked) return;
    this.#asked = last?.key;
    const here = this.#askedHere;
    this.#askedHere = false;
    const { composer, conversation } = this.#host;
    if (!last || here || this.on || !composer.text || !textOf(last.parts).startsWith(composer.text)) return;
    composer.text = '';
    conversation!.draft = '';
  }

  /** Whether the composer holds what has been sent already. */
  get on(): boolean {
    return this.#listening !== undefined;
  }

  begin(key: string, text: string): void {
    const { composer } = this.#host;
    this.#key = key;
    this.#listening?.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    composer.addEventListener('keydown', this.#onKeyDown, { signal });
    composer.addEventListener('message-submit', this.#onSubmit, { signal });
    composer.text = text;
    composer.focusField();
    this.#host.requestUpdate();
  }

  end(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  /** Over the field. */
  render(): TemplateResult | typeof nothing {
    if (this.on && this.#last?.key !== this.#key) {
      // Another question was asked meanwhile, which must not be replaced.
      this.#makeDraft();
    }
    if (!this.on) return nothing;
    const { strings } = this.#host;
    return html`<div class="editing">${editIcon}<span>${strings.editing}</span>
      <button type="button" class="quiet-button" @click=${this.#giveUp}>${strings.cancel}</button></div>`;
  }

  /** What is typed is a question of its own from here on. */
  #makeDraft(): void {
    this.end();
    const { composer, conversation } = this.#host;
    if (conversation) conversation.draft = composer.text;
  }

  get #last(): ChatMessage | undefined {
    return this.#host.conversation?.state.messages.findLast(message => message.role === 'user');
  }

  #done(): void {
    this.end();
    this.#host.restoreDraft();
  }

  /**
   * All tabs have one draft in storage: another may have written its own there since, or sent it. What waits to be drawn
   * may be that the visitor has logged out.
   */
  readonly #keepTyped = (): void => {
    const { composer, conversation, isUpdatePending } = this.#host;
    if (conversation && composer?.text && !this.on && !isUpdatePending) conversation.draft = composer.text;
  };

  readonly #onAsk = (event: Event): void => {
    // Whoever may keep it from being asked hears of it after this.
    queueMicrotask(() => {
      this.#askedHere = !event.defaultPrevented;
    });
  };

  readonly #giveUp = (): void => {
    this.#done();
    this.#host.composer.focusField();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    this.#giveUp();
  };

  readonly #onSubmit = (event: Event): void => {
    (event as CustomEvent<{ edit?: boolean }>).detail.edit = true;
    const { conversation } = this.#host;
    const draft = conversation?.draft;
    // Who may keep it from being sent hears of it after this.
    queueMicrotask(() => {
      if (event.defaultPrevented) return;
      // What was half typed before is still to be sent.
      if (draft) conversation!.draft = draft;
      this.#done();
    });
  };
}
