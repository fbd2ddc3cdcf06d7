import { html, type TemplateResult } from 'lit';
import type { Action, ClientError, Conversation, ConversationState } from '../../../client/index.ts';
import type { Strings } from '../../../locales/strings.ts';
import { wordsIn } from '../../../locales/words.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';
import type { AgentChatConversation } from '../../conversation/index.ts';
import { emit, type OpenReason } from '../events.ts';
import type { ChatWindow, ClientTool, PartRenderer, WindowOwner } from '../window-contract.ts';
import { Afterwards } from './afterwards.ts';
import { AnswerLooks } from './answer-looks.ts';
import { Around } from './around.ts';
import { Consent } from './consent.ts';
import { dress } from './dress.ts';
import { settingsAreIn } from './full-settings.ts';
import { Looks } from './looks.ts';
import { withOwnerWords } from './owner-words.ts';
import { conversationWith, whomTo } from './peer.ts';
import { Presence } from './presence.ts';
import { announceTurn } from './turn-events.ts';
import { renderFrame } from './window-frame.ts';
import { WindowSize } from './window-size.ts';

/**
 * The window: what is around the conversation, and the conversation itself. Fetched on first intent.
 *
 * @csspart window - The window, or the inline conversation.
 * @csspart header - Its upper edge.
 * @csspart heading - Its heading.
 * @csspart header-button - Each button of the header; with it `new-button`, `expand-button`, `close-button`.
 * @csspart resize-handle - The corner that resizes the window.
 */
export class AgentChatWindow implements ChatWindow {
  readonly #owner: WindowOwner;
  readonly #looks: Looks;
  readonly #consent: Consent;
  readonly #around: Around;
  readonly #answers: AnswerLooks;
  readonly #afterwards: Afterwards;
  #tools: ReadonlyMap<string, ClientTool> = new Map();
  readonly #presence: Presence;
  readonly #size: WindowSize;
  #renderers: ReadonlyMap<string, PartRenderer> = new Map();
  #conversation!: Conversation;
  #peer = '';
  #typing: Element | null | undefined;
  #drawn!: ConversationState;
  #unsubscribe: () => void = () => {};

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    const refresh = (): void => owner.requestUpdate();
    this.#presence = new Presence(owner, refresh);
    this.#looks = new Looks(owner);
    this.#around = new Around(owner);
    this.#answers = new AnswerLooks(owner);
    this.#afterwards = new Afterwards(owner);
    this.#consent = new Consent(owner, () => {
      this.connect();
      refresh();
      void owner.updateComplete.then(() => this.focusComposer());
    });
    this.#size = new WindowSize(refresh, () => this.#consent.given);
    // Before the owner's first drawing, which reads the properties that tell of the conversation.
    this.connect();
    owner.addController(this);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  connect(): void {
    const peer = whomTo(this.#owner, this.#consent.given);
    const name = JSON.stringify(peer);
    if (name === this.#peer) return;
    this.#peer = name;
    this.#unsubscribe();
    this.#conversation?.suspend();
    this.#conversation = conversationWith(peer, this.#conversation);
    this.#drawn = this.#conversation.state;
    this.#unsubscribe = this.#conversation.subscribe(this.#onChange);
    // Gone before this code has come, or told about its visitor while it is away.
    if (!this.#owner.isConnected) this.#conversation.suspend();
  }

  hostConnected(): void {
    dress(this.#owner);
    // What is drawn inside is back on the page a moment later, and hears then of what has changed meanwhile.
    queueMicrotask(() => this.#conversation.resume());
    this.#presence.watch();
    document.addEventListener('visibilitychange', this.#markSeen);
  }

  hostDisconnected(): void {
    this.#presence.unwatch();
    this.#afterwards.leave();
    document.removeEventListener('visibilitychange', this.#markSeen);
    // An element that is only moved is back before this runs, and its stream goes on uncut.
    queueMicrotask(() => {
      if (this.#owner.isConnected) return;
      this.#conversation.suspend();
      this.#presence.gone();
    });
  }

  hostUpdated(): void {
    // The frame of the other mode is another element: the cursor goes along.
    if (this.#typing && !this.#find('textarea:focus')) this.focusComposer();
    const dialog = this.#find<HTMLDialogElement>('dialog.window');
    if (dialog) {
      this.#size.apply(dialog);
      this.#presence.update(dialog);
    }
    this.#markSeen();
    this.#consent.follow();
    this.#afterwards.follow(this.#conversation.state.messages.length);
  }

  render(said: Partial<Strings>): TemplateResult {
    const owner = this.#owner;
    this.#typing = this.#find('textarea:focus');
    const strings = wordsIn(said);
    const settings = this.#looks.apply();
    const { messages, turn } = this.#conversation.state;
    return renderFrame(owner, {
      strings,
      title: owner.heading || settings.name,
      full: this.#presence.fillsScreen,
      size: this.#size,
      onNew: messages.length > 0 || turn ? this.#onNew : undefined,
      content: this.#consent.given
        ? this.#renderConversation(strings, settings)
        : this.#around.renderConsent(strings, this.#consent.agree),
    });
  }

  #renderConversation(strings: Strings, settings: PublicSettings): TemplateResult {
    return html`${this.#around.renderPage(strings)}<agent-chat-conversation
      .conversation=${this.#conversation}
      .settings=${settings}
      .strings=${withOwnerWords(strings, settings)}
      .locale=${this.#owner.language.language}
      .renderers=${this.#renderers}
      .tools=${this.#tools}
      .scrollMode=${this.#owner.scrollMode}
      .markdown=${this.#answers.options}
      @message-submit=${this.#onSubmit}
      @feedback=${this.#passOn}
      @lead=${this.#passOn}
      @tool-run=${this.#passOn}
    ></agent-chat-conversation>`;
  }

  /** Moves the cursor into the message field, or on a small screen only into the window: a keyboard there hides half of it. */
  opened(reason: OpenReason, pressed?: HTMLElement): void {
    if (pressed) this.#presence.returnTo(pressed);
    if (reason === 'automatic') return;
    if (this.#presence.fillsScreen && !this.#inline) this.#find('.heading')?.focus();
    else this.focusComposer();
  }

  focusComposer(): void {
    // Where the consent text stands, its reader begins above it.
    const content = this.#content;
    if (content) content.focusComposer();
    else this.#find('.heading')?.focus();
  }

  /**
   * Asks, unless a listener of the page says no; then resolves at once. Waits for the visitor's consent, and for a
   * form that comes before the question.
   */
  async send(text: string): Promise<void> {
    await this.#consent.wait();
    await settingsAreIn(this.#owner);
    const content = this.#content;
    await content?.updateComplete;
    if (content?.gated && !this.#inline) this.#owner.openFor('page');
    await content?.mayAsk();
    await this.#ask(text);
  }

  registerPart(type: string, renderer: PartRenderer): void {
    this.#renderers = new Map(this.#renderers).set(type, renderer);
    this.#owner.requestUpdate();
  }

  registerTool(name: string, tool: ClientTool): void {
    this.#tools = new Map(this.#tools).set(name, tool);
    this.#owner.requestUpdate();
  }

  logout(): void {
    this.#conversation.logout();
  }

  /** Undefined when a listener of the page said no. */
  #ask(text: string, edit = false): Promise<void> | undefined {
    const detail = { text };
    if (!emit(this.#owner, 'agent-chat-send', detail)) return undefined;
    if (edit) return this.#conversation.editLast(detail.text);
    return this.#conversation.send(this.#around.addTo(detail.text));
  }

  get #inline(): boolean {
    return this.#owner.mode === 'inline';
  }

  get #content(): AgentChatConversation | null {
    return this.#find<AgentChatConversation>('agent-chat-conversation');
  }

  #find<E extends HTMLElement>(selector: string): E | null {
    return this.#owner.renderRoot.querySelector<E>(selector);
  }

  readonly #onChange = (action: Action): void => {
    // Also by a logout in another tab.
    if ('forgotten' in action) this.#consent.forget();
    const before = this.#drawn;
    const now = this.#conversation.state;
    this.#drawn = now;
    announceTurn(this.#owner, before, now);
    this.#afterwards.follow(now.messages.length);
    this.#markSeen();
    if (before.messages.length > 0 !== now.messages.length > 0) this.#owner.requestUpdate();
  };

  readonly #markSeen = (): void => {
    const visible = (this.#owner.open || this.#inline) && document.visibilityState === 'visible';
    this.#conversation.inView = visible;
    this.#owner.setUnread(this.#conversation.state.unread);
  };

  readonly #onSubmit = (event: CustomEvent<{ text: string; edit?: boolean }>): void => {
    const { text, edit } = event.detail;
    const asked = this.#ask(text, edit)?.catch(({ code, message }: ClientError) => {
      // A listener of the page has made too much of it: the visitor has it back.
      if (edit) this.#conversation.draft = text;
      this.#content?.takeDraft();
      emit(this.#owner, 'agent-chat-error', { code, message });
    });
    if (!asked) event.preventDefault();
  };

  /** What the page hears of: feedback and a lead, and a tool that it may keep from running. */
  readonly #passOn = (event: CustomEvent): void => {
    const [what] = event.type.split('-') as ['feedback' | 'lead' | 'tool'];
    if (!emit(this.#owner, `agent-chat-${what}`, event.detail)) event.preventDefault();
  };

  readonly #onNew = (): void => {
    this.#conversation.startNew();
    this.focusComposer();
  };
}
