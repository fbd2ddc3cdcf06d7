import { type CSSResult, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChatMessage, ClientTool, RestoredMessage } from '../../client/index.ts';
import { launcherEnglish, mergeStrings } from '../../locales/english-launcher.ts';
import type { SettingsPatch } from '../../protocol/settings.ts';
import type { PagePartRenderer } from '../conversation/parts/part-renderer.ts';
import { AgentChatProperties } from './agent-chat-properties.ts';
import { emit, type OpenReason } from './events.ts';
import { adoptGivenStyles, isUsableColour } from './given-styles.ts';
import { LanguageSource } from './language-source.ts';
import { renderLauncher } from './launcher.ts';
import { launcherStyles } from './launcher-styles.ts';
import { Opening } from './opening.ts';
import { listenToPageButtons } from './page-buttons.ts';
import { type Placement, placementOf } from './placement.ts';
import { whenWanted } from './preload.ts';
import { isCopy, wasSwappedOut } from './script-tag.ts';
import { seedTokens } from './seed-tokens.ts';
import { codeOf, SettingsSource } from './settings-source.ts';
import type { WindowOwner } from './window-contract.ts';
import { WindowSource } from './window-source.ts';

/**
 * A chat with an agent: a launcher that floats over the page, or a conversation inside it.
 *
 * @tag agent-chat
 * @slot launcher-icon - Replaces the launcher's icon.
 * @slot avatar - Replaces the first letter of the heading: a picture of 34 × 34 pixels.
 * @slot consent - The owner's own text for `consent="required"`.
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
export class AgentChat extends AgentChatProperties {
  static override styles: CSSResult[] = [seedTokens, launcherStyles];

  readonly #source = new SettingsSource();
  /** @internal */
  readonly language = new LanguageSource();
  readonly #chat = new WindowSource(this, error => this.#fail(error));
  readonly #opening = new Opening(this, this.#chat);
  /** @internal There from the first drawing on. */
  declare give: WindowOwner['give'];
  /** @internal Whether `agent-chat-ready` has been said: the settings are in, or can't be had. */
  ready = false;
  /** Whether it may still open by itself: on a page, and not asked yet. */
  #mayStartAuto = false;
  #unread = 0;
  #leave: (() => void)[] = [];

  /** A snapshot of the conversation, oldest first; empty until the conversation's code is there. */
  get messages(): readonly ChatMessage[] {
    return [...(this.#chat.window?.conversation.state.messages ?? [])];
  }

  /** The service's id of the conversation in view. Setting it goes on with that conversation. */
  get conversationId(): string | undefined {
    return this.#chat.window?.conversation.state.conversationId;
  }
  set conversationId(id: string | undefined) {
    // A framework may hand back what it has just been told.
    if (id && id !== this.conversationId) this.restore({ messages: [], conversationId: id }).catch(() => {});
  }

  /** Replies the visitor has not seen. */
  get unread(): number {
    return this.#unread;
  }

  /** Opens the window and puts the cursor into the message field. */
  async show(): Promise<void> {
    this.open = true;
    // It may have been open before.
    await this.#opening.enter('page');
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
    this.#chat.window?.conversation.stop();
  }

  /** Asks for the failed reply again, or for the last one anew. */
  async retry(): Promise<void> {
    await (await this.#chat.load()).conversation.retry();
  }

  /** Leaves this conversation for an empty one. */
  async newConversation(): Promise<void> {
    (await this.#chat.load()).conversation.startNew();
  }

  /** Opens the window if need be and puts the cursor into the message field. */
  async focusComposer(): Promise<void> {
    this.open = true;
    (await this.#opening.enter('page'))?.focusComposer();
  }

  /** Puts an earlier conversation in view. Sends nothing. */
  async restore(earlier: {
    messages: readonly RestoredMessage[];
    conversationId?: string | undefined;
  }): Promise<void> {
    (await this.#chat.load()).restore(earlier);
  }

  /** Draws a type of message part that this project does not know. */
  async registerPart(type: string, renderer: PagePartRenderer): Promise<void> {
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
    this.#mayStartAuto = true;
    this.#leave = [listenToPageButtons(this), whenWanted(this, this.#onIntent, this.#onQuiet)];
    if (window.agentChat || location.hash.includes('chat')) this.#start(import('./window/call-queue.ts'));
    if (this.matches('[avoid],dialog *')) this.#start(import('./window/stay-in-sight.ts'));
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const leave of this.#leave) leave();
    this.#leave = [];
    this.#mayStartAuto = false;
    if (wasSwappedOut(this)) queueMicrotask(() => this.isConnected || document.body?.append(this));
  }

  /** @internal */
  openFor(reason: OpenReason, by?: HTMLElement): void {
    this.#opening.openFor(reason, by);
  }

  /** @internal */
  setUnread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    emit(this, 'agent-chat-unread', { count });
    this.requestUpdate();
  }

  /** Loading the script, asking for the settings and drawing are tasks of their own: none keeps the page waiting. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.ready) await new Promise(resolve => setTimeout(resolve));
    super.scheduleUpdate();
  }

  protected override update(changed: PropertyValues<this>): void {
    const refresh = (): void => this.requestUpdate();
    if (this.language.follow(this, this.lang)) this.language.fetch().then(refresh, this.#fail);
    void this.#source.follow(this.address, this.agentId, refresh).then(error => {
      this.#fail(error);
      if (error) this.#advise(error);
    });
    if (changed.has('open')) this.#opening.changed(changed.get('open') === true);
    // Once it has failed, whoever wants it presses.
    if (this.mode === 'inline' && this.agentId && !this.#chat.failed) this.#onIntent();
    this.#chat.window?.connect();
    const accent = this.#style('buttonColor');
    this.give ??= adoptGivenStyles(this.renderRoot as ShadowRoot);
    this.give({ '--_given-accent': isUsableColour(accent) ? accent : undefined });
    super.update(changed);
  }

  protected override updated(): void {
    const layer = this.renderRoot.querySelector<HTMLElement>('.layer');
    if (layer?.isConnected && layer.showPopover && !layer.matches(':popover-open')) layer.showPopover();
    if (this.#mayStartAuto && this.#source.settled && this.layers.some(layer => layer.autoOpen)) {
      this.#mayStartAuto = false;
      this.#start(import('./window/auto-open.ts'));
    }
    if (!this.ready && this.#source.settled && (this.#chat.window || this.mode !== 'inline')) {
      this.ready = true;
      emit(this, 'agent-chat-ready');
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.agentId || (this.#source.refused && !this.dataset.preview)) return nothing;
    const { words } = this.language;
    const window = words && this.#chat.window?.render(mergeStrings(words, this.strings));
    // In the site's colours from the first moment on.
    const launcher = this.#source.settled && !this.noLauncher;
    return html`${window}${launcher ? this.#renderLauncher(!window) : nothing}`;
  }

  #renderLauncher(loading: boolean): TemplateResult | typeof nothing {
    return renderLauncher(this, {
      strings: mergeStrings(launcherEnglish, this.language.words, this.strings),
      loading: this.open && loading,
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

  readonly #onQuiet = (): void => {
    if (this.agentId) this.#chat.preload().catch(() => {});
    else this.#advise();
  };

  /** @internal */
  get address(): string {
    return this.endpoint || AgentChat.defaultEndpoint;
  }

  /** @internal */
  get layers(): readonly SettingsPatch[] {
    return [this.#source.settings, this.settings, this.givenByAttributes].filter(Boolean) as SettingsPatch[];
  }

  /** @internal */
  get corner(): Placement {
    return placementOf(this.placement, this.#style('alignment'), this.language.dir);
  }

  #style(key: 'alignment' | 'buttonColor'): string | undefined {
    return this.layers.findLast(layer => layer.styles?.[key])?.styles?.[key];
  }

  /** What only some pages ask for, until the chat leaves this one. */
  #start(part: Promise<{ start: (chat: AgentChat) => () => void }>): void {
    const stay = this.#leave;
    part.then(({ start }) => stay === this.#leave && stay.push(start(this)), this.#fail);
  }

  readonly #fail = (error: unknown): void => {
    if (!error) return;
    const code = codeOf(error);
    const { message = code } = error as { message?: string };
    emit(this, 'agent-chat-error', { code, message });
    this.requestUpdate();
  };

  #advise(error?: unknown): void {
    import('./advise-owner.ts').then(
      code => code.adviseOwner(this, error),
      () => {},
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat': AgentChat;
  }
}
