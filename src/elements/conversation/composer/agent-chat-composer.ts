import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';
import { sendIcon, stopIcon } from '../icons.ts';
import { adoptLoadedStyles, interactions } from '../lazy-modules.ts';
import { fields, LightElement } from '../light-element.ts';
import { hideFromShortcuts } from '../page-shortcuts.ts';

/** From this length on, the composer shows how many characters are left. */
const COUNTDOWN_FROM = MESSAGE_MAX - 200;
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

/**
 * The message field. Enter sends and Shift+Enter breaks the line; an Enter that ends an input method's composition never
 * sends. A message that is too long is not cut but cannot be sent.
 *
 * @tag agent-chat-composer
 * @csspart composer - The form.
 * @csspart input - The text field.
 * @csspart send-button - Sends; stops while an answer is running.
 * @fires message-submit - `detail.text`; cancelable, then the text stays (inner).
 * @fires draft - `detail.text`, what has been typed so far (inner).
 * @fires message-stop - The visitor stops the running answer (inner).
 * @fires newest - The visitor moves to the newest message, by Up in the empty field (inner).
 * @fires message-wait - The next question is to be sent while an answer is running (inner).
 */
export class AgentChatComposer extends LightElement {
  static override properties: PropertyDeclarations = fields(
    'strings placeholder running above count many hasLetters',
  );

  declare strings: Strings;
  declare placeholder: string;
  /** Whether a reply is running, so that Send is replaced by Stop. */
  declare running: boolean;
  /** A template above the field. */
  declare above: unknown;
  declare protected count: number;
  /** Whether the text takes more than one line. */
  declare protected many: boolean;
  /** Whether the text has a direction of its own. */
  declare protected hasLetters: boolean;

  constructor() {
    super();
    this.count = 0;
    this.many = this.hasLetters = false;
  }

  /** The typed text. */
  get text(): string {
    return this.#field.value;
  }

  set text(text: string) {
    this.#field.value = text;
    this.#measure();
  }

  focusField(): void {
    this.#field.focus();
  }

  get #field(): HTMLTextAreaElement {
    // It exists after the first rendering.
    if (!this.hasUpdated) this.performUpdate();
    return this.querySelector('textarea')!;
  }

  #measure(): void {
    const field = this.#field;
    this.count = isBlank(field.value) ? 0 : countCharacters(field.value);
    this.hasLetters = /\p{L}/u.test(field.value);
    this.#fit();
    // Until the field is empty again: in the wider row, the text may fit into one line.
    this.many = field.value !== '' && (this.many || field.clientHeight > 56);
  }

  /** Sets the field's height to that of its text, in browsers without `field-sizing`. */
  #fit(): void {
    if (GROWS_BY_ITSELF) return;
    const field = this.#field;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  }

  get #ready(): boolean {
    return this.count > 0 && this.count <= MESSAGE_MAX;
  }

  #onInput(): void {
    this.#measure();
    this.#dispatch('draft', { text: this.text });
  }

  #onKeyDown(event: KeyboardEvent): void {
    hideFromShortcuts(event);
    if (event.key === 'ArrowUp' && !this.text && !event.isComposing) this.#dispatch('newest');
    // Safari ends a composition before its Enter arrives; keyCode 229 still tells. https://bugs.webkit.org/show_bug.cgi?id=165004
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    this.#onSubmit(event);
  }

  #onSubmit(event: Event): void {
    event.preventDefault();
    const { text } = this;
    this.focusField();
    this.#measure();
    if (!this.#ready) return;
    if (this.running) this.#dispatch('message-wait');
    else if (this.#dispatch('message-submit', { text })) this.text = '';
  }

  /** Ignores the second click of a double click, which would hit the button that replaced the first one. */
  #onClick(event: MouseEvent): void {
    if (event.detail > 1) event.preventDefault();
    else if (this.running) {
      // Otherwise the browser submits the form as well.
      event.preventDefault();
      this.#dispatch('message-stop');
      this.focusField();
    } else {
      // Not by the submit event: a sandbox without `allow-forms` dispatches none.
      this.#onSubmit(event);
    }
  }

  #dispatch(type: string, detail?: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { bubbles: true, cancelable: true, detail }));
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An answer that has ended leaves nothing to stop.
    if (changed.get('running') && this.querySelector('.stop:focus')) this.focusField();
  }

  protected override updated(changed: PropertyValues): void {
    adoptLoadedStyles(this);
    // A row of its own is wider.
    if (changed.has('many')) this.#fit();
  }

  protected override render(): TemplateResult {
    const { strings, count } = this;
    return html`
      <form part="composer" class="composer" @submit=${this.#onSubmit}>
        ${this.above}
        <div class=${this.many ? 'row many' : 'row'} role="group" aria-label=${strings.sendMessage}>
          <textarea
            part="input"
            rows="1"
            dir=${this.hasLetters ? 'auto' : nothing}
            enterkeyhint="send"
            autocomplete="off"
            aria-label=${strings.message}
            aria-describedby="agent-chat-count"
            aria-invalid=${count > MESSAGE_MAX}
            .placeholder=${this.placeholder || strings.messagePlaceholder}
            @keydown=${this.#onKeyDown}
            @input=${this.#onInput}
          ></textarea>
          ${this.#renderButton()}
        </div>
        <div id="agent-chat-count">${count < COUNTDOWN_FROM ? nothing : interactions.loadFor(this)?.renderCount(count, strings)}</div>
      </form>
    `;
  }

  /** One button, which keeps the focus of a screen reader when it changes its name. */
  #renderButton(): TemplateResult {
    const { strings, running } = this;
    const label = running ? strings.stop : strings.sendMessage;
    return html`<button part="send-button" class=${running ? 'send stop' : 'send'} aria-label=${label} title=${label}
      aria-disabled=${running || this.#ready ? nothing : 'true'} @click=${this.#onClick}>${running ? stopIcon : sendIcon}</button>`;
  }
}
