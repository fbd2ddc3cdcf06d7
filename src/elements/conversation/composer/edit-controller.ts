import type { ReactiveController, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatMessage } from '../../../client/index.ts';
import { isQuestion } from '../../../client/index.ts';
import { textOf } from '../../../protocol/message.ts';
import { editIcon } from '../action-icons.ts';
import type { ConversationHost } from '../hosts.ts';

/** Editing the visitor's last message in the composer, and the draft that is in it otherwise. */
export class EditController implements ReactiveController {
  readonly #host: ConversationHost;
  #listening: AbortController | undefined;
  /** Key of the message to replace. */
  #key: string | undefined;
  /** Key of the last question that was rendered. */
  #lastKey: string | undefined;
  /** Whether the next question is sent by this tab, whose composer was cleared for it. */
  #isSentHere = false;
  #chat: Element | undefined;

  constructor(host: ConversationHost) {
    this.#host = host;
    // A question from before this code loaded may be from this tab: what was typed since then stays.
    this.#lastKey = this.#last?.key;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#saveDraft);
    this.#chat = (this.#host.getRootNode() as Partial<ShadowRoot>).host;
    this.#chat?.addEventListener('agent-chat-send', this.#onSend);
  }

  /** Another mode creates a new composer; moving the chat keeps this one. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#saveDraft);
    this.#chat?.removeEventListener('agent-chat-send', this.#onSend);
    if (this.#host.getRootNode() instanceof ShadowRoot) return;
    if (this.isEditing) this.#turnIntoDraft();
    else this.#saveDraft();
  }

  /** Clears text that another tab took over as its draft and has sent, so that it is not sent twice. */
  hostUpdated(): void {
    const last = this.#last;
    if (last?.key === this.#lastKey) return;
    this.#lastKey = last?.key;
    const here = this.#isSentHere;
    this.#isSentHere = false;
    const { composer, conversation } = this.#host;
    if (!last || here || this.isEditing || !composer.text || !textOf(last.parts).startsWith(composer.text))
      return;
    composer.text = '';
    conversation!.draft = '';
  }

  /** Whether the composer contains a message that was already sent. */
  get isEditing(): boolean {
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

  /** Above the field. */
  render(): TemplateResult | typeof nothing {
    if (this.isEditing && this.#last?.key !== this.#key) {
      // Another question was sent meanwhile and must not be replaced.
      this.#turnIntoDraft();
    }
    if (!this.isEditing) return nothing;
    const { strings } = this.#host;
    return html`<div class="editing">${editIcon}<span>${strings.editing}</span>
      <button type="button" class="quiet-button" @click=${this.#cancel}>${strings.cancel}</button></div>`;
  }

  /** Turns the typed text into a new question. */
  #turnIntoDraft(): void {
    this.end();
    const { composer, conversation } = this.#host;
    if (conversation) conversation.draft = composer.text;
  }

  get #last(): ChatMessage | undefined {
    return this.#host.conversation?.state.messages.findLast(isQuestion);
  }

  #done(): void {
    this.end();
    this.#host.restoreDraft();
  }

  /**
   * Saves this tab's text: all tabs share one stored draft, which another may have replaced or sent. Not while an update is
   * pending, because the visitor may have logged out.
   */
  readonly #saveDraft = (): void => {
    const { composer, conversation, isUpdatePending } = this.#host;
    if (conversation && composer?.text && !this.isEditing && !isUpdatePending)
      conversation.draft = composer.text;
  };

  readonly #onSend = (event: Event): void => {
    // Other listeners may still cancel the event.
    queueMicrotask(() => {
      this.#isSentHere = !event.defaultPrevented;
    });
  };

  readonly #cancel = (): void => {
    this.#done();
    this.#host.composer.focusField();
  };

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    this.#cancel();
  };

  readonly #onSubmit = (event: Event): void => {
    (event as CustomEvent<{ edit?: boolean }>).detail.edit = true;
    const { conversation } = this.#host;
    const draft = conversation?.draft;
    // Other listeners may still cancel the event.
    queueMicrotask(() => {
      if (event.defaultPrevented) return;
      // Keep the draft from before the edit.
      if (draft) conversation!.draft = draft;
      this.#done();
    });
  };
}
