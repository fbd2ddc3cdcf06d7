import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { ConversationHost } from '../hosts.ts';
import { icon } from '../icons.ts';
import { fields, LightElement } from '../light-element.ts';
import { adoptStyles } from '../shadow-root.ts';
import { dictationStyles } from '../styles/dictation-styles.ts';
import { formStyles } from '../styles/form-styles.ts';
import { insertWords, Recognition } from './recognition.ts';
import { speechLanguage } from './speech-language.ts';

const microphoneIcon = icon(
  'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5',
);

/**
 * Shows what the visitor dictates and appends it to the typed text; it sends nothing. It uses the microphone only while
 * it is in the page.
 *
 * @tag agent-chat-dictation
 * @fires dictation-close - `detail.focus`: where the focus goes if it was here, `field` or `menu` (inner).
 */
export class AgentChatDictation extends LightElement {
  static override properties: PropertyDeclarations = fields('host conversation strings');

  declare host: ConversationHost;
  /** The conversation that the text is for. */
  declare conversation: Conversation | undefined;
  declare strings: Strings;

  #language = '';
  #recognition: Recognition | undefined;
  #announced: string | undefined;
  #stopObserving: (() => void) | undefined;
  #isClosed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // Moving the chat has ended it.
    if (this.#isClosed) return;
    adoptStyles(this, formStyles);
    adoptStyles(this, dictationStyles);
    const { host } = this;
    this.#language = speechLanguage(host, host.locale);
    const off = observeEnd(
      host,
      () => this.#insert(),
      () => this.#close(),
    );
    host.addEventListener('keydown', this.#onKeyDown);
    this.#stopObserving = () => {
      off();
      host.removeEventListener('keydown', this.#onKeyDown);
    };
    this.#listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // The menu may have replaced it.
    if (this.host.isConnected) this.#insert();
    else this.#close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('conversation')) this.#close();
  }

  protected override firstUpdated(): void {
    // Not if the visitor moved the focus while the code loaded.
    if (this.#focused?.matches('.more, body')) this.querySelector<HTMLElement>('.primary-button')!.focus();
  }

  protected override updated(): void {
    // Keep the latest words in view.
    this.scrollTop = this.scrollHeight;
  }

  /** Not by `:focus`, which matches nothing while the browser asks for the microphone. */
  get #focused(): Element | null {
    const { activeElement, body } = document;
    return activeElement === body ? body : (this.host.getRootNode() as ShadowRoot).activeElement;
  }

  #listen(): void {
    // It would be recognised, too.
    window.speechSynthesis?.cancel();
    this.#announced = undefined;
    this.#recognition = new Recognition(this.#language, this.#onChange);
    void this.#recognition.start();
    this.requestUpdate();
  }

  readonly #onChange = (): void => {
    const { state, transcript, error } = this.#recognition!;
    this.requestUpdate();
    if (state === 'ended' && transcript && !error) this.#insert('field');
    else if (state === 'listening' || state === 'ended') this.#announce(this.#stateText);
  };

  /** Announces each state once. */
  #announce(text: string): void {
    if (text !== this.#announced) this.host.say(text);
    this.#announced = text;
  }

  get #stateText(): string {
    const { strings } = this;
    const { state, error } = this.#recognition!;
    if (state === 'starting') return strings.dictationStarting;
    if (state === 'listening') return strings.listening;
    if (state === 'finishing') return '';
    switch (error) {
      case 'not-allowed':
        return strings.dictationNotAllowed;
      case 'audio-capture':
        return strings.dictationNoMicrophone;
      case 'network':
        return strings.dictationNoNetwork;
      case 'language-not-supported':
        return strings.dictationNoLanguage;
      case 'no-speech':
      case undefined:
        return strings.dictationNothingHeard;
      default:
        return strings.dictationFailed;
    }
  }

  /** Appends the recognised text to what is typed. */
  #insert(focus?: 'field'): void {
    const { transcript } = this.#recognition!;
    if (transcript && !this.#isClosed) insertWords(this.host.querySelector('textarea')!, transcript);
    this.#close(focus);
  }

  #close(focus?: 'field' | 'menu'): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopObserving!();
    this.#recognition!.abort();
    const here = this.#focused?.matches('agent-chat-conversation *, body');
    this.dispatchEvent(new CustomEvent('dictation-close', { detail: { focus: here ? focus : undefined } }));
  }

  /** Also with the focus in the field: Escape closes what was opened last. */
  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    this.#close('menu');
  };

  readonly #onDone = ({ detail: clicks }: MouseEvent): void => {
    const { state, transcript } = this.#recognition!;
    if (clicks > 1) return;
    if (state !== 'ended') this.#recognition!.finish();
    else if (transcript) this.#insert('field');
    else this.#listen();
  };

  protected override render(): TemplateResult {
    const { strings } = this;
    const { state, transcript, onDevice } = this.#recognition!;
    const label = state === 'ended' && !transcript ? strings.tryAgain : strings.dictationDone;
    return html`
      <div class="dictation" role="group" aria-label=${strings.dictate} data-state=${state}>
        <p class="state">${microphoneIcon}<span>${this.#stateText}</span></p>
        ${transcript ? html`<p class="heard" dir="auto" lang=${this.#language}>${transcript}</p>` : nothing}
        ${onDevice === false && state !== 'ended' ? html`<p class="note">${strings.dictationNote}</p>` : nothing}
        <div class="buttons">
          <button type="button" class="primary-button" @click=${this.#onDone}>${label}</button>
          <button type="button" class="quiet-button" @click=${() => this.#close('menu')}>${strings.cancel}</button>
        </div>
      </div>
    `;
  }
}

/**
 * Observes what ends a dictation besides its buttons. Returns a function that stops observing.
 * @param keep called when the window closes, the tab is hidden or a question is sent; the text so far is kept.
 * @param drop called when another conversation is shown; the text is discarded.
 */
function observeEnd(host: ConversationHost, keep: () => void, drop: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const chat = (host.getRootNode() as ShadowRoot).host as HTMLElement | undefined;
  chat?.addEventListener('agent-chat-close', keep, { signal });
  const onVisibility = (): void => {
    if (document.hidden) keep();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  const { conversation } = host;
  let begin = conversation?.state.messages[0]?.key;
  const off = conversation?.subscribe(action => {
    const now = conversation.state.messages[0]?.key;
    // The field still contains the message being sent.
    if (action.type === 'send') queueMicrotask(keep);
    // The same conversation with another tab's state continues.
    else if (action.type === 'replace' && (action.forgotten || now !== begin)) drop();
    begin = now;
  });
  return () => {
    listening.abort();
    off?.();
  };
}
