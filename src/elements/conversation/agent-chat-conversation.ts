import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Conversation } from '../../client/conversation/conversation.ts';
import type { ChatMessage, ClientTool, ConversationState, ToolRequest, Turn } from '../../client/index.ts';
import { isRunning } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../markdown/index.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { AgentChatComposer } from './composer/agent-chat-composer.ts';
import { ConversationWatch } from './conversation-observer.ts';
import type { ConversationHost } from './hosts.ts';
import {
  adoptFetched,
  areSuggested,
  fetchMissing,
  interactions,
  leadController,
  suggestions,
  toolController,
} from './lazy-modules.ts';
import type { LeadController } from './lead-form/lead-controller.ts';
import { fields, LightElement } from './light-element.ts';
import { Announcer } from './log/announcer.ts';
import type { LogController } from './log/log-controller.ts';
import { BATCH, greetings, LogList, logItems } from './log/log-list.ts';
import type { ScrollMode } from './log/scroll-follow.ts';
import { ScrollFollow } from './log/scroll-follow.ts';
import { MoreButton } from './menu/more-button.ts';
import type { PagePartRenderer } from './parts/part-renderer.ts';
import type { ToolController } from './tools/tool-controller.ts';

const NO_REQUESTS: readonly ToolRequest[] = [];

/**
 * Everything between the window's header and its lower edge: the log, what is suggested, and the composer.
 * Renders into light DOM inside the public element's shadow root.
 *
 * @tag agent-chat-conversation
 * @csspart messages - The log.
 * @csspart suggestions - The group of suggested queries.
 * @csspart suggestion - One suggested query.
 * @fires message-submit - `detail.text`, and `detail.edit` when it takes the place of the last message; cancelable,
 *   then the text stays where it was (inner). Whoever listens sends it.
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
  /** BCP 47 tag the texts and times are in. */
  declare locale: string;
  /** What the log does when it grows. The reader's own scroll wins over all of them. */
  declare scrollMode: ScrollMode;
  /** Part renderers of the page, by part type. */
  declare renderers: ReadonlyMap<string, PagePartRenderer>;
  /** Functions of the page that the agent may ask for, by name. */
  declare tools: ReadonlyMap<string, ClientTool>;
  /** How text is drawn: where links open, which images may load, what colours code. */
  declare markdown: PageMarkdownOptions;
  /** Key of the first answer the reader has not scrolled to. */
  declare unseen: string | undefined;

  /** The messages on screen. */
  readonly list: LogList = new LogList();
  readonly follow: ScrollFollow = new ScrollFollow(this);
  #watch = new ConversationWatch(
    this,
    turn => this.#onText(turn),
    () => this.#onReplace(),
  );
  #greeting: readonly ChatMessage[] = [];
  #announcer = new Announcer();
  /** The draft of the conversation in view is not in the composer yet. */
  #draftDue = true;
  #controller: LogController | undefined;
  #lead: LeadController | undefined;
  #tools: ToolController | undefined;
  #more = new MoreButton(this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#announcer.stop();
  }

  /**
   * Puts the cursor into the composer, as soon as there is one, or into the form that stands in its place; unless the
   * visitor has gone on to something else by then.
   */
  async focusComposer(): Promise<void> {
    const { activeElement, body } = document;
    await this.updateComplete;
    if ([activeElement, body].includes(document.activeElement!))
      this.#lead?.focus() || this.composer.focusField();
  }

  /** There from the first drawing on, as the log is. */
  get composer(): AgentChatComposer {
    return this.querySelector('agent-chat-composer')!;
  }

  get log(): HTMLElement {
    return this.querySelector('.log')!;
  }

  /** Puts the conversation's draft into the composer. */
  restoreDraft(): void {
    this.#draftDue = true;
    this.requestUpdate();
  }

  /** Shows the form for the visitor's contact. */
  requestLead(): void {
    this.#lead?.request();
  }

  /** Whether the visitor has to answer a form before the next question. */
  get blocksComposer(): boolean {
    return this.#lead?.placement === 'gate';
  }

  /** Resolves as soon as a question may be asked: once a form that comes first is answered. */
  async whenUnblocked(): Promise<void> {
    await this.updateComplete;
    await this.#lead?.passed();
  }

  /** Draws the whole of a long conversation, as for printing, or only its end again. */
  drawAll(all: boolean): void {
    this.#logController?.window.drawAll(all);
  }

  /** Tells screen readers. */
  say(text: string): void {
    this.#announcer.say(text);
  }

  /** Undefined until something has been said. */
  get #logController(): LogController | undefined {
    if (interactions.now) this.#controller ??= new interactions.now.LogController(this);
    return this.#controller;
  }

  #onText({ replyKey, replyText }: Turn): void {
    this.list.get(replyKey)?.grow(replyText);
    if (!this.follow.atEnd) this.unseen ??= replyKey;
  }

  #onReplace(): void {
    this.#draftDue = true;
    this.#logController?.replace();
    this.follow.take();
  }

  /** A conversation that is brought back appears as it will stay. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const shown = this.#draftDue ? (this.conversation?.state.messages.slice(-BATCH) ?? []) : undefined;
    const coming = fetchMissing(shown, this.settings);
    if (coming) return coming.then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('settings')) this.#greeting = greetings(this.settings.initialMessages);
    this.#watch.conversation = this.conversation;
    if (this.tools.size > 0 && toolController.for(this))
      this.#tools ??= new toolController.now!.ToolController(this);
    if (leadController.now) this.#lead ??= new leadController.now.LeadController(this);
    // A form that has to be filled in first is read from its top, as is a greeting with all that is suggested below.
    this.follow.mode = this.blocksComposer || !this.#watch.state.messages[0] ? 'none' : this.scrollMode;
    if (this.follow.atEnd) this.unseen = undefined;
    this.#drawList(this.#watch);
  }

  #drawList({ state }: ConversationWatch): void {
    const { settings, strings, locale, renderers, markdown } = this;
    const agentName = settings.name;
    const requests = this.#tools?.follow() ?? NO_REQUESTS;
    const contact = this.#lead?.open === true;
    const from = this.#logController?.window.start(state.messages.length) ?? 0;
    const view = { agentName, strings, locale, renderers, requests, contact, markdown };
    this.list.draw(logItems(this.#greeting, state, from), view);
  }

  protected override firstUpdated(): void {
    this.follow.watch(this.log);
  }

  protected override updated(changed: PropertyValues): void {
    const { drawn: before, state: after } = this.#watch;
    const { turn } = after;
    this.#watch.drawn = after;
    adoptFetched(this);
    if (this.#draftDue && this.conversation) {
      this.#draftDue = false;
      this.composer.text = this.conversation.draft;
    }
    if (turn && turn.userKey !== before.turn?.userKey) this.follow.take();
    const reply = this.list.get(turn?.replyKey);
    if (reply) this.follow.answerAt(reply);
    if (!changed.has('conversation') && before !== after) {
      if (before.turn && !turn && !this.follow.atEnd) this.unseen ??= before.turn.replyKey;
      const answer = this.list.get((turn ?? before.turn)?.replyKey);
      void this.#announcer.announce(before, after, this.strings, this.settings.name, answer);
    }
  }

  protected override render(): TemplateResult {
    const { strings, settings, blocksComposer } = this;
    const { state } = this.#watch;
    return html`
      <div class="log-frame">
        <div part="messages" class="log" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0"
          @click=${this.#onClick}
          @scroll=${() => this.follow.onScroll()}
          @focusin=${() => interactions.for(this)}
          @keydown=${(event: KeyboardEvent) => this.#logController?.onKeyDown(event)}
          @say=${(event: CustomEvent<{ text: string }>) => this.say(event.detail.text)}>
          <div class="content">
            ${this.list.element}
            ${this.#lead?.render()}
            ${blocksComposer ? nothing : this.#renderSuggestions(state)}
          </div>
        </div>
        ${this.unseen && interactions.for(this) && this.#logController?.renderPill()}
        ${this.#more.render()}
      </div>
      ${this.#announcer.element}
      <agent-chat-composer
        ?hidden=${blocksComposer}
        .above=${this.#more.failure ?? this.#logController?.renderAbove()}
        .start=${this.#more.renderButton()}
        .strings=${strings}
        .placeholder=${settings.placeholder}
        .running=${isRunning(state)}
        @draft=${this.#onDraft}
        @message-stop=${() => this.conversation?.stop()}
        @message-wait=${this.#onWait}
      ></agent-chat-composer>
    `;
  }

  /** Undefined if there are none, or while their code is loading. */
  #renderSuggestions({ messages, turn }: ConversationState): TemplateResult | undefined {
    const queries = this.settings.suggestedQueries;
    if (turn || !areSuggested(messages, queries)) return undefined;
    return suggestions.for(this)?.renderSuggestions(messages, queries, this.strings);
  }

  async #onWait(): Promise<void> {
    if (!interactions.now) await interactions.fetch().catch(() => {});
    this.#logController?.tellToWait();
  }

  /** One listener for all buttons in the log, however long it is. */
  async #onClick(event: MouseEvent): Promise<void> {
    const button = (event.target as Element).closest<HTMLElement>('button[data-action]');
    if (!button) return;
    const { action } = button.dataset;
    if (action === 'take-back') {
      this.conversation?.unsend();
      this.restoreDraft();
      this.focusComposer();
      return;
    }
    if (!interactions.now) await interactions.fetch().catch(() => {});
    if (this.#logController) this.#logController.press(button, event.detail);
    else if (action === 'retry') void this.conversation?.retry();
  }

  readonly #onDraft = (event: CustomEvent<{ text: string }>): void => {
    // What is being edited has been sent already: it is no draft.
    if (this.conversation && !this.#logController?.editing.on) this.conversation.draft = event.detail.text;
  };
}
