import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { TabName } from '../../locales/admin/strings.ts';
import { endpointOf } from '../agent-chat/script-tag.ts';
import { closeOverlays, isSaveKey, renderActionBar } from './action-bar.ts';
import { renderConflict } from './difference-view.ts';
import { errorMessage, unlockError } from './error-message.ts';
import { emit } from './events.ts';
import { FocusKeeper } from './focus-keeper.ts';
import { renderLoadError, renderNotice } from './notices.ts';
import { PanelLanguage } from './panel-language.ts';
import { PhonePreview } from './preview/phone-preview.ts';
import { renderPreviewControls } from './preview/preview-controls.ts';
import { NamedWidget, OwnWidget } from './preview/preview-source.ts';
import { Previewer } from './preview/previewer.ts';
import { clearCredentials, OpenAgents, storeCredentials, storedCredentials } from './session/open-agents.ts';
import type { AdminSession } from './session/session.ts';
import { invalidControl } from './settings/field.ts';
import { renderSettingsForm } from './settings/settings-form.ts';
import { panelStyles } from './styles/panel.ts';
import { renderTabList } from './tab-list.ts';
import { TABS, tabOf, tabOfSetting } from './tabs.ts';
import type { ToolTabs } from './tool-tabs.ts';
import { renderUnlock } from './unlock-view.ts';

/** The proxy serves this script, so its URL is the default endpoint. */
const SCRIPT = import.meta.url;

/**
 * Edits the settings of one agent with a live preview, and shows its contacts, usage and install snippets. Asks for the
 * admin token unless the page sets `token`.
 *
 * @tag agent-chat-admin
 * @csspart panel - The whole panel
 * @csspart nav - The tabs
 * @csspart settings - What the open tab shows
 * @csspart field - One setting
 * @csspart preview - The preview's controls
 * @cssproperty --agent-chat-admin-accent - Colour of buttons and marks
 * @cssproperty --agent-chat-admin-on-accent - Text on the accent colour
 * @cssproperty --agent-chat-admin-surface - Background
 * @cssproperty --agent-chat-admin-surface-2 - Secondary background
 * @cssproperty --agent-chat-admin-field - Background of fields
 * @cssproperty --agent-chat-admin-text - Text
 * @cssproperty --agent-chat-admin-muted - Secondary text
 * @cssproperty --agent-chat-admin-border - Lines
 * @cssproperty --agent-chat-admin-danger - Errors
 * @cssproperty --agent-chat-admin-focus - Focus ring
 * @cssproperty --agent-chat-admin-radius - Corners
 * @cssproperty --agent-chat-admin-font - Font family
 * @cssproperty --agent-chat-admin-top - Height of a sticky bar of the page, below which the panel's own bar sticks
 * @fires agent-chat-admin-save - A save was accepted; `detail.patch`, `detail.version`
 * @fires agent-chat-admin-error - Something failed; `detail.code`, `detail.message`
 */
export class AgentChatAdmin extends LitElement {
  static override styles = panelStyles;

  static override properties = {
    endpoint: {},
    agentId: { attribute: 'agent-id' },
    for: {},
    lang: { reflect: false },
    token: { attribute: false },
    author: { attribute: false },
    tab: { attribute: false },
    revision: { attribute: false },
  };

  /** URL of the proxy. Default: where the script came from. */
  declare endpoint: string | undefined;
  /** The agent to edit. */
  declare agentId: string;
  /** Language of the panel. Default: the page's, else the browser's. */
  declare lang: string;
  /** Id of an `<agent-chat>` on the page in which unsaved changes are shown. */
  declare for: string | undefined;
  /** The admin token, for a page that has it. Not an attribute, so that it is not in the page's HTML. */
  declare token: string | undefined;
  /** Name to show in the history of settings, for a page that knows who is signed in. */
  declare author: string | undefined;

  declare private tab: TabName;
  declare private revision: number;

  #session: AdminSession | undefined;
  #tools!: ToolTabs;
  #ownWidget = new OwnWidget();
  readonly #agents = new OpenAgents();
  readonly #previewer = new Previewer();
  readonly #language = new PanelLanguage(this);
  readonly #namedWidget = new NamedWidget(this);
  readonly #phonePreview = new PhonePreview(this);

  constructor() {
    super();
    this.agentId = '';
    this.tab = 'agent';
    this.revision = 0;
    new FocusKeeper(this, '#token, .bar .primary');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('beforeunload', this.#onLeave);
    this.addEventListener('keydown', this.#onKey);
    // After a move within the page: attaches the preview again.
    this.requestUpdate();
    void this.#language.update();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeunload', this.#onLeave);
    this.removeEventListener('keydown', this.#onKey);
    this.#previewer.detach();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lang')) void this.#language.update();
    if (changed.has('endpoint') || changed.has('agentId') || !this.#session)
      this.#openAgent(changed.has('token'));
    else if (this.token && changed.has('token')) void this.#session.unlock(this.token);
    // The page removed the token, as after a sign-out.
    else if (changed.get('token')) this.#agents.lock();
    if (changed.has('author')) this.#session?.client.useAuthor(this.author ?? '');
  }

  protected override updated(): void {
    const session = this.#session;
    // For the page's CSS: it may give the panel more room.
    this.toggleAttribute('data-unlocked', !!session?.draft && !session.locked);
    if (!session?.draft) return;
    const widget = this.#namedWidget.element ?? this.#ownWidget.element;
    this.#previewer.attach(session.locked ? undefined : widget);
    this.#previewer.show(session.draft);
    this.#phonePreview.observe(widget);
    if (!this.for && !this.#ownWidget.element && !this.#ownWidget.failed) void this.#loadOwnWidget();
    const { strings, tag: locale } = this.#language;
    this.#tools.update({ session, strings, revision: this.revision, locale });
  }

  protected override render(): TemplateResult {
    const session = this.#session!;
    const { strings, tag, direction } = this.#language;
    const { locked } = session;
    const fault = session.fault && errorMessage(session.fault, strings);
    return html`<div
      class="panel"
      part="panel"
      role="region"
      aria-label=${strings.panel}
      lang=${tag}
      dir=${direction}
      @pointerdown=${closeOverlays}
      @focusin=${closeOverlays}
    >
      <div class="head">
        ${renderActionBar({ session, locked, strings, save: this.#save, lock: this.#lock, preview: this.#phonePreview, isPreviewed: this.#isPreviewed })}
        ${locked ? nothing : renderNotice({ session, strings, fault, showInvalid: this.#showInvalid, retry: this.#save })}
      </div>
      ${locked ? renderUnlock({ strings, busy: session.status === 'loading', fault: unlockError(session, fault, strings), author: this.author ?? '', open: this.#unlock }) : nothing}
      <div class=${this.#isPreviewed ? 'work' : ''} ?hidden=${locked}>
        ${renderConflict(session, strings)}
        ${session.draft ? this.#renderBody(session) : nothing}
      </div>
    </div>`;
  }

  #renderBody(session: AdminSession): TemplateResult {
    const [tab, { strings }] = [this.tab, this.#language];
    const { edit, models, modelGuide, refusedSetting: refused } = session;
    const draft = session.draft!;
    const { groups } = tabOf(tab);
    // Leaving a field by keyboard shows its error. Not on pointerdown: the notice would move what is being pressed.
    return html`<div class="body" ?hidden=${this.#isPreviewed && this.#phonePreview.isShown} @keyup=${() => this.requestUpdate()}>
        ${renderTabList({
          tabs: TABS.filter(({ isShown }) => isShown?.(session) ?? true),
          strings,
          selected: tab,
          changed: new Set(draft.changes.map(change => tabOfSetting(change.key))),
          invalid: new Set([...draft.faulty, ...(refused ? [refused.key] : [])].map(tabOfSetting)),
          select: this.#selectTab,
        })}
        <div role="tabpanel" id="tabpanel" part="settings" aria-labelledby="tab-${tab}" tabindex="0">
          ${
            groups
              ? renderSettingsForm({
                  groups,
                  draft,
                  models,
                  modelGuide,
                  strings,
                  refused,
                  edit,
                  commit: () => draft.commit(),
                })
              : this.#tools.render(tab, strings, () => this.#reopenTool(tab))
          }
        </div>
      </div>
      <div class="preview" ?hidden=${!this.#isPreviewed}>
        ${renderPreviewControls(this.#previewer.view, strings, view => {
          this.#previewer.view = view;
          this.requestUpdate();
        })}
        ${this.for ? nothing : html`<div class="own-preview">${this.#ownWidget.failed ? renderLoadError(strings, this.#loadOwnWidget) : this.#ownWidget.element}</div>`}
      </div>`;
  }

  get #isPreviewed(): boolean {
    return tabOf(this.tab).isPreviewed ?? false;
  }

  /** @param hasNewToken whether the page has just set `token` */
  #openAgent(hasNewToken: boolean): void {
    const endpoint = this.endpoint ?? endpointOf(SCRIPT);
    const previous = this.#session?.client;
    const { session, tools } = this.#agents.get(endpoint, this.agentId);
    session.onChange = () => {
      this.revision++;
    };
    session.onOpenTab = async tab => {
      this.#selectTab(tab);
      await this.#focus('#tabpanel');
    };
    session.onSaved = detail => emit(this, 'agent-chat-admin-save', detail);
    session.onFault = ({ code, message }) => emit(this, 'agent-chat-admin-error', { code, message });
    this.#session = session;
    this.#tools = tools;
    void this.#openTool(this.tab);
    this.#ownWidget = new OwnWidget();
    const stored = storedCredentials(endpoint);
    this.author ??= stored?.author;
    session.client.useAuthor(this.author ?? '');
    // A token entered for one agent of a server opens its other agents too.
    const current = previous?.endpoint === endpoint && !hasNewToken ? previous.token : '';
    const token = current || (this.token ?? stored?.token);
    if (token) void session.unlock(token);
  }

  #selectTab = (tab: TabName): void => {
    this.tab = tab;
    void this.#openTool(tab);
  };

  #loadOwnWidget = async (): Promise<void> => {
    await this.#ownWidget.load(this.#session!.client);
    this.requestUpdate();
  };

  async #openTool(name: TabName): Promise<void> {
    if (tabOf(name).groups || this.#tools.get(name)) return;
    await this.#tools.load(name, this.renderRoot as ShadowRoot);
    this.requestUpdate();
  }

  async #reopenTool(name: TabName): Promise<void> {
    await this.#openTool(name);
    if (this.#tools.get(name)) await this.#focus('#tabpanel');
  }

  #unlock = async (token: string, author: string, remember: boolean): Promise<void> => {
    const session = this.#session!;
    if (remember) storeCredentials(session.client.endpoint, { token, author });
    else clearCredentials(session.client.endpoint);
    this.author = author;
    session.client.useAuthor(author);
    await session.unlock(token);
    await this.#focus('#conflict-title, #token, [role=tab][tabindex="0"]');
  };

  #lock = async (): Promise<void> => {
    this.#agents.lock();
    await this.#focus('#token');
  };

  /** Focuses the first match after an update that removed the focused element. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #save = async (): Promise<void> => {
    const session = this.#session!;
    const { faulty, changes } = session.draft!;
    if (changes.length === 0 || session.conflict) return;
    if (faulty.length > 0) return this.#showInvalid();
    await session.save();
    if (session.refusedSetting) await this.#showInvalid(session.refusedSetting.key);
    else await this.#focus('#conflict-title');
  };

  /** Opens the tab with an invalid or refused field and focuses it. */
  #showInvalid = async (key = this.#session!.draft!.faulty[0]): Promise<void> => {
    if (key === undefined) return;
    this.#session!.draft!.commit();
    this.#phonePreview.close();
    this.tab = tabOfSetting(key);
    this.requestUpdate();
    await this.updateComplete;
    const control = invalidControl(this.renderRoot, key);
    control?.focus();
    // `focus()` does not scroll if the control has the focus already.
    control?.scrollIntoView({ block: 'nearest' });
  };

  #onKey = (event: KeyboardEvent): void => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (this.#session?.draft) void this.#save();
  };

  #onLeave = (event: BeforeUnloadEvent): void => {
    if (this.#agents.unsaved) event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-chat-admin': AgentChatAdmin;
  }
}
