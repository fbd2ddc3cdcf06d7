import { type CSSResult, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChatMessage, RestoredMessage } from '../../client/index.ts';
import { launcherEn } from '../../locales/launcher-en.ts';
import { AgentChatProperties } from './agent-chat-properties.ts';
import { takeOverQueue } from './call-queue.ts';
import { emit } from './events.ts';
import { GivenStylesSheet } from './given-styles.ts';
import { LanguageSource } from './language-source.ts';
import { renderLauncher } from './launcher.ts';
import { launcherStyles } from './launcher-styles.ts';
import { Opening } from './opening.ts';
import { listenToPageButtons, type PageVerb } from './page-buttons.ts';
import { placementOf } from './placement.ts';
import { whenIdle } from './preload.ts';
import { type KnownSettings, resolveSettings } from './resolve-settings.ts';
import { isCopy, wasSwappedOut } from './script-tag.ts';
import { seedTokens } from './seed-tokens.ts';
import { codeOf, SettingsSource } from './settings-source.ts';
import type { ClientTool, PartRenderer, WindowOwner } from './window-contract.ts';
import { WindowSource } from './window-source.ts';

/**
 * A chat with an agent: a launcher that floats over the page, or a conversation inside it.
 *
 * @tag agent-chat
 * @slot launcher-icon - Replaces the launcher's icon.
 * @slot consent - The owner's own text for `consent="required"`.
 * @csspart launcher - The button that opens and closes the chat.
 * @csspart launcher-label - Its visible text, if it has one.
 * @csspart launcher-badge - The number of unread replies on it.
 * @fires agent-chat-ready - The launcher, or the inline conversation, can be used.
 * @fires agent-chat-open - About to open. Cancelable.
 * @fires agent-chat-close - Has closed.
 * @fires agent-chat-send - A message is about to be sent. Cancelable; `detail.text` may be changed.
 * @fires agent-chat-reply - A reply is complete, or as complete as it gets.
 * @fires agent-chat-lead - The lead form was sent.
 * @fires agent-chat-feedback - The visitor judged a reply.
 * @fires agent-chat-error - Something failed; `detail.code` says what.
 * @fires agent-chat-link - A link is about to be followed. Cancelable.
 * @fires agent-chat-tool - A tool of the page is about to run. Cancelable.
 * @fires agent-chat-unread - The number of unread replies changed.
 * @fires agent-chat-consent - The visitor agreed to the owner's text.
 */
export class AgentChat extends AgentChatProperties implements WindowOwner {
  static override styles: CSSResult[] = [seedTokens, launcherStyles];

  readonly #source = new SettingsSource();
  readonly #language = new LanguageSource();
  readonly #chat = new WindowSource(this, () => this.#language.fetch(() => this.requestUpdate()));
  readonly #opening = new Opening(this, this.#chat);
  /** @internal What the settings say about looks. */
  given: GivenStylesSheet | undefined;
  #ready = false;
  #covered = false;
  #unread = 0;
  #leave: (() => void)[] = [];

  /** A snapshot of the conversation, oldest first; empty until the conversation's code is there. */
  get messages(): readonly ChatMessage[] {
    return this.#chat.window?.messages ?? [];
  }

  /** The service's id of the conversation in view. Setting it goes on with that conversation. */
  get conversationId(): string | undefined {
    return this.#chat.window?.conversation.state.conversationId;
  }
  set conversationId(id: string | undefined) {
    if (id) void this.restore({ messages: [], conversationId: id });
  }

  /** Replies the visitor has not seen. */
  get unread(): number {
    return this.#unread;
  }

  /** Opens the window and puts the cursor into the message field. */
  async show(): Promise<void> {
    this.open = true;
    await this.#chat.load();
    await this.updateComplete;
  }

  /** Closes the window. The conversation and what has been typed stay. */
  hide(): void {
    this.open = false;
  }

  /** Opens the closed window, closes the open one. */
  async toggle(): Promise<void> {
    if (this.open) this.hide();
    else await this.show();
  }

  /** Asks in the visitor's name. Resolves when the reply is complete or failed. */
  async sendMessage(text: string): Promise<void> {
    await (await this.#chat.load()).send(text);
  }

  /** Ends the running reply and keeps what it has said. */
  stop(): void {
    this.#chat.window?.stop();
  }

  /** Asks for the failed reply again, or for the last one anew. */
  async retry(): Promise<void> {
    await (await this.#chat.load()).retry();
  }

  /** Leaves this conversation for an empty one. */
  async newConversation(): Promise<void> {
    (await this.#chat.load()).startNew();
  }

  /** Opens the window if need be and puts the cursor into the message field. */
  async focusComposer(): Promise<void> {
    await this.show();
    this.#chat.window?.focusComposer();
  }

  /** Puts an earlier conversation in view. Sends nothing. */
  async restore(earlier: { messages: readonly RestoredMessage[]; conversationId?: string }): Promise<void> {
    (await this.#chat.load()).restore(earlier);
  }

  /** Draws a type of message part that this project does not know. */
  async registerPart(type: string, renderer: PartRenderer): Promise<void> {
    (await this.#chat.load()).registerPart(type, renderer);
  }

  /** Lets the agent use a function of the page. */
  async registerTool(name: string, tool: ClientTool): Promise<void> {
    (await this.#chat.load()).registerTool(name, tool);
  }

  /** Forgets the visitor: the conversation, the token and all that is stored. */
  async logout(): Promise<void> {
    (await this.#chat.load()).logout();
  }

  override connectedCallback(): void {
    if (isCopy(this)) {
      this.remove();
      return;
    }
    super.connectedCallback();
    this.#leave = [listenToPageButtons(this), whenIdle(this.#onIntent)];
    takeOverQueue(this);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const leave of this.#leave.splice(0)) leave();
    if (wasSwappedOut(this)) queueMicrotask(() => this.isConnected || document.body?.append(this));
  }

  /** @internal */
  obey(verb: PageVerb, by: HTMLElement, text?: string): void {
    if (verb === 'close' || (verb === 'toggle' && this.open)) this.hide();
    else this.#opening.openFor('visitor', by);
    if (text) void this.sendMessage(text);
  }

  /** @internal */
  setUnread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    emit(this, 'agent-chat-unread', { count });
    this.requestUpdate();
  }

  /** @internal */
  setCovered(covered: boolean): void {
    if (covered === this.#covered) return;
    this.#covered = covered;
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.given = new GivenStylesSheet();
    if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(this.given.sheet);
    return root;
  }

  protected override update(changed: PropertyValues<this>): void {
    const refresh = (): void => this.requestUpdate();
    this.#language.follow(this, this.lang);
    if (this.#language.language !== 'en' || this.#chat.window)
      this.#language.fetch(refresh).catch(this.#fail);
    void this.#source.follow(this.#endpoint, this.agentId, refresh).then(this.#fail);
    if (changed.has('open')) this.#opening.changed(changed.get('open') === true, this.#fail);
    if (this.#isInline && this.agentId) this.#onIntent();
    this.#chat.window?.connect({
      endpoint: this.#endpoint,
      agentId: this.agentId,
      userId: this.userId,
      userHash: this.userHash,
    });
    this.given?.setAccent(this.#settings.styles ?? {});
    super.update(changed);
  }

  protected override updated(): void {
    const layer = this.renderRoot.querySelector<HTMLElement>('.layer');
    if (layer?.isConnected && 'popover' in layer && !layer.matches(':popover-open')) layer.showPopover();
    if (!this.#ready && this.#source.settled && (this.#chat.window || !this.#isInline)) {
      this.#ready = true;
      emit(this, 'agent-chat-ready', undefined);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.agentId || this.#source.refused) return nothing;
    const launcher = this.#isInline || this.noLauncher ? nothing : this.#renderLauncher();
    return html`${this.#renderWindow()}${launcher}`;
  }

  #renderWindow(): TemplateResult | typeof nothing {
    const { language, dir, words } = this.#language;
    if (!this.#chat.window || !words) return nothing;
    return this.#chat.window.render({
      open: this.open,
      inline: this.#isInline,
      settings: this.#settings,
      strings: { ...words, ...this.strings },
      language,
      dir,
      placement: placementOf(this.placement, this.#settings.styles?.alignment, dir),
      heading: this.heading,
      consentRequired: this.consent === 'required',
      links: this.links,
      pageContext: this.pageContext,
    });
  }

  #renderLauncher(): TemplateResult {
    const { language, dir, words } = this.#language;
    return renderLauncher({
      open: this.open,
      busy: this.open && !this.#chat.window,
      waiting: !this.#source.settled,
      covered: this.#covered,
      unread: this.#unread,
      label: this.launcherLabel,
      placement: placementOf(this.placement, this.#settings.styles?.alignment, dir),
      dir,
      lang: language,
      strings: { ...launcherEn, ...words, ...this.strings },
      failed: this.#chat.failed && !this.open,
      onPress: this.#onPress,
      onIntent: this.#onIntent,
    });
  }

  readonly #onPress = (): void => {
    if (this.open) this.hide();
    else this.#opening.openFor('visitor');
  };

  readonly #onIntent = (): void => {
    this.#chat.load().catch(() => {});
  };

  get #isInline(): boolean {
    return this.mode === 'inline';
  }

  get #endpoint(): string {
    return this.endpoint || AgentChatProperties.defaultEndpoint;
  }

  get #settings(): KnownSettings {
    return resolveSettings(this.#source.settings, this.settings, this.givenByAttributes);
  }

  readonly #fail = (error: unknown): void => {
    if (!error) return;
    const code = codeOf(error);
    emit(this, 'agent-chat-error', { code, message: error instanceof Error ? error.message : code });
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat': AgentChat;
  }
}
