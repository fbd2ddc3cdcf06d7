import { html, type TemplateResult } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { RestoredConversation } from '../../../client/conversation/restore.ts';
import type { Action, ClientError, ClientTool, ConversationState } from '../../../client/index.ts';
import { withEnglishFallback } from '../../../locales/english-window.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';
import { isMessage } from '../../../protocol/text.ts';
import type { AgentChatConversation } from '../../conversation/index.ts';
import type { PagePartRenderer } from '../../conversation/parts/part-renderer.ts';
import { emit, type OpenReason } from '../events.ts';
import type { ChatWindow, WindowOwner } from '../window-contract.ts';
import { adoptWindowStyles } from './adopt-window-styles.ts';
import { answerOptions } from './answer-options.ts';
import { conversationConfig, openConversation } from './conversation-config.ts';
import { settingsAreIn } from './full-settings.ts';
import { keep } from './kept-preferences.ts';
import { PageIntegration } from './page-integration.ts';
import { SettingsStyles } from './settings-styles.ts';
import { consentName, hasAgreed } from './stored-consent.ts';
import { announceTurn } from './turn-events.ts';
import { WindowDialog } from './window-dialog.ts';
import { renderFrame } from './window-frame.ts';
import { WindowNotices } from './window-notices.ts';
import { WindowSize } from './window-size.ts';

export { prepare } from './window-notices.ts';

/** The window: what is around the conversation, and the conversation itself. Fetched on first intent. */
export class AgentChatWindow implements ChatWindow {
  readonly #owner: WindowOwner;
  readonly #styles: SettingsStyles;
  readonly #notices: WindowNotices;
  readonly #answers: PageMarkdownOptions;
  readonly #pageIntegration: PageIntegration;
  #tools: ReadonlyMap<string, ClientTool> = new Map();
  readonly #dialog: WindowDialog;
  readonly #size: WindowSize;
  #renderers: ReadonlyMap<string, PagePartRenderer> = new Map();
  #conversation!: Conversation;
  #config = '';
  #drawn!: ConversationState;
  /** How often the visitor was forgotten: a question of before that still waits is nobody's. */
  #visits = 0;
  /** Questions of the page that wait for the visitor's consent. */
  #waiting: (() => void)[] = [];
  #unsubscribe: () => void = () => {};

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    const refresh = (): void => owner.requestUpdate();
    this.#dialog = new WindowDialog(owner, refresh);
    this.#styles = new SettingsStyles(owner);
    this.#notices = new WindowNotices(owner);
    this.#answers = answerOptions(owner);
    this.#pageIntegration = new PageIntegration(owner);
    this.#size = new WindowSize(refresh, () => hasAgreed(owner));
    // Before the owner's first drawing, which reads the properties that tell of the conversation.
    this.connect();
    owner.addController(this);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  connect(): void {
    const config = conversationConfig(this.#owner);
    const name = JSON.stringify(config);
    if (name === this.#config) return;
    this.#config = name;
    this.#unsubscribe();
    const was = this.#conversation?.client.userId;
    if (was && was !== config.client.userId) this.#visits++;
    this.#conversation?.suspend();
    this.#conversation = openConversation(config, this.#conversation);
    this.#drawn = this.#conversation.state;
    this.#unsubscribe = this.#conversation.subscribe(this.#onChange);
    // Gone before this code has come, or told about its visitor while it is away.
    if (!this.#owner.isConnected) this.#conversation.suspend();
  }

  hostConnected(): void {
    adoptWindowStyles(this.#owner);
    // What is drawn inside is back on the page a moment later, and hears then of what has changed meanwhile.
    queueMicrotask(() => this.#conversation.resume());
    this.#dialog.watch();
    this.#pageIntegration.watch();
    document.addEventListener('visibilitychange', this.#markSeen);
    // Where it was moved, whoever is in it goes along before anybody notices.
    this.hostUpdated();
  }

  hostDisconnected(): void {
    this.#dialog.unwatch();
    this.#pageIntegration.leave();
    document.removeEventListener('visibilitychange', this.#markSeen);
    // An element that is only moved is back before this runs, and its stream goes on uncut.
    const { inside } = this.#dialog;
    queueMicrotask(() => {
      if (this.#owner.isConnected) return;
      this.#conversation.suspend();
      if (inside) this.#dialog.gone();
    });
  }

  hostUpdated(): void {
    const dialog = this.#find<HTMLDialogElement>('dialog.window');
    if (dialog) {
      this.#size.apply(dialog);
      this.#dialog.update(dialog);
    }
    const { inside } = this.#dialog;
    // Moved, or between its two forms, the dialog loses the focus. The frame of the other mode has other nodes.
    if (inside && document.activeElement === document.body && (this.#inline || this.#owner.open)) {
      (inside.isConnected ? inside : this.#find('.heading'))?.focus();
      if (inside.matches('textarea')) this.focusComposer();
    }
    this.#markSeen();
    // The visitor may have agreed, or the page asks for it no longer.
    if (hasAgreed(this.#owner)) for (const go of this.#waiting.splice(0)) go();
    this.#pageIntegration.follow(this.#conversation.state.messages.length);
  }

  render(said: Partial<Strings>): TemplateResult {
    const owner = this.#owner;
    const strings = withEnglishFallback(said);
    const settings = this.#styles.apply();
    const { messages, turn } = this.#conversation.state;
    return renderFrame(owner, {
      strings,
      title: owner.heading || settings.name,
      full: this.#dialog.fillsScreen,
      size: this.#size,
      onNew: messages[0] || turn ? this.#onNew : undefined,
      content: hasAgreed(owner)
        ? this.#renderConversation(strings, settings)
        : this.#notices.renderConsent(strings),
    });
  }

  #renderConversation(strings: Strings, settings: PublicSettings): TemplateResult {
    // React and Vue find a `scroll` on the element, as on any, and give it what the attribute would say.
    const { language, scroll, scrollMode } = this.#owner;
    return html`${this.#notices.renderPage(strings)}<agent-chat-conversation
      .conversation=${this.#conversation}
      .settings=${settings}
      .strings=${strings}
      .locale=${language.language}
      .renderers=${this.#renderers}
      .tools=${this.#tools}
      .scrollMode=${typeof (scroll as unknown) === 'string' ? scroll : scrollMode}
      .markdown=${this.#answers}
      @message-submit=${this.#onSubmit}
      @feedback=${this.#passOn}
      @lead=${this.#passOn}
      @tool-run=${this.#passOn}
    ></agent-chat-conversation>`;
  }

  /** Moves the cursor into the message field, or on a small screen only into the window: a keyboard there hides half of it. */
  opened(reason: OpenReason, pressed?: HTMLElement): void {
    if (pressed) this.#dialog.returnTo(pressed);
    if (reason === 'automatic') return;
    if (this.#dialog.fillsScreen && !this.#inline) this.#find('.heading')?.focus();
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
   * form that comes before the question. Who is forgotten meanwhile asks nothing. Another agent than the one that was
   * asked is not asked by itself: its visitor has the words before him.
   */
  async send(text: string): Promise<void> {
    // Refused before the page or the visitor is asked about it.
    if (!isMessage(text)) return this.#conversation.send(text);
    const visit = this.#visits;
    const { agentId } = this.#owner;
    if (!hasAgreed(this.#owner)) {
      this.#reveal();
      await new Promise<void>(agreed => this.#waiting.push(agreed));
    }
    await settingsAreIn(this.#owner);
    let content: AgentChatConversation | null | undefined;
    // In the frame of another mode it is another one, and so is its form.
    while (content !== this.#content || content?.blocksComposer) {
      content = this.#content;
      await content?.updateComplete;
      if (content?.blocksComposer) this.#reveal();
      await content?.whenUnblocked();
    }
    if (visit !== this.#visits) return;
    if (agentId === this.#owner.agentId) await this.#ask(text);
    else if (content) {
      this.#conversation.draft ||= text;
      content.restoreDraft();
    }
  }

  restore(earlier: RestoredConversation): void {
    this.#conversation.restore(earlier);
  }

  registerPart(type: string, renderer: PagePartRenderer): void {
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

  /** Undefined when a listener of the page said no; who is refused by us is not about to be sent. */
  #ask(text: string, edit = false): Promise<void> | undefined {
    const detail = { text };
    // Refused, it takes nothing of the page along: that goes with the next question.
    if (this.#conversation.busy) return this.#conversation.send(text);
    if (!emit(this.#owner, 'agent-chat-send', detail)) return undefined;
    return this.#conversation.send(edit ? detail.text : this.#notices.addTo(detail.text), edit);
  }

  /** What the question waits for is to be seen. */
  #reveal(): void {
    if (!this.#inline) this.#owner.openFor('page');
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
    if ((action as { forgotten?: boolean }).forgotten) {
      this.#visits++;
      keep(consentName(this.#owner), undefined);
      this.#owner.requestUpdate();
    }
    const before = this.#drawn;
    const now = this.#conversation.state;
    this.#drawn = now;
    announceTurn(this.#owner, before, now);
    this.#pageIntegration.follow(now.messages.length);
    this.#markSeen();
    if (!before.messages[0] !== !now.messages[0]) this.#owner.requestUpdate();
  };

  readonly #markSeen = (): void => {
    this.#conversation.inView = (this.#owner.open || this.#inline) && !document.hidden;
    this.#owner.setUnread(this.#conversation.state.unread);
  };

  readonly #onSubmit = (event: CustomEvent<{ text: string; edit?: boolean }>): void => {
    const { text, edit } = event.detail;
    const asked = this.#ask(text, edit)?.catch(({ code, message }: ClientError) => {
      // A listener of the page has made too much of it: the visitor has it back.
      if (edit) this.#conversation.draft = text;
      this.#content?.restoreDraft();
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
