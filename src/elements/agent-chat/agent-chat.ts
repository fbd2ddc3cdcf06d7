import { type CSSResult, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChatMessage, ClientTool, RestoredMessage } from '../../client/index.ts';
import { launcherEnglish } from '../../locales/english-launcher.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { PagePartRenderer } from '../conversation/parts/part-renderer.ts';
import { AgentChatBase } from './agent-chat-base.ts';
import { dispatch, type OpenReason } from './events.ts';
import { renderLauncher, resolvePlacement } from './launcher/launcher.ts';
import { launcherStyles } from './launcher/launcher-styles.ts';
import { OpenController } from './opening/open-controller.ts';
import { schedulePreload } from './opening/preload.ts';
import { listenToPageButtons } from './page/page-buttons.ts';
import { isRouterCopy, wasSwappedOut } from './script-tag.ts';
import { LanguageController } from './settings/language-controller.ts';
import { codeOf, SettingsController } from './settings/settings-controller.ts';
import { adoptThemeSheet, isUsableColour } from './settings/theme-sheet.ts';
import { isPolicyMissing } from './trusted-types.ts';
import type { Placement, WidgetHost } from './widget-host.ts';

/**
 * A chat with an agent: a launcher that floats over the page, or a conversation inside it. The file `events.ts` has the
 * table of its events.
 *
 * @tag agent-chat
 * @slot launcher-icon - Replaces the launcher's icon.
 * @slot avatar - Replaces the first letter of the heading: a picture of 34 × 34 pixels.
 * @slot consent - Replaces the consent text for `consent="required"`.
 * @csspart launcher - The button that opens and closes the chat.
 * @csspart launcher-label - The launcher's visible text, if it has one.
 * @csspart launcher-badge - The number of unread replies on the launcher.
 * @csspart greetings - The first messages, floating beside the launcher.
 * @csspart greeting - One of the greetings.
 * @csspart window - The window, or the inline conversation.
 * @csspart header - The window's header.
 * @csspart avatar - The round picture before the heading: the first letter, or the content of the slot of that name.
 * @csspart heading - The window's heading.
 * @csspart subtitle - The line below the heading.
 * @csspart header-button - Each button of the header.
 * @csspart more-button - The button that opens the menu "More options".
 * @csspart new-button - The button that starts a new conversation.
 * @csspart expand-button - The button that makes the window larger or smaller.
 * @csspart close-button - The button that closes the window.
 * @csspart resize-handle - The corner that resizes the window.
 * @csspart consent - The consent text with its button.
 * @csspart consent-button - The button that agrees to the consent text.
 * @csspart page-context - Each line that shows what of the page is sent with the next question.
 * @csspart messages - The log.
 * @csspart message - Every message.
 * @csspart user-message - A message of the visitor.
 * @csspart assistant-message - A message of the agent.
 * @csspart bubble - The box around the parts of a message.
 * @csspart part-text - The text of a message.
 * @csspart part-citation - The sources of an answer.
 * @csspart part-tool-call - A tool the agent used.
 * @csspart suggestions - The group of suggested queries.
 * @csspart suggestion - One suggested query.
 * @csspart disclaimer - The owner's line below the message field.
 * @csspart composer - The form in which the visitor writes.
 * @csspart input - The message field.
 * @csspart send-button - The button that sends a message, and stops a running answer.
 * @csspart lead-form - The form that asks for contact details.
 * @csspart field - Each field of the lead form.
 * @csspart notice - A notice about an answer or the network.
 * @csspart error - An error notice.
 * @cssproperty [--agent-chat-accent=#4150d8] - Brand colour: launcher, send button, visitor’s messages, links.
 * @cssproperty [--agent-chat-on-accent=black or white] - Text and icons on the brand colour; by default whichever has more contrast.
 * @cssproperty [--agent-chat-surface=light-dark(#fff, #17181d)] - Background of the window.
 * @cssproperty [--agent-chat-surface-2=light-dark(#f3f3f6, #24262d)] - Background of what is on the surface: the agent’s messages, heads of code blocks, hovered buttons.
 * @cssproperty [--agent-chat-text=light-dark(#17181d, #ececf0)] - Text on the surface.
 * @cssproperty [--agent-chat-muted=light-dark(#5d606b, #a6a9b5)] - Secondary text.
 * @cssproperty [--agent-chat-border=light-dark(#e5e5ea, #30323b)] - Borders.
 * @cssproperty [--agent-chat-user-bubble=var(--agent-chat-accent)] - Background of the visitor’s messages.
 * @cssproperty [--agent-chat-on-user-bubble=black or white] - Text on the visitor’s messages; by default whichever has more contrast.
 * @cssproperty [--agent-chat-agent-bubble=var(--agent-chat-surface-2)] - Background of the agent’s messages.
 * @cssproperty [--agent-chat-on-agent-bubble=black or white] - Text on the agent’s messages; by default whichever has more contrast.
 * @cssproperty [--agent-chat-danger=light-dark(#b3261e, #ff9a90)] - Errors.
 * @cssproperty [--agent-chat-focus=var(--agent-chat-accent)] - The focus ring; by default the brand colour, darkened or lightened until it is readable.
 * @cssproperty [--agent-chat-link=var(--agent-chat-accent)] - Links; by default the brand colour, darkened or lightened until it is readable.
 * @cssproperty [--agent-chat-code-surface=light-dark(#f7f7f9, #101116)] - Background of code. The text on it is black or white, whichever has more contrast.
 * @cssproperty [--agent-chat-radius=16px] - Corners of the window, its messages and its buttons.
 * @cssproperty [--agent-chat-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--agent-chat-font-size=0.9375em] - Size of the text. By default 15 pixels, more if the visitor has set larger text in the browser.
 * @cssproperty [--agent-chat-space=16px] - The distance from which all others are derived.
 * @cssproperty [--agent-chat-shadow=a soft shadow] - Shadow of the window.
 * @cssproperty [--agent-chat-offset=20px] - Distance from the edges of the page.
 * @cssproperty [--agent-chat-launcher-size=56px] - Height of the launcher.
 * @cssproperty [--agent-chat-launcher-radius=99px] - Corners of the launcher; less if the setting `radius` is `none` or `small`.
 * @cssproperty [--agent-chat-window-width=max(400px, 24em)] - Width of the floating window.
 * @cssproperty [--agent-chat-window-height=660px] - Height of the window, floating or inline.
 * @cssproperty [--agent-chat-z-index=2000] - Stacking order in a browser without a top layer.
 */
export class AgentChat extends AgentChatBase {
  static override styles: CSSResult[] = [launcherStyles];

  /** @internal */
  readonly language = new LanguageController();
  readonly #settings = new SettingsController(this, error => {
    this.#reportError(error);
    this.#advise(error);
  });
  readonly #opening = new OpenController(this, error => this.#reportError(error));
  /** @internal Set by the page observers. */
  declare renderUnread?: NonNullable<WidgetHost['renderUnread']>;
  /** @internal Undefined before the first update. */
  declare setThemeVariables: WidgetHost['setThemeVariables'];
  /** @internal Whether `agent-chat-ready` has been dispatched: the settings have arrived or cannot be loaded. */
  isReady = false;
  /** Whether the settings have not yet been asked if the window opens automatically on this page. */
  #checkAutoOpen = false;
  #cleanups: (() => void)[] = [];

  /** A snapshot of the conversation, oldest message first; empty until the conversation's code is loaded. */
  get messages(): readonly ChatMessage[] {
    return [...(this.#opening.window?.conversation.state.messages ?? [])];
  }

  /** The service's id of the current conversation. Set it to continue that conversation. */
  get conversationId(): string | undefined {
    return this.#opening.window?.conversation.state.conversationId;
  }
  set conversationId(id: string | undefined) {
    // A framework may set the value that it has just read.
    if (id && id !== this.conversationId) this.restore({ messages: [], conversationId: id }).catch(() => {});
  }

  /** The number of replies that the visitor has not seen. */
  get unread(): number {
    return this.#opening.window?.unread ?? 0;
  }

  /** Opens the window and focuses the message field. */
  async show(): Promise<void> {
    this.open = true;
    // Also if the window was open before.
    await this.#opening.focusWindow('page');
  }

  /** Closes the window. The conversation and the draft stay. */
  hide(): void {
    this.open = false;
  }

  /** Opens the closed window, or closes the open one. */
  async toggle(): Promise<void> {
    if (this.open) this.hide();
    else await this.show();
  }

  /** Sends a question in the visitor's name. Resolves when the reply is complete or has failed. */
  async sendMessage(text: string): Promise<void> {
    await (await this.#opening.load()).send(text);
  }

  /** Stops the running reply and keeps its text. */
  stop(): void {
    this.#opening.window?.conversation.stop();
  }

  /** Requests the failed reply again, or another answer in place of the last one. */
  async retry(): Promise<void> {
    await (await this.#opening.load()).conversation.retry();
  }

  /** Starts a new conversation. */
  async newConversation(): Promise<void> {
    (await this.#opening.load()).conversation.startNew();
  }

  /** Opens the window if it is closed, and focuses the message field. */
  async focusComposer(): Promise<void> {
    this.open = true;
    (await this.#opening.focusWindow('page'))?.focusComposer();
  }

  /** Shows an earlier conversation. Sends nothing. */
  async restore(conversation: {
    messages: readonly RestoredMessage[];
    conversationId?: string | undefined;
  }): Promise<void> {
    (await this.#opening.load()).restore(conversation);
  }

  /** Renders a custom type of message part. */
  async registerPart(type: string, renderer: PagePartRenderer): Promise<void> {
    (await this.#opening.load()).registerPart(type, renderer);
  }

  /** Lets the agent call a function of the page. */
  async registerTool(name: string, tool: ClientTool): Promise<void> {
    (await this.#opening.load()).registerTool(name, tool);
  }

  /** Clears the visitor: the conversation, the token and everything that is stored. */
  async logout(): Promise<void> {
    (await this.#opening.load()).logout();
  }

  override connectedCallback(): void {
    if (isRouterCopy(this)) {
      this.remove();
      return;
    }
    super.connectedCallback();
    this.#checkAutoOpen = true;
    this.#cleanups = [listenToPageButtons(this), schedulePreload(this, this.#onIntent, this.#onIdle)];
    if (window.agentChat || location.hash.includes('chat')) this.#start(import('./page/call-queue.ts'));
    if (this.matches('[avoid],dialog *')) this.#start(import('./page/keep-visible.ts'));
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const cleanup of this.#cleanups) cleanup();
    this.#cleanups = [];
    this.#checkAutoOpen = false;
    if (wasSwappedOut(this)) queueMicrotask(() => this.isConnected || document.body?.append(this));
  }

  /** @internal */
  requestOpen(reason: OpenReason, trigger?: HTMLElement): void {
    this.#opening.requestOpen(reason, trigger);
  }

  /** @internal */
  refreshSettings(): void {
    void this.#settings.update(true);
  }

  /** Loading the script, requesting the settings and rendering are separate tasks, so that none blocks the page. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.isReady) await new Promise(resolve => setTimeout(resolve));
    if (isPolicyMissing()) this.#advise({ code: 'trusted_types' });
    else super.scheduleUpdate();
  }

  protected override update(changed: PropertyValues<this>): void {
    const render = (): void => this.requestUpdate();
    if (this.language.match(this, this.lang)) this.language.fetch().then(render, this.#reportError);
    void this.#settings.update();
    this.#opening.update();
    // After a failure only a press of the visitor tries again.
    if (this.mode === 'inline' && this.agentId && !this.#opening.failed) this.#onIntent();
    this.#opening.window?.connect();
    const accent = this.#styleSetting('buttonColor');
    this.setThemeVariables ??= adoptThemeSheet(this.renderRoot as ShadowRoot);
    this.setThemeVariables({ '--_given-accent': isUsableColour(accent) ? accent : undefined });
    super.update(changed);
  }

  protected override updated(): void {
    const layer = this.renderRoot.querySelector<HTMLElement>('.layer');
    if (layer?.isConnected && layer.showPopover && !layer.matches(':popover-open')) layer.showPopover();
    if (this.#checkAutoOpen && this.#settings.settled && this.settingsLayers.some(layer => layer.autoOpen)) {
      this.#checkAutoOpen = false;
      this.#start(import('./opening/auto-open.ts'));
    }
    if (!this.isReady && this.#settings.settled && (this.#opening.window || this.mode !== 'inline')) {
      this.isReady = true;
      dispatch(this, 'agent-chat-ready');
    }
  }

  readonly #onPress = (): void => {
    if (this.open) this.hide();
    else this.#opening.requestOpen('visitor');
  };

  readonly #onIntent = (): void => {
    this.#opening.load().catch(() => {});
  };

  readonly #onIdle = (): void => {
    if (this.agentId) this.#opening.preload().catch(() => {});
    else this.#advise();
  };

  /** @internal */
  get resolvedEndpoint(): string {
    return this.endpoint || AgentChat.defaultEndpoint;
  }

  /** @internal */
  get settingsLayers(): readonly SettingsPatch[] {
    return [this.#settings.settings, this.settings].filter(Boolean) as SettingsPatch[];
  }

  /** @internal */
  get resolvedPlacement(): Placement {
    return resolvePlacement(this.placement, this.#styleSetting('alignment'), this.language.dir);
  }

  #styleSetting(key: 'alignment' | 'buttonColor'): string | undefined {
    return this.settingsLayers.findLast(layer => layer.styles?.[key])?.styles?.[key];
  }

  /** Starts a feature that only some pages use; it ends when the widget leaves the page. */
  #start(feature: Promise<{ start: (host: AgentChat) => () => void }>): void {
    const cleanups = this.#cleanups;
    feature.then(({ start }) => cleanups === this.#cleanups && cleanups.push(start(this)), this.#reportError);
  }

  readonly #reportError = (error: unknown): void => {
    const code = codeOf(error);
    const { message = code } = error as { message?: string };
    dispatch(this, 'agent-chat-error', { code, message });
    this.requestUpdate();
  };

  #advise(error?: unknown): void {
    import('./settings/advise-owner.ts').then(
      code => code.adviseOwner(this, error),
      () => {},
    );
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.agentId || (this.#settings.refused && !this.dataset.preview)) return nothing;
    const { strings } = this.language;
    const window = strings && this.#opening.window?.render();
    // Not before the settings, so that it has the site's colours from the start.
    const launcher = this.#settings.settled && !this.noLauncher;
    return html`${window}${launcher ? this.#renderLauncher(!window) : nothing}`;
  }

  #renderLauncher(loading: boolean): TemplateResult | typeof nothing {
    return renderLauncher(this, {
      text: key => this.strings?.[key] ?? this.language.strings?.[key] ?? launcherEnglish[key],
      loading: this.open && loading,
      failed: this.#opening.failed && !this.open,
      onPress: this.#onPress,
      onIntent: this.#onIntent,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat': AgentChat;
  }
}
