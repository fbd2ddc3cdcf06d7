import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import type { Conversation, ConversationState, ToolRequest } from '../../client/index.ts';
import { isRunning } from '../../client/index.ts';
import type { Strings } from '../../locales/strings.ts';
import type { PublicSettings } from '../../protocol/settings.ts';
import type { MarkdownOptions } from '../markdown/index.ts';
import type { AgentChatComposer } from './agent-chat-composer.ts';
import type { AgentChatMessage } from './agent-chat-message.ts';
import { Announcer } from './announcer.ts';
import { ComposerText } from './composer-text.ts';
import { ConversationWatch } from './conversation-watch.ts';
import { fetchMissing, leadDesk } from './fetched-parts.ts';
import { downIcon } from './icons.ts';
import type { LeadDesk, LeadDeskHost } from './lead-desk.ts';
import type { LogActionsHost } from './log-actions.ts';
import { LogActions } from './log-actions.ts';
import { greetings, logItems } from './log-items.ts';
import { LogList } from './log-list.ts';
import { BATCH, LogWindow } from './log-window.ts';
import { MessageWalk } from './message-walk.ts';
import { More } from './more.ts';
import type { MoreHost } from './more-host.ts';
import type { PageTool } from './page-tool.ts';
import { PageTools } from './page-tools.ts';
import type { PagePartRenderer } from './parts/page-part.ts';
import type { ScrollMode } from './scroll-follow.ts';
import { ScrollFollow } from './scroll-follow.ts';
import { currentSuggestions, renderSuggestions } from './suggestions.ts';

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
export class AgentChatConversation extends LitElement implements LogActionsHost, LeadDeskHost, MoreHost {
  static override properties: PropertyDeclarations = {
    conversation: { attribute: false },
    settings: { attribute: false },
    strings: { attribute: false },
    locale: { attribute: false },
    scrollMode: { attribute: false },
    renderers: { attribute: false },
    tools: { attribute: false },
    markdown: { attribute: false },
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
  /** Functions of the page that the agent may ask for, by name. */
  declare tools: ReadonlyMap<string, PageTool>;
  /** How text is drawn: where links open, which images may load, what colours code. */
  declare markdown: MarkdownOptions;
  /** Key of the first answer the reader has not scrolled to. */
  declare protected unseen: string | undefined;

  #watch = new ConversationWatch(this, {
    onText: state => this.#onText(state),
    onReplace: () => this.#onReplace(),
  });
  #list = new LogList();
  /** What the list was drawn from. */
  #listed: readonly unknown[] = [];
  #scroll = new ScrollFollow(this);
  #window = new LogWindow(this, this.#scroll);
  #actions = new LogActions(this);
  #lead: LeadDesk | undefined;
  #tools = new PageTools(this);
  #more = new More(this);
  #walk = new MessageWalk();
  #announcer = new Announcer();
  #text = new ComposerText(this);

  constructor() {
    super();
    this.locale = 'en';
    this.scrollMode = 'follow';
    this.renderers = new Map();
    this.tools = new Map();
    this.markdown = {};
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#announcer.stop();
    this.#tools.close();
  }

  /** Puts the cursor into the composer, as soon as there is one. */
  focusComposer(): void {
    void this.updateComplete.then(() => this.composer?.focusField());
  }

  get composer(): AgentChatComposer | null {
    return this.querySelector('agent-chat-composer');
  }

  get log(): HTMLElement | null {
    return this.querySelector('.log');
  }

  /** Asks in the visitor's name. */
  submit(text: string): void {
    const detail = { text };
    this.dispatchEvent(new CustomEvent('message-submit', { bubbles: true, cancelable: true, detail }));
  }

  /** Puts the visitor's last message into the composer, to be sent in its place. */
  beginEditing(text: string): void {
    this.#text.edit(text);
  }

  /** Shows the form for the visitor's contact. */
  requestLead(): void {
    this.#lead?.request();
  }

  /** Whether the visitor has to answer a form before the next question. */
  get gated(): boolean {
    return this.#lead?.wish === 'gate';
  }

  /** Resolves as soon as a question may be asked: once a form that comes first is answered. */
  async mayAsk(): Promise<void> {
    await this.updateComplete;
    await this.#lead?.passed();
  }

  /** Draws the whole of a long conversation, as for printing, or only its end again. */
  drawAll(all: boolean): void {
    this.#window.drawAll(all);
  }

  /** Tells screen readers. */
  say(text: string): void {
    this.#announcer.say(text);
  }

  /** Whether a visitor who gets no answer here can leave a contact instead. */
  get contact(): boolean {
    return this.settings.leadForm !== null && this.conversation?.leadGiven === false;
  }

  /** Calls of the page's tools that wait for the visitor's word. */
  get requests(): readonly ToolRequest[] {
    return this.#tools.requests;
  }

  #messageElement(key: string | undefined): AgentChatMessage | undefined {
    return key === undefined ? undefined : this.#list.get(key);
  }

  #onText({ turn }: ConversationState): void {
    this.#messageElement(turn!.replyKey)?.grow(turn!.replyText);
    if (!this.#scroll.atEnd) this.unseen ??= turn!.replyKey;
  }

  #onReplace(): void {
    this.#text.replace();
    this.#window.reset();
    this.#scroll.take();
  }

  #onPill(): void {
    const message = this.#messageElement(this.unseen);
    this.unseen = undefined;
    if (message) this.#scroll.show(message);
    this.log?.focus({ preventScroll: true });
  }

  /** A conversation that is brought back appears as it will stay. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const { conversation, settings } = this;
    const shown = this.#text.due ? (conversation?.state.messages.slice(-BATCH) ?? []) : [];
    const coming = fetchMissing(shown, settings.leadForm !== null);
    if (coming) return coming.then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  protected override willUpdate(): void {
    this.#watch.conversation = this.conversation;
    this.#tools.follow();
    if (leadDesk.now) this.#lead ??= new leadDesk.now.LeadDesk(this);
    // A form that has to be filled in first is read from its top.
    this.#scroll.mode = this.gated ? 'none' : this.scrollMode;
    if (this.#scroll.atEnd) this.unseen = undefined;
    this.#drawList(this.#watch);
  }

  #drawList({ state }: ConversationWatch): void {
    const { settings, strings, locale, renderers, requests, contact, markdown } = this;
    const { messages, turn } = state;
    const from = this.#window.start(messages.length, this.#scroll.atEnd);
    const drawn = [messages, turn, from, settings, strings, locale, renderers, requests, contact, markdown];
    if (drawn.every((value, n) => value === this.#listed[n])) return;
    this.#listed = drawn;
    this.#list.draw(logItems(greetings(settings.initialMessages), state, from), this);
  }

  protected override updated(changed: PropertyValues): void {
    const before = this.#watch.drawn;
    const after = this.#watch.state;
    const { turn } = after;
    this.#watch.drawn = after;
    this.#scroll.watch(this.log!, this.log!.firstElementChild as HTMLElement);
    this.#window.watch(this.log!);
    this.#walk.keep(this.#list.element);
    this.#text.fill();
    if (turn && turn.userKey !== before.turn?.userKey) this.#scroll.take();
    const reply = this.#messageElement(turn?.replyKey);
    if (reply) this.#scroll.answerAt(reply);
    if (changed.has('conversation')) this.#scroll.take();
    else if (before !== after) {
      if (before.turn && !turn && !this.#scroll.atEnd) this.unseen ??= before.turn.replyKey;
      const answer = this.#messageElement(before.turn?.replyKey);
      void this.#announcer.announce(before, after, this.strings, this.settings.name, answer);
    }
  }

  protected override render(): TemplateResult {
    const { strings, settings, gated } = this;
    const { state } = this.#watch;
    return html`
      <div class="log-frame">
        <div part="messages" class="log" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0"
          @click=${(event: MouseEvent) => this.#actions.onClick(event)}
          @say=${(event: CustomEvent<{ text: string }>) => this.say(event.detail.text)}
          @feedback=${(event: CustomEvent) => this.#actions.onFeedback(event)}
          @tool-answer=${this.#onToolAnswer}
          @keydown=${(event: KeyboardEvent) => this.#walk.onKeyDown(event, this.#list.element)}>
          <div class="content">
            ${this.#list.element}
            ${this.#lead?.render() ?? nothing}
            ${gated ? nothing : renderSuggestions(currentSuggestions(state, settings.suggestedQueries), strings)}
          </div>
        </div>
        ${
          this.unseen === undefined
            ? nothing
            : html`<button type="button" class="pill" @click=${this.#onPill}>${downIcon}${strings.newAnswerBelow}</button>`
        }
        ${this.#more.render()}
      </div>
      ${this.#announcer.element}
      <agent-chat-composer
        ?hidden=${gated}
        .start=${this.#more.renderButton()}
        .strings=${strings}
        .placeholder=${settings.placeholder}
        .running=${isRunning(state)}
        .editing=${this.#text.editing}
        @draft=${this.#text.onDraft}
        @edit-end=${this.#text.onEditEnd}
        @message-stop=${() => this.conversation?.stop()}
        @message-wait=${() => this.say(strings.waitForAnswer)}
      ></agent-chat-composer>
    `;
  }

  #onToolAnswer(event: CustomEvent<{ callId: string; accepted: boolean }>): void {
    this.#tools.answer(event.detail.callId, event.detail.accepted);
    this.focusComposer();
  }
}
