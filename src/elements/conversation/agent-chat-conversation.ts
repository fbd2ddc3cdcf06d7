import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { ChatMessage, ClientTool, ConversationState, ToolRequest, Turn } from '../../client/index.ts';
import { isRunning } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../markdown/index.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { AgentChatComposer } from './composer/agent-chat-composer.ts';
import { ConversationObserver } from './conversation-observer.ts';
import type { ConversationHost } from './hosts.ts';
import {
  adoptLoadedStyles,
  disclaimer,
  hasSuggestions,
  interactions,
  leadController,
  loadCodeFor,
  pageGreetings,
  suggestions,
  toolController,
  welcomes,
} from './lazy-modules.ts';
import type { LeadController } from './lead-form/lead-controller.ts';
import { fields, LightElement } from './light-element.ts';
import { Announcer } from './log/announcer.ts';
import type { LogController } from './log/log-controller.ts';
import { BATCH, greetings, LogList, logItems } from './log/log-list.ts';
import type { ScrollMode } from './log/scroll-follow.ts';
import { ScrollFollow } from './log/scroll-follow.ts';
import { MoreButton } from './menu/more-button.ts';
import type { PageGreetings } from './page-greetings.ts';
import type { PagePartRenderer } from './parts/part-renderer.ts';
import type { ToolController } from './tools/tool-controller.ts';

const NO_REQUESTS: readonly ToolRequest[] = [];

/**
 * The content of the window: the log, suggestions and the composer.
 * Renders into light DOM inside the public element's shadow root.
 *
 * @tag agent-chat-conversation
 * @csspart messages - The log.
 * @csspart suggestions - The group of suggested queries.
 * @csspart suggestion - One suggested query.
 * @csspart disclaimer - The owner's line below the message field.
 * @fires message-submit - `detail.text`, and `detail.edit` if it replaces the last message. The listener sends it, or
 *   cancels the event to keep the text in the composer (inner).
 * @fires lead - `detail`: the contact that was left (inner).
 * @fires tool-run - A tool of the page is about to run; `detail`: `name`, `input`; cancelable (inner).
 * @fires feedback - `detail`: `messageId`, `key`, `value`, `reason` (inner).
 */
export class AgentChatConversation extends LightElement implements ConversationHost {
  static override properties: PropertyDeclarations = fields(
    'conversation settings strings locale scrollMode renderers tools markdown unseen',
  );

  declare conversation: Conversation | undefined;
  declare settings: PublicSettings;
  declare strings: Strings;
  /** BCP 47 tag of the language of texts and times. */
  declare locale: string;
  /** What the log does when it grows. The visitor's own scrolling always wins. */
  declare scrollMode: ScrollMode;
  /** The page's renderers, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Functions of the page that the agent may call, by name. */
  declare tools: ReadonlyMap<string, ClientTool>;
  /** How Markdown is rendered: where links open, which images may load, the highlighter. */
  declare markdown: PageMarkdownOptions;
  /** Key of the first answer that the visitor has not scrolled to. */
  declare unseen: string | undefined;

  /** The rendered messages. */
  readonly list: LogList = new LogList();
  readonly follow: ScrollFollow = new ScrollFollow();
  #observer = new ConversationObserver(
    this,
    turn => this.#onText(turn),
    () => this.#onReplace(),
  );
  #greeting: readonly ChatMessage[] = [];
  #announcer = new Announcer();
  /** Whether the conversation's draft is not in the composer yet. */
  #isDraftPending = true;
  #controller: LogController | undefined;
  #lead: LeadController | undefined;
  #tools: ToolController | undefined;
  #pageGreetings: PageGreetings | undefined;
  #more = new MoreButton(this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#announcer.stop();
  }

  /**
   * Focuses the composer as soon as it is rendered, or the form that blocks it, unless the visitor moves the focus
   * meanwhile.
   */
  async focusComposer(): Promise<void> {
    const { activeElement, body } = document;
    await this.updateComplete;
    if ([activeElement, body].includes(document.activeElement!))
      this.#lead?.focus() || this.composer.focusField();
  }

  /** Exists after the first rendering, as does the log. */
  get composer(): AgentChatComposer {
    return this.querySelector('agent-chat-composer')!;
  }

  get log(): HTMLElement {
    return this.querySelector('.log')!;
  }

  /** Puts the conversation's draft into the composer. */
  restoreDraft(): void {
    this.#isDraftPending = true;
    this.requestUpdate();
  }

  /** Opens the menu of the header's button. */
  openMenu(event: Event): void {
    void this.#more.open(event);
  }

  /** Shows the lead form. */
  requestLead(): void {
    this.#lead?.request();
  }

  /** Whether the lead form replaces the composer until it is answered. */
  get blocksComposer(): boolean {
    return this.#lead?.placement === 'gate';
  }

  /** Resolves as soon as no lead form blocks the composer. */
  async whenUnblocked(): Promise<void> {
    await this.updateComplete;
    await this.#lead?.whenUnblocked();
  }

  /** Renders the whole of a long conversation, as for printing, or only its end again. */
  renderAll(all: boolean): void {
    this.#logController?.window.renderAll(all);
  }

  /** Announces the greeting of an empty conversation, and that there are suggestions. */
  async announceWelcome(): Promise<void> {
    await this.updateComplete;
    const { messages, turn } = this.#observer.state;
    if (!messages[0] && !turn)
      this.#announcer.sayLater(suggestions.module?.welcomeText(this) ?? this.list.element.textContent);
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.#announcer.say(text);
  }

  /** Undefined until its code has loaded. */
  get #logController(): LogController | undefined {
    if (interactions.module) this.#controller ??= new interactions.module.LogController(this);
    return this.#controller;
  }

  #onText({ replyKey, replyText }: Turn): void {
    // The caret's styles come with this code.
    interactions.loadFor(this);
    this.list.get(replyKey)?.updateText(replyText);
    if (!this.follow.atEnd) this.unseen ??= replyKey;
  }

  #onReplace(): void {
    this.#isDraftPending = true;
    this.#logController?.replace();
    this.follow.resume();
  }

  /** Waits for the code that a restored conversation needs, so that the first rendering is the final one. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const shown = this.#isDraftPending ? (this.conversation?.state.messages.slice(-BATCH) ?? []) : undefined;
    const loading = loadCodeFor(shown, this.settings);
    if (loading) return loading.then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (pageGreetings.module) this.#pageGreetings ??= new pageGreetings.module.PageGreetings(this);
    this.#pageGreetings?.apply();
    if (changed.has('settings')) {
      this.#greeting = greetings(this.settings.initialMessages);
      this.classList.toggle('plain', !this.#hasBubbles);
    }
    this.#observer.conversation = this.conversation;
    if (this.tools.size > 0 && toolController.loadFor(this))
      this.#tools ??= new toolController.module!.ToolController(this);
    if (leadController.module) this.#lead ??= new leadController.module.LeadController(this);
    // A blocking form is read from its top, and so are the initial messages with their suggestions.
    this.follow.mode = this.blocksComposer || !this.#observer.state.messages[0] ? 'none' : this.scrollMode;
    if (this.follow.atEnd) this.unseen = undefined;
    this.#updateList(this.#observer);
  }

  /** Answers with a colour of their own are always in bubbles, also if the page's CSS has set it. */
  get #hasBubbles(): boolean {
    const { answers, agentMessageColor } = this.settings.styles;
    return (
      answers === 'bubble' ||
      agentMessageColor !== '' ||
      getComputedStyle(this).getPropertyValue('--agent-chat-agent-bubble').trim() !== ''
    );
  }

  #updateList({ state }: ConversationObserver): void {
    const { settings, strings, locale, renderers, markdown } = this;
    const agentName = settings.name;
    const requests = this.#tools?.update() ?? NO_REQUESTS;
    const contact = this.#lead?.isOpen === true;
    const from = this.#logController?.window.start(state.messages.length) ?? 0;
    const view = { agentName, strings, locale, renderers, requests, contact, markdown };
    this.list.update(logItems(this.#greeting, state, from), view);
  }

  protected override firstUpdated(): void {
    this.follow.watch(this.log);
  }

  protected override updated(changed: PropertyValues): void {
    const { rendered: before, state: after } = this.#observer;
    const { turn } = after;
    this.#observer.rendered = after;
    adoptLoadedStyles(this);
    if (this.#isDraftPending && this.conversation) {
      this.#isDraftPending = false;
      this.composer.text = this.conversation.draft;
    }
    if (turn && turn.userKey !== before.turn?.userKey) this.follow.resume();
    // A reply may begin and end between two renderings.
    const last = turn ?? before.turn;
    const reply = this.list.get(last?.replyKey);
    if (reply) this.follow.setTurn(this.list.get(last?.userKey), reply);
    if (!changed.has('conversation') && before !== after) {
      if (before.turn && !turn && !this.follow.atEnd) this.unseen ??= before.turn.replyKey;
      const answer = this.list.get((turn ?? before.turn)?.replyKey);
      void this.#announcer.announce(before, after, this.strings, this.settings.name, answer);
    }
  }

  protected override render(): TemplateResult {
    const { strings, settings, blocksComposer } = this;
    const { state } = this.#observer;
    const welcome = this.#welcome;
    this.#announcer.label = strings.conversation;
    return html`
      <div class="log-frame">
        <div part="messages" class="log" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0"
          @click=${this.#onClick}
          @scroll=${this.#onScroll}
          @focusin=${() => interactions.loadFor(this)}
          @keydown=${(event: KeyboardEvent) => this.#logController?.onKeyDown(event)}
          @say=${(event: CustomEvent<{ text: string }>) => this.say(event.detail.text)}>
          <div class="content ${welcome?.welcomeClasses(settings.initialMessages)}">
            ${welcome?.renderFace(this)}
            ${this.list.element}
            ${this.#lead?.render()}
            ${blocksComposer ? nothing : this.#renderSuggestions(state)}
          </div>
        </div>
        ${this.unseen && interactions.loadFor(this) && this.#logController?.renderNewAnswerButton()}
        ${this.#more.render()}
      </div>
      ${this.#announcer.element}
      <agent-chat-composer
        ?hidden=${blocksComposer}
        .above=${this.#more.failure ?? this.#logController?.renderAbove()}
        .strings=${strings}
        .placeholder=${settings.placeholder}
        .running=${isRunning(state)}
        @draft=${this.#onDraft}
        @message-stop=${() => this.conversation?.stop()}
        @message-wait=${this.#onMessageWait}
        @newest=${() => (this.list.element.lastElementChild as HTMLElement | null)?.focus()}
      ></agent-chat-composer>
      ${settings.disclaimer ? disclaimer.module?.renderDisclaimer(this) : nothing}
    `;
  }

  /** The code of the welcome, if there is one to show. */
  get #welcome(): typeof suggestions.module {
    const { messages, turn } = this.#observer.state;
    const shown =
      welcomes(messages, this.settings) && !turn && !this.blocksComposer && this.classList.contains('plain');
    return shown ? suggestions.loadFor(this) : undefined;
  }

  /** Undefined if there are none, or while their code is loading. */
  #renderSuggestions({ messages, turn }: ConversationState): TemplateResult | undefined {
    const queries = this.settings.suggestedQueries;
    if (turn || !hasSuggestions(messages, queries)) return undefined;
    return suggestions.loadFor(this)?.renderSuggestions(messages, queries, this.strings);
  }

  async #onMessageWait(): Promise<void> {
    if (!interactions.module) await interactions.load().catch(() => {});
    this.#logController?.announceWait();
  }

  readonly #onScroll = (): void => {
    this.follow.onScroll();
    if (this.follow.atEnd) this.unseen = undefined;
  };

  /** One listener for all buttons in the log. */
  async #onClick(event: MouseEvent): Promise<void> {
    const button = (event.target as Element).closest<HTMLElement>('button[data-action]');
    if (!button) return;
    const { action } = button.dataset;
    if (action === 'unsend') {
      this.conversation?.unsend();
      this.restoreDraft();
      this.focusComposer();
      return;
    }
    if (!interactions.module) await interactions.load().catch(() => {});
    if (this.#logController) this.#logController.performAction(button, event.detail);
    else if (action === 'retry') void this.conversation?.retry();
  }

  readonly #onDraft = (event: CustomEvent<{ text: string }>): void => {
    // A message being edited was sent already and is not a draft.
    if (this.conversation && !this.#logController?.editing.isEditing)
      this.conversation.draft = event.detail.text;
  };
}
