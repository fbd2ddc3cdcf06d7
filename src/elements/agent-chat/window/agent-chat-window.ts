import { html, type TemplateResult } from 'lit';
import type { Conversation } from '../../../client/conversation/conversation.ts';
import type { RestoredConversation } from '../../../client/conversation/restore.ts';
import {
  type Action,
  type ClientError,
  type ClientTool,
  type ConversationState,
  isRunning,
} from '../../../client/index.ts';
import { windowStrings } from '../../../locales/english-window.ts';
import type { Strings } from '../../../locales/strings.ts';
import type { PageMarkdownOptions } from '../../../markdown/index.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';
import { isMessage } from '../../../protocol/text.ts';
import type { AgentChatConversation } from '../../conversation/index.ts';
import type { PagePartRenderer } from '../../conversation/parts/part-renderer.ts';
import { dispatch, type OpenReason } from '../events.ts';
import { PageIntegration } from '../page/page-integration.ts';
import { SettingsStyles, settingsApplied } from '../settings/settings-styles.ts';
import type { ChatWindow, WidgetHost } from '../widget-host.ts';
import { conversationConfig, localeOf, markdownOptions, openConversation } from './host-options.ts';
import { consentKey, hasConsent, storePreference } from './stored-preferences.ts';
import { WindowDialog } from './window-dialog.ts';
import { renderFrame } from './window-frame.ts';
import { WindowNotices } from './window-notices.ts';
import { WindowSize } from './window-size.ts';
import { adoptWindowStyles } from './window-styles.ts';

export { prepare } from './window-notices.ts';

/** Events of the global object when the browser loses or regains its network. */
const CONNECTION_EVENTS = ['online', 'offline'];

/** The window: the frame, and the conversation in it. Loaded on first intent. */
export class AgentChatWindow implements ChatWindow {
  unread = 0;
  readonly #host: WidgetHost;
  readonly #styles: SettingsStyles;
  readonly #notices: WindowNotices;
  readonly #markdown: PageMarkdownOptions;
  readonly #pageIntegration: PageIntegration;
  readonly #dialog: WindowDialog;
  readonly #size: WindowSize;
  #tools: ReadonlyMap<string, ClientTool> = new Map();
  #renderers: ReadonlyMap<string, PagePartRenderer> = new Map();
  #conversation!: Conversation;
  #configKey = '';
  /** The state that was last reported to the page. */
  #state!: ConversationState;
  /** How often the visitor was cleared: a question that has waited since before is not sent. */
  #visitorCount = 0;
  /** Questions of the page that wait for the visitor's consent. */
  #waitingForConsent: (() => void)[] = [];
  #unsubscribe: () => void = () => {};
  readonly #render = (): void => this.#host.requestUpdate();

  constructor(host: WidgetHost) {
    this.#host = host;
    this.#dialog = new WindowDialog(host, this.#render);
    this.#styles = new SettingsStyles(host);
    this.#notices = new WindowNotices(host);
    this.#markdown = markdownOptions(host);
    this.#pageIntegration = new PageIntegration(host);
    this.#size = new WindowSize(this.#render, () => hasConsent(host));
    // Before the next update of the host, which reads the conversation.
    this.connect();
    host.addController(this);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  connect(): void {
    const config = conversationConfig(this.#host);
    const key = JSON.stringify(config);
    if (key === this.#configKey) return;
    this.#configKey = key;
    this.#unsubscribe();
    const previousUser = this.#conversation?.client.userId;
    if (previousUser && previousUser !== config.client.userId) this.#visitorCount++;
    this.#conversation?.suspend();
    this.#conversation = openConversation(config, this.#conversation);
    // Set at once, because the code that runs tools is loaded later.
    this.#conversation.offeredTools = () => this.#tools;
    this.#state = this.#conversation.state;
    this.#unsubscribe = this.#conversation.subscribe(this.#onChange);
    // The host was removed before this code was loaded, or changes while it is not on the page.
    if (!this.#host.isConnected) this.#conversation.suspend();
  }

  hostConnected(): void {
    adoptWindowStyles(this.#host);
    // The inner elements are connected a moment later and then receive what has changed in the meantime.
    queueMicrotask(() => this.#conversation.resume());
    this.#dialog.connect();
    this.#pageIntegration.connect();
    document.addEventListener('visibilitychange', this.#markSeen);
    for (const change of CONNECTION_EVENTS) addEventListener(change, this.#render);
    // After a move the focus returns before anybody notices.
    this.hostUpdated();
  }

  hostDisconnected(): void {
    this.#dialog.disconnect();
    this.#pageIntegration.disconnect();
    document.removeEventListener('visibilitychange', this.#markSeen);
    for (const change of CONNECTION_EVENTS) removeEventListener(change, this.#render);
    // An element that is only moved is connected again before the microtask, and its stream continues.
    const { focused } = this.#dialog;
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#conversation.suspend();
      if (focused) this.#dialog.restoreFocusAfterRemoval();
    });
  }

  hostUpdated(): void {
    const dialog = this.#query<HTMLDialogElement>('dialog.window');
    if (dialog) {
      this.#size.apply(dialog);
      this.#dialog.update(dialog);
    }
    const { focused } = this.#dialog;
    // A dialog that is moved, or switches between popover and modal, loses the focus. The other `mode` has other nodes.
    if (focused && document.activeElement === document.body && (this.#isInline || this.#host.open)) {
      (focused.isConnected ? focused : this.#query('.heading'))?.focus();
      if (focused.matches('textarea')) this.focusComposer();
    }
    this.#markSeen();
    // The visitor may have agreed, or the page no longer asks for consent.
    if (hasConsent(this.#host)) for (const resolve of this.#waitingForConsent.splice(0)) resolve();
    this.#pageIntegration.update(this.#conversation.state.messages.length);
  }

  render(): TemplateResult {
    const host = this.#host;
    const strings = windowStrings(host.language.strings, host.strings);
    const settings = this.#styles.apply();
    const { messages, turn } = this.#conversation.state;
    const consented = hasConsent(host);
    return renderFrame(host, {
      strings,
      title: host.heading || settings.name,
      subtitle: settings.subtitle || strings.subtitle,
      offline: !navigator.onLine,
      full: this.#dialog.fillsScreen,
      size: this.#size,
      onNew: messages[0] || turn ? this.#onNew : undefined,
      onMore: consented ? this.#onMore : undefined,
      content: consented ? this.#renderConversation(strings, settings) : this.#notices.renderConsent(strings),
    });
  }

  #renderConversation(strings: Strings, settings: PublicSettings): TemplateResult {
    // React and Vue set the `scroll` attribute as a property, because every element has a method of that name.
    const { scroll, scrollMode } = this.#host;
    return html`${this.#notices.renderPageContext(strings)}<agent-chat-conversation
      .conversation=${this.#conversation}
      .settings=${settings}
      .strings=${strings}
      .locale=${localeOf(this.#host)}
      .renderers=${this.#renderers}
      .tools=${this.#tools}
      .scrollMode=${typeof (scroll as unknown) === 'string' ? scroll : scrollMode}
      .markdown=${this.#markdown}
      @message-submit=${this.#onSubmit}
      @feedback=${this.#redispatch}
      @lead=${this.#redispatch}
      @tool-run=${this.#redispatch}
    ></agent-chat-conversation>`;
  }

  /** Focuses the message field; on a small screen only the window, because a keyboard would cover half of it. */
  onOpened(reason: OpenReason, focusedBefore: Element | null, trigger?: HTMLElement): boolean {
    const stayed = [focusedBefore, document.body, this.#host].includes(document.activeElement);
    if (trigger || (stayed && reason === 'visitor')) this.#dialog.returnFocusTo(trigger);
    if (!stayed || reason === 'automatic') return stayed;
    void this.#content?.announceWelcome();
    if (this.#dialog.fillsScreen && !this.#isInline) this.#query('.heading')?.focus();
    else this.focusComposer();
    return true;
  }

  focusComposer(): void {
    // A visitor who first has to read the consent text starts at the heading.
    const content = this.#content;
    if (content) content.focusComposer();
    else this.#query('.heading')?.focus();
  }

  /**
   * Sends a question, unless a listener of the page cancels it; then it resolves at once. Waits for the visitor's consent
   * and for a form that comes before the question. If the visitor is cleared meanwhile, nothing is sent. If the page
   * changes the agent meanwhile, the text becomes the draft.
   */
  async send(text: string): Promise<void> {
    // Rejects before the page or the visitor is asked.
    if (!isMessage(text)) return this.#conversation.send(text);
    const visitor = this.#visitorCount;
    const { agentId } = this.#host;
    if (!hasConsent(this.#host)) {
      this.#reveal();
      await new Promise<void>(resolve => this.#waitingForConsent.push(resolve));
    }
    await settingsApplied(this.#host);
    let content: AgentChatConversation | null | undefined;
    // The frame of the other `mode` has another content element with a form of its own.
    while (content !== this.#content || content?.blocksComposer) {
      content = this.#content;
      await content?.updateComplete;
      if (content?.blocksComposer) this.#reveal();
      await content?.whenUnblocked();
    }
    if (visitor !== this.#visitorCount) return;
    if (agentId === this.#host.agentId) await this.#ask(text);
    else if (content) {
      this.#conversation.draft ||= text;
      content.restoreDraft();
    }
  }

  restore(conversation: RestoredConversation): void {
    this.#conversation.restore(conversation);
  }

  registerPart(type: string, renderer: PagePartRenderer): void {
    this.#renderers = new Map(this.#renderers).set(type, renderer);
    this.#host.requestUpdate();
  }

  registerTool(name: string, tool: ClientTool): void {
    this.#tools = new Map(this.#tools).set(name, tool);
    this.#host.requestUpdate();
  }

  logout(): void {
    this.#conversation.logout();
  }

  /** @returns undefined if a listener of the page has cancelled the question */
  #ask(text: string, edit = false): Promise<void> | undefined {
    const detail = { text };
    // Rejects: no event, and the page context stays for the next question.
    if (this.#conversation.busy) return this.#conversation.send(text);
    if (!dispatch(this.#host, 'agent-chat-send', detail)) return undefined;
    return this.#conversation.send(edit ? detail.text : this.#notices.addPageContext(detail.text), edit);
  }

  /** Opens the window, so that the visitor sees what a question waits for. */
  #reveal(): void {
    if (!this.#isInline) this.#host.requestOpen('page');
  }

  get #isInline(): boolean {
    return this.#host.mode === 'inline';
  }

  get #content(): AgentChatConversation | null {
    return this.#query<AgentChatConversation>('agent-chat-conversation');
  }

  #query<E extends HTMLElement>(selector: string): E | null {
    return this.#host.renderRoot.querySelector<E>(selector);
  }

  readonly #onChange = (action: Action): void => {
    // The visitor was cleared, here or in another tab.
    if ((action as { forgotten?: boolean }).forgotten) {
      this.#visitorCount++;
      storePreference(consentKey(this.#host), undefined);
      this.#host.requestUpdate();
    }
    const before = this.#state;
    const now = this.#conversation.state;
    this.#state = now;
    this.#dispatchTurnEnd(before, now);
    this.#pageIntegration.update(now.messages.length);
    this.#markSeen();
    const isEmpty = !now.messages[0];
    if (!before.messages[0] !== isEmpty) this.#host.requestUpdate();
    if (before.messages[0] && isEmpty) this.#host.refreshSettings();
  };

  /** Reports that a reply is complete or has failed. */
  #dispatchTurnEnd(before: ConversationState, now: ConversationState): void {
    if (!isRunning(before)) return;
    const error = now.turn?.error;
    const message = now.messages.at(-1);
    if (error) dispatch(this.#host, 'agent-chat-error', { code: error.code, message: error.message });
    else if (!now.turn && message?.key === before.turn!.replyKey)
      dispatch(this.#host, 'agent-chat-reply', { message, conversationId: now.conversationId });
  }

  readonly #markSeen = (): void => {
    this.#conversation.inView = (this.#host.open || this.#isInline) && !document.hidden;
    const { unread } = this.#conversation.state;
    if (unread === this.unread) return;
    this.unread = unread;
    dispatch(this.#host, 'agent-chat-unread', { count: unread });
    this.#host.requestUpdate();
  };

  readonly #onSubmit = (event: CustomEvent<{ text: string; edit?: boolean }>): void => {
    const { text, edit } = event.detail;
    const sent = this.#ask(text, edit)?.catch(({ code, message }: ClientError) => {
      // A listener of the page has made the text too long: the visitor gets it back.
      if (edit) this.#conversation.draft = text;
      this.#content?.restoreDraft();
      dispatch(this.#host, 'agent-chat-error', { code, message });
    });
    if (!sent) event.preventDefault();
  };

  /** Dispatches a public event for an inner one; the page can cancel a tool. */
  readonly #redispatch = (event: CustomEvent): void => {
    const [name] = event.type.split('-') as ['feedback' | 'lead' | 'tool'];
    if (!dispatch(this.#host, `agent-chat-${name}`, event.detail)) event.preventDefault();
  };

  readonly #onMore = (event: Event): void => this.#content?.openMenu(event);

  readonly #onNew = (): void => {
    this.#conversation.startNew();
    this.focusComposer();
  };
}
