import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { TabName } from '../../locales/admin/strings.ts';
import { endpointOf } from '../agent-chat/script-tag.ts';
import { closeChanges, renderActionBar } from './action-bar.ts';
import { renderConflict } from './conflict-view.ts';
import { emit } from './events.ts';
import { faultWords, unlockFault } from './fault-words.ts';
import { FetchedPreview } from './fetched-preview.ts';
import { wrongControl } from './fields/field.ts';
import { KeptFocus } from './kept-focus.ts';
import { NamedWidget } from './named-widget.ts';
import { renderNotFetched, renderNotice } from './notice.ts';
import { OpenAgents } from './open-agents.ts';
import { PanelLanguage } from './panel-language.ts';
import { renderPreviewControls } from './preview-controls.ts';
import { PreviewInPlace } from './preview-in-place.ts';
import { Previewer } from './previewer.ts';
import { isSaveKey } from './save-key.ts';
import type { AdminSession } from './session.ts';
import { renderSettingsTab, TAB_GROUPS, tabOfKey } from './settings-tab.ts';
import { panelStyles } from './styles/panel.ts';
import { renderTabList } from './tab-list.ts';
import { forgetCredentials, keepCredentials, keptCredentials } from './token-store.ts';
import type { ToolTabs } from './tool-tabs.ts';
import { renderUnlock } from './unlock-view.ts';

/** Where this module came from, and so where the proxy is unless the page says otherwise. */
const SCRIPT = import.meta.url;

/**
 * The settings of one agent, with a live preview, its contacts, usage and ways to install it. Asks for the admin
 * token itself, unless the page sets `token`.
 *
 * @tag agent-chat-admin
 * @csspart panel - The whole panel
 * @csspart nav - The tabs
 * @csspart settings - What the open tab shows
 * @csspart field - One setting
 * @csspart preview - The preview's controls
 * @cssproperty --agent-chat-admin-accent - Colour of buttons and marks
 * @cssproperty --agent-chat-admin-on-accent - Text on it
 * @cssproperty --agent-chat-admin-surface - Background
 * @cssproperty --agent-chat-admin-surface-2 - Background of what steps back
 * @cssproperty --agent-chat-admin-field - Background of fields
 * @cssproperty --agent-chat-admin-text - Text
 * @cssproperty --agent-chat-admin-muted - Text that steps back
 * @cssproperty --agent-chat-admin-border - Lines
 * @cssproperty --agent-chat-admin-danger - Faults
 * @cssproperty --agent-chat-admin-focus - Focus ring
 * @cssproperty --agent-chat-admin-radius - Corners
 * @cssproperty --agent-chat-admin-font - Font family
 * @cssproperty --agent-chat-admin-top - Height of a bar of the page's own that stays on top: the panel's stays below it
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

  /** Address of the proxy. Default: where the script came from. */
  declare endpoint: string | undefined;
  /** The agent to set up. */
  declare agentId: string;
  /** Language of the panel. Default: the page's, else the browser's. */
  declare lang: string;
  /** Id of an `<agent-chat>` on the page in which unsaved changes are shown. */
  declare for: string | undefined;
  /** The admin token, for a page that knows it. Never an attribute. */
  declare token: string | undefined;
  /** Who the history of settings says it was, for a page that knows it. */
  declare author: string | undefined;

  declare private tab: TabName;
  declare private revision: number;

  #session: AdminSession | undefined;
  #tools!: ToolTabs;
  #ownPreview = new FetchedPreview();
  readonly #agents = new OpenAgents();
  readonly #previewer = new Previewer();
  readonly #language = new PanelLanguage(this);
  readonly #named = new NamedWidget(this);
  readonly #inPlace = new PreviewInPlace(this);

  constructor() {
    super();
    this.agentId = '';
    this.tab = 'agent';
    this.revision = 0;
    new KeptFocus(this, '#token, .bar .primary');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('beforeunload', this.#onLeave);
    this.addEventListener('keydown', this.#onKey);
    // Moved within the page: the preview was given back meanwhile.
    this.requestUpdate();
    void this.#language.update();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeunload', this.#onLeave);
    this.removeEventListener('keydown', this.#onKey);
    this.#previewer.release();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lang')) void this.#language.update();
    if (changed.has('endpoint') || changed.has('agentId') || !this.#session)
      this.#begin(changed.has('token'));
    else if (this.token && changed.has('token')) void this.#session.unlock(this.token);
    // The page took it back: whoever used it is gone.
    else if (changed.get('token')) this.#agents.lock();
    if (changed.has('author')) this.#session?.client.useAuthor(this.author ?? '');
  }

  protected override updated(): void {
    const session = this.#session;
    if (!session?.draft) return;
    const widget = this.#named.element ?? this.#ownPreview.widget;
    this.#previewer.attach(session.locked ? undefined : widget);
    this.#previewer.show(session.draft);
    this.#inPlace.follow(widget);
    if (!this.for && !this.#ownPreview.widget && !this.#ownPreview.missing) void this.#fetchPreview();
    const { strings, tag: locale } = this.#language;
    this.#tools.tell({ session, strings, revision: this.revision, locale });
  }

  protected override render(): TemplateResult {
    const session = this.#session!;
    const { strings, tag, direction } = this.#language;
    const { locked } = session;
    const fault = session.fault && faultWords(session.fault, strings);
    return html`<div
      class="panel"
      part="panel"
      role="region"
      aria-label=${strings.panel}
      lang=${tag}
      dir=${direction}
      @pointerdown=${closeChanges}
      @focusin=${closeChanges}
    >
      <div class="head">
        ${renderActionBar({ session, locked, strings, save: this.#save, lock: this.#lock, preview: this.#inPlace })}
        ${locked ? nothing : renderNotice({ session, strings, fault, showFault: this.#showFault, again: this.#save })}
      </div>
      ${locked ? renderUnlock({ strings, busy: session.status === 'loading', fault: unlockFault(session, fault, strings), author: this.author ?? '', open: this.#unlock }) : nothing}
      <div ?hidden=${locked}>
        ${renderConflict(session, strings)}
        ${session.draft ? this.#renderBody(session) : nothing}
      </div>
    </div>`;
  }

  #renderBody(session: AdminSession): TemplateResult {
    const [tab, { strings }] = [this.tab, this.#language];
    const { edit, refusedSetting: refused } = session;
    const draft = session.draft!;
    const groups = TAB_GROUPS[tab];
    const choose = (next: TabName): void => {
      this.tab = next;
      void this.#openTool(next);
    };
    // Once a field is left, what is wrong with it counts. A pointer has nothing moved under it as it goes down.
    return html`<div class="body" ?hidden=${this.#inPlace.on} @keyup=${() => this.requestUpdate()}>
        ${renderTabList({
          strings,
          open: tab,
          changed: new Set(draft.changes.map(change => tabOfKey(change.key))),
          faulty: new Set([...draft.faulty, ...(refused ? [refused.key] : [])].map(tabOfKey)),
          choose,
        })}
        <div role="tabpanel" id="tabpanel" part="settings" aria-labelledby="tab-${tab}" tabindex="0">
          ${
            groups
              ? renderSettingsTab({ groups, draft, strings, refused, edit, settle: () => draft.settle() })
              : this.#tools.render(tab, strings, () => this.#openAgain(tab))
          }
        </div>
      </div>
      ${renderPreviewControls(this.#previewer.view, strings, view => {
        this.#previewer.view = view;
        this.requestUpdate();
      })}
      ${this.for ? nothing : html`<div class="own-preview">${this.#ownPreview.missing ? renderNotFetched(strings, this.#fetchPreview) : this.#ownPreview.widget}</div>`}`;
  }

  #begin(given: boolean): void {
    const endpoint = this.endpoint ?? endpointOf(SCRIPT);
    const before = this.#session?.client;
    const { session, tools } = this.#agents.at(endpoint, this.agentId);
    session.onChange = () => {
      this.revision++;
    };
    session.onSaved = detail => emit(this, 'agent-chat-admin-save', detail);
    session.onFault = ({ code, message }) => emit(this, 'agent-chat-admin-error', { code, message });
    this.#session = session;
    this.#tools = tools;
    void this.#openTool(this.tab);
    this.#ownPreview = new FetchedPreview();
    const kept = keptCredentials(endpoint);
    this.author ??= kept?.author;
    session.client.useAuthor(this.author ?? '');
    // What was typed for one agent of a server is good for the next.
    const inUse = before?.endpoint === endpoint && !given ? before.token : '';
    const token = inUse || (this.token ?? kept?.token);
    if (token) void session.unlock(token);
  }

  #fetchPreview = async (): Promise<void> => {
    await this.#ownPreview.fetch(this.#session!.client);
    this.requestUpdate();
  };

  async #openTool(name: TabName): Promise<void> {
    if (TAB_GROUPS[name] || this.#tools.get(name)) return;
    await this.#tools.fetch(name, this.renderRoot as ShadowRoot);
    this.requestUpdate();
  }

  async #openAgain(name: TabName): Promise<void> {
    await this.#openTool(name);
    if (this.#tools.get(name)) await this.#focus('#tabpanel');
  }

  #unlock = async (token: string, author: string, keep: boolean): Promise<void> => {
    const session = this.#session!;
    if (keep) keepCredentials(session.client.endpoint, { token, author });
    else forgetCredentials(session.client.endpoint);
    this.author = author;
    session.client.useAuthor(author);
    await session.unlock(token);
    await this.#focus('#conflict-title, #token, [role=tab][tabindex="0"]');
  };

  #lock = async (): Promise<void> => {
    this.#agents.lock();
    await this.#focus('#token');
  };

  /** What had the focus is gone with the view it was in: it goes on at the first of these there is now. */
  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #save = async (): Promise<void> => {
    const session = this.#session!;
    const { faulty, changes } = session.draft!;
    if (changes.length === 0 || session.conflict) return;
    if (faulty.length > 0) return this.#showFault();
    await session.save();
    if (session.refusedSetting) await this.#showFault(session.refusedSetting.key);
    else await this.#focus('#conflict-title');
  };

  /** Leads to the field that is wrong, by itself or to the server. */
  #showFault = async (key = this.#session!.draft!.faulty[0]): Promise<void> => {
    if (key === undefined) return;
    this.#session!.draft!.settle();
    this.#inPlace.leave();
    this.tab = tabOfKey(key);
    this.requestUpdate();
    await this.updateComplete;
    const control = wrongControl(this.renderRoot, key);
    control?.focus();
    // Where the keyboard was there already, that scrolls nowhere.
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
