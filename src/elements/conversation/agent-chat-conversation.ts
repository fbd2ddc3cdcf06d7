import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Conversation, ConversationState } from '../../client/index.ts';
import { EMPTY_STATE, isRunning } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { AgentChatComposer } from './agent-chat-composer.ts';
import type { AgentChatMessage } from './agent-chat-message.ts';
import { downIcon } from './icons.ts';
import type { LogItem } from './log-items.ts';
import { greetings, logItems } from './log-items.ts';
import type { PagePartRenderer } from './parts/page-part.ts';
import type { ScrollMode } from './scroll-follow.ts';
import { ScrollFollow } from './scroll-follow.ts';
import { Speech } from './speech.ts';
import { spokenChange } from './turn-speech.ts';

const NO_RENDERERS: ReadonlyMap<string, PagePartRenderer> = new Map();

/**
 * Everything between the window's header and its lower edge: the log, what is suggested, and the composer.
 * Renders into light DOM inside the public element's shadow root.
 *
 * @tag agent-chat-conversation
 * @csspart messages - The log.
 * @csspart suggestions - The group of suggested queries.
 * @csspart suggestion - One suggested query.
 * @fires message-submit - `detail.text`; cancelable, then the text stays where it was (inner). Whoever listens sends it.
 */
export class AgentChatConversation extends LitElement {
  static override properties: PropertyDeclarations = {
    conversation: { attribute: false },
    settings: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    scrollMode: { attribute: false },
    renderers: { attribute: false },
    unseen: { state: true },
  };

  declare conversation: Conversation | undefined;
  declare settings: PublicSettings;
  declare strings: Strings;
  /** BCP 47 tag the texts and times are in. */
  declare locale: string;
  /** What the log does when it grows. The reader's own scroll wins over all of them. */
  declare scrollMode: ScrollMode;
  /** Part renderers of the page, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Key of the first answer the reader has not scrolled to. */
  declare protected unseen: string | undefined;

  #unsubscribe: (() => void) | undefined;
  #frame = 0;
  /** The state on screen, apart from the running reply's text. */
  #drawn: ConversationState = EMPTY_STATE;
  #scroll = new ScrollFollow(this);
  #speech = new Speech();

  constructor() {
    super();
    this.locale = 'en';
    this.scrollMode = 'follow';
    this.renderers = NO_RENDERERS;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listen();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#speech.stop();
  }

  /** Puts the cursor into the composer, as soon as there is one. */
  focusComposer(): void {
    void this.updateComplete.then(() => this.#composer?.focusField());
  }

  get #state(): ConversationState {
    return this.conversation?.state ?? EMPTY_STATE;
  }

  get #composer(): AgentChatComposer | null {
    return this.querySelector('agent-chat-composer');
  }

  get #log(): HTMLElement | null {
    return this.querySelector('.log');
  }

  #messageElement(key: string | undefined): AgentChatMessage | null {
    return key === undefined ? null : this.querySelector(`agent-chat-message[data-key="${CSS.escape(key)}"]`);
  }

  #listen(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.isConnected ? this.conversation?.subscribe(this.#onChange) : undefined;
  }

  /** A token only ever reaches the running reply, once a frame; everything else is a redraw. */
  #onChange = (): void => {
    if (!onlyTextGrew(this.#drawn, this.#state)) this.requestUpdate();
    else this.#frame ||= requestAnimationFrame(this.#onFrame);
  };

  #onFrame = (): void => {
    this.#frame = 0;
    const { turn } = this.#state;
    if (!turn) return;
    this.#messageElement(turn.replyKey)?.grow(turn.replyText);
    if (!this.#scroll.atEnd) this.unseen ??= turn.replyKey;
  };

  #onClick(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLElement>('button[data-action]');
    if (!button) return;
    switch (button.dataset.action) {
      case 'retry':
        void this.conversation?.retry();
        break;
      case 'continue':
        this.#submit(this.strings.continueMessage);
        break;
      case 'suggestion':
        this.#submit(button.textContent.trim());
        break;
    }
    this.#keepFocus(event);
  }

  /** The pressed button goes away: focus moves on, but never opens a phone's keyboard by itself. */
  #keepFocus(event: MouseEvent): void {
    const byKeyboard = event.detail === 0;
    if (byKeyboard || !matchMedia('(pointer: coarse)').matches) this.focusComposer();
    else this.#log?.focus({ preventScroll: true });
  }

  #submit(text: string): void {
    this.dispatchEvent(
      new CustomEvent('message-submit', { bubbles: true, cancelable: true, detail: { text } }),
    );
  }

  #onPill(): void {
    const message = this.#messageElement(this.unseen);
    this.unseen = undefined;
    if (message) this.#scroll.show(message);
    this.#log?.focus({ preventScroll: true });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('conversation')) this.#listen();
    this.#scroll.mode = this.scrollMode;
    if (this.#scroll.atEnd) this.unseen = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    const before = this.#drawn;
    const after = this.#state;
    this.#drawn = after;
    const log = this.#log;
    if (!log) return;
    this.#scroll.watch(log, log.firstElementChild as HTMLElement);
    const { turn } = after;
    if (turn && turn.userKey !== before.turn?.userKey) this.#scroll.take();
    const reply = this.#messageElement(turn?.replyKey);
    if (reply) this.#scroll.answerAt(reply);
    if (changed.has('conversation')) {
      this.#scroll.take();
      this.#scroll.keep();
      return;
    }
    if (before === after) return;
    if (before.turn && !turn && !this.#scroll.atEnd) this.unseen ??= before.turn.replyKey;
    void this.#speak(before, after);
  }

  async #speak(before: ConversationState, after: ConversationState): Promise<void> {
    const answer = this.#messageElement(before.turn?.replyKey);
    await answer?.updateComplete;
    const text = () => answer?.spokenText ?? '';
    this.#speech.say(spokenChange(before, after, this.strings, this.settings.name, text));
  }

  protected override render(): TemplateResult {
    const { strings, settings, renderers } = this;
    const state = this.#state;
    const { messages, turn } = state;
    return html`
      <div class="log-frame">
        <div part="messages" class="log" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0"
          @click=${this.#onClick}>
          <div class="content">
            <div class="items">
              ${guard([messages, turn, settings, strings, renderers], () => this.#renderItems(state))}
            </div>
            ${messages.length === 0 && !turn ? this.#renderSuggestions(settings.suggestedQueries) : nothing}
          </div>
        </div>
        ${
          this.unseen === undefined
            ? nothing
            : html`<button type="button" class="pill" @click=${this.#onPill}>${downIcon}${strings.newAnswerBelow}</button>`
        }
      </div>
      ${this.#speech.element}
      <agent-chat-composer
        .strings=${strings}
        .placeholder=${settings.placeholder}
        .running=${isRunning(state)}
        @message-stop=${() => this.conversation?.stop()}
        @message-wait=${() => this.#speech.say(strings.waitForAnswer)}
      ></agent-chat-composer>
    `;
  }

  #renderItems(state: ConversationState): unknown {
    const greeting = greetings(this.settings.initialMessages);
    return repeat(
      logItems(greeting, state),
      item => item.key,
      item => this.#renderItem(item),
    );
  }

  #renderItem(item: LogItem): TemplateResult {
    return html`<agent-chat-message
      data-key=${item.key}
      ?data-fresh=${item.fresh}
      .message=${item.message}
      .turn=${item.turn}
      .last=${item.last}
      .agentName=${this.settings.name}
      .strings=${this.strings}
      .locale=${this.locale}
      .renderers=${this.renderers}
    ></agent-chat-message>`;
  }

  #renderSuggestions(queries: readonly string[]): TemplateResult | typeof nothing {
    if (queries.length === 0) return nothing;
    return html`<div part="suggestions" class="suggestions" role="group" aria-label=${this.strings.suggestedQuestions}>
      ${queries.map(query => html`<button type="button" part="suggestion" class="suggestion" dir="auto" data-action="suggestion">${query}</button>`)}
    </div>`;
  }
}

/** Whether two states look the same but for the running reply's text. */
function onlyTextGrew(drawn: ConversationState, now: ConversationState): boolean {
  return (
    drawn.turn !== undefined &&
    now.turn !== undefined &&
    drawn.messages === now.messages &&
    drawn.turn.replyKey === now.turn.replyKey &&
    drawn.turn.status === now.turn.status &&
    drawn.turn.waitUntil === now.turn.waitUntil
  );
}
