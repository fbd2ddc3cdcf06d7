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
import { addWords, Recognition } from './recognition.ts';
import { speechLanguage } from './speech-language.ts';

const microphoneIcon = icon(
  'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5',
);

/**
 * Listens to the visitor, shows what it hears, and puts it behind what is typed. Sends nothing. The microphone is asked
 * for when this appears, and let go of before it is gone.
 *
 * @tag agent-chat-dictation
 * @fires dictation-close - `detail.focus`: what is to have the focus, `field` or `menu`, where it was here (inner).
 */
export class AgentChatDictation extends LightElement {
  static override properties: PropertyDeclarations = fields('host conversation strings');

  declare host: ConversationHost;
  /** Whose words these are to be: no other conversation's. */
  declare conversation: Conversation | undefined;
  declare strings: Strings;

  #language = '';
  #recognition: Recognition | undefined;
  #announced: string | undefined;
  #leave: (() => void) | undefined;
  #over = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // Moved together with the chat: that has ended it.
    if (this.#over) return;
    adoptStyles(this, formStyles);
    adoptStyles(this, dictationStyles);
    const { host } = this;
    this.#language = speechLanguage(host, host.locale);
    const off = watchEnds(
      host,
      () => this.#take(),
      () => this.#close(),
    );
    host.addEventListener('keydown', this.#onKeyDown);
    this.#leave = () => {
      off();
      host.removeEventListener('keydown', this.#onKeyDown);
    };
    this.#listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // In the place of this the menu may be shown.
    if (this.host.isConnected) this.#take();
    else this.#close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('conversation')) this.#close();
  }

  protected override firstUpdated(): void {
    // Who has gone on to something else while the code came stays there.
    if (this.#focused?.matches('.more, body')) this.querySelector<HTMLElement>('.primary-button')!.focus();
  }

  protected override updated(): void {
    // The newest words are in sight.
    this.scrollTop = this.scrollHeight;
  }

  /** Not by `:focus`: while the browser asks for the microphone, the page has none. */
  get #focused(): Element | null {
    const { activeElement, body } = document;
    return activeElement === body ? body : (this.host.getRootNode() as ShadowRoot).activeElement;
  }

  #listen(): void {
    // It would hear that, too.
    window.speechSynthesis?.cancel();
    this.#announced = undefined;
    this.#recognition = new Recognition(this.#language, this.#onChange);
    void this.#recognition.start();
    this.requestUpdate();
  }

  readonly #onChange = (): void => {
    const { state, heard, error } = this.#recognition!;
    this.requestUpdate();
    if (state === 'ended' && heard && !error) this.#take('field');
    else if (state === 'listening' || state === 'ended') this.#announce(this.#stateText);
  };

  /** Once for each state, not for each word. */
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

  /** Puts what was heard so far behind what is typed. */
  #take(focus?: 'field'): void {
    const { heard } = this.#recognition!;
    if (heard && !this.#over) addWords(this.host.querySelector('textarea')!, heard);
    this.#close(focus);
  }

  #close(focus?: 'field' | 'menu'): void {
    if (this.#over) return;
    this.#over = true;
    this.#leave!();
    this.#recognition!.abort();
    const here = this.#focused?.matches('agent-chat-conversation *, body');
    this.dispatchEvent(new CustomEvent('dictation-close', { detail: { focus: here ? focus : undefined } }));
  }

  /** Also where the visitor is in the field: what was opened last closes first. */
  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    this.#close('menu');
  };

  readonly #onDone = ({ detail: clicks }: MouseEvent): void => {
    const { state, heard } = this.#recognition!;
    if (clicks > 1) return;
    if (state !== 'ended') this.#recognition!.finish();
    else if (heard) this.#take('field');
    else this.#listen();
  };

  protected override render(): TemplateResult {
    const { strings } = this;
    const { state, heard, onDevice } = this.#recognition!;
    const label = state === 'ended' && !heard ? strings.tryAgain : strings.dictationDone;
    return html`
      <div class="dictation" role="group" aria-label=${strings.dictate} data-state=${state}>
        <p class="state">${microphoneIcon}<span>${this.#stateText}</span></p>
        ${heard ? html`<p class="heard" dir="auto" lang=${this.#language}>${heard}</p>` : nothing}
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
 * Tells of what ends a dictation besides the visitor's own word. Returns the way out.
 * @param keep the window closes, the tab goes out of sight, a question is asked: what was heard so far is kept.
 * @param drop another conversation is in view: it was not said in that one.
 */
function watchEnds(host: ConversationHost, keep: () => void, drop: () => void): () => void {
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
    // What is being sent is still in the field until then.
    if (action.type === 'send') queueMicrotask(keep);
    // The same one in the state of another tab goes on.
    else if (action.type === 'replace' && (action.forgotten || now !== begin)) drop();
    begin = now;
  });
  return () => {
    listening.abort();
    off?.();
  };
}
