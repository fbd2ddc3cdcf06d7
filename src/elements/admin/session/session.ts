import type { TurnErrorCode } from '../../../client/conversation/conversation-state.ts';
import { ClientError } from '../../../client/transport/client-error.ts';
import type { TabName } from '../../../locales/admin/strings.ts';
import type { ConversationFilters } from '../../../protocol/conversations.ts';
import type { Extensions } from '../../../protocol/extension-headers.ts';
import type { ModelsReport } from '../../../protocol/models-state.ts';
import type { Settings, SettingsPatch } from '../../../protocol/settings.ts';
import { SETTINGS_TABLE } from '../../../protocol/settings-table.ts';
import type { SavedNotice } from '../events.ts';
import type { AdminClient, SettingsRecord } from './admin-client.ts';
import { Draft } from './draft.ts';
import { type Change, changesBetween, overlaps, patchOf, sameValue } from './setting-changes.ts';

/** Which conversations to show. */
export type ConversationsLink = Pick<ConversationFilters, 'state' | 'verdict'> & { id?: string };

/** What to open in the tab of answers: a stored answer, a new one for a question, or else the list. */
export interface AnswersLink {
  id?: string;
  question?: string;
}

/** Somebody else saved since the settings were loaded. */
export interface Conflict {
  record: SettingsRecord;
  theirs: readonly Change[];
  /** Keys of our changes that overlap with theirs. */
  contested: readonly string[];
}

export interface AdminFault {
  during: 'load' | 'save';
  code: TurnErrorCode;
  /** The server's message, which names the field if the code is `invalid_request`. */
  message: string;
  /** Seconds to wait before a retry. */
  retryAfter: number | undefined;
}

/** The state of the panel for one agent: access, the draft, loading, saving and errors. */
export class AdminSession {
  readonly client: AdminClient;
  status: 'locked' | 'loading' | 'ready' | 'saving' = 'locked';
  draft: Draft | undefined;
  record: SettingsRecord | undefined;
  /** The models of the agent service, as far as it names them. */
  models: ModelsReport | undefined;
  /** How to connect a model, if the server has the page and there is no model. */
  modelGuide: string | undefined;
  fault: AdminFault | undefined;
  /** The server accepted the token and the panel was not locked since. */
  unlocked = false;
  /** The token was refused later. The draft is kept while the panel asks for it again. */
  refused = false;
  /** The last save was accepted and nothing has changed since. */
  accepted = false;
  /** What the agent service offers besides the interface, once it is known. */
  extensions: Extensions = {};
  /** What a tab should show when it is opened next, as a link of another tab asks. */
  shownConversations: ConversationsLink | undefined;
  shownAnswers: AnswersLink | undefined;
  onChange: () => void = () => {};
  /** Opens a tab. */
  onOpenTab: (tab: TabName) => void = () => {};
  onSaved: (notice: SavedNotice) => void = () => {};
  onFault: (fault: AdminFault) => void = () => {};
  /** The conflicting record, until the owner resolves the conflict. */
  #theirs: SettingsRecord | undefined;

  constructor(client: AdminClient) {
    this.client = client;
  }

  /** Whether nothing about the agent may be shown. */
  get locked(): boolean {
    return !this.unlocked || this.refused || !this.draft;
  }

  /** Computed from the draft, as each edit can contest another key. */
  get conflict(): Conflict | undefined {
    return this.draft && this.#theirs && conflictOf(this.draft, this.#theirs);
  }

  /** The setting for which the server refused the last save. The next edit clears it. */
  get refusedSetting(): RefusedSetting | undefined {
    const { fault } = this;
    return fault?.during === 'save' && fault.code === 'invalid_request'
      ? readRefusedSetting(fault.message)
      : undefined;
  }

  /** Loads the settings with a token. Keeps an existing draft. */
  async unlock(token: string): Promise<void> {
    this.client.useToken(token);
    await this.load();
  }

  /** Loads the settings and keeps unsaved changes on top of them. Overlapping changes become a `conflict`. */
  async load(): Promise<void> {
    const { token } = this.client;
    this.#enter('loading');
    try {
      // Before the tabs are shown, so that none moves when another one appears.
      const extensions = this.#readExtensions();
      const record = await this.client.settings();
      this.extensions = await extensions;
      // The panel was locked or got another token meanwhile.
      if (token !== this.client.token) return;
      this.#adopt(record);
      this.refused = false;
      this.unlocked = true;
      this.#enter('ready');
      void this.#readModels();
    } catch (error) {
      if (token === this.client.token) this.#failed('load', error, this.unlocked ? 'ready' : 'locked');
    }
  }

  /** Opens the conversations with a filter, or one of them. */
  openConversations(link: ConversationsLink): void {
    this.shownConversations = link;
    this.onOpenTab('conversations');
  }

  /** Opens the tab of taught answers at what the link names. */
  openAnswers(link: AnswersLink): void {
    this.shownAnswers = link;
    this.onOpenTab('answers');
  }

  /** Asked once. Without an answer the panel shows what every service offers. */
  async #readExtensions(): Promise<Extensions> {
    if (this.extensions.conversations) return this.extensions;
    return await this.client.extensions().catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
      return {};
    });
  }

  /** Sends the changes only. If somebody else changed the same settings, this becomes a `conflict`. */
  async save(): Promise<void> {
    const { draft } = this;
    if (draft) await this.#save(draft, true);
  }

  async #save(draft: Draft, isFirst: boolean): Promise<void> {
    if (this.status !== 'ready' || draft.faulty.length > 0) return;
    draft.dropBlankEntries();
    const sent = draft.settings;
    const patch = patchOf(draft.changes);
    this.#enter('saving');
    try {
      await this.client.save(patch, this.record?.etag);
    } catch (error) {
      if (!(error instanceof ClientError && error.code === 'conflict')) this.#failed('save', error, 'ready');
      else if (!(await this.#canRetry(draft, error, isFirst))) return;
      else if (draft.changes.length > 0) await this.#save(draft, false);
      else this.#saved(patch);
      return;
    }
    draft.accept(sent);
    await this.#readVersion(sent, draft);
    this.#saved(patch);
  }

  /** Resolves the conflict: keeps our changes except the keys in `dropped`, and takes theirs for everything else. */
  resolve(dropped: readonly string[]): void {
    const record = this.#theirs;
    if (!record || !this.draft) return;
    this.draft.rebase(record.settings, dropped);
    this.record = record;
    this.#theirs = undefined;
    this.onChange();
  }

  /** Locks the panel. The draft stays in memory until the page is closed. */
  lock(): void {
    this.client.useToken('');
    this.unlocked = false;
    this.#enter('locked');
  }

  readonly edit = (key: string, value: unknown): void => {
    this.draft?.edit(key, value);
    this.changed();
  };

  /** Call after a change of the draft. */
  changed(): void {
    this.accepted = false;
    if (this.fault?.during === 'save') this.fault = undefined;
    this.onChange();
  }

  /** Asks for the token again, because a tool's request was refused. Keeps the draft. */
  requireToken(): void {
    this.refused = true;
    this.onChange();
  }

  async #readModels(): Promise<void> {
    this.models = await this.client.models(this.extensions.models === true);
    if (this.models?.model === null) this.modelGuide = await this.client.documentation('models.md');
    this.onChange();
  }

  #adopt(record: SettingsRecord): void {
    const contested = this.draft && conflictOf(this.draft, record).contested.length > 0;
    this.#theirs = contested ? record : undefined;
    if (contested) return;
    this.record = record;
    if (this.draft) this.draft.rebase(record.settings);
    else this.draft = new Draft(record.settings);
  }

  /** The 202 names no version. If this request fails, `If-Match` detects a conflict at the next save. */
  async #readVersion(sent: Settings, draft: Draft): Promise<void> {
    try {
      const record = await this.client.settings();
      this.record = record;
      draft.rebase(record.settings);
    } catch {
      this.record = { settings: sent, version: undefined, updatedAt: undefined, etag: this.record?.etag };
    }
  }

  /**
   * Handles a 409 or 412.
   * @returns whether to save again: somebody changed other settings, or an earlier save of ours got through and only
   *   its response was lost
   */
  async #canRetry(draft: Draft, refusal: ClientError, isFirst: boolean): Promise<boolean> {
    try {
      const record = await this.client.settings();
      const { theirs, contested } = conflictOf(draft, record);
      const isClear = isFirst && contested.length === 0;
      if (isClear) {
        draft.rebase(record.settings);
        this.record = record;
      } else if (theirs.length === 0) {
        // The refusal has another cause.
        this.#failed('save', refusal, 'ready');
        return false;
      } else {
        this.#theirs = record;
        this.onFault(faultOf('save', refusal));
      }
      this.#enter('ready');
      return isClear;
    } catch (error) {
      this.#failed('save', error, 'ready');
      return false;
    }
  }

  #saved(patch: SettingsPatch): void {
    // Edits made during the request are not saved yet.
    this.accepted = this.draft?.changes.length === 0;
    this.#enter('ready');
    this.onSaved({ patch, version: this.record?.version });
  }

  #failed(during: AdminFault['during'], error: unknown, status: AdminSession['status']): void {
    if (!(error instanceof ClientError)) throw error;
    if (error.code === 'unauthorized') this.refused = true;
    const fault = faultOf(during, error);
    this.#enter(status);
    this.fault = fault;
    this.onChange();
    this.onFault(fault);
  }

  #enter(status: AdminSession['status']): void {
    this.status = status;
    this.fault = undefined;
    this.onChange();
  }
}

/** Equal changes on both sides are no conflict. */
function conflictOf({ saved, changes }: Draft, record: SettingsRecord): Conflict {
  const theirs = changesBetween(saved, record.settings).filter(
    ({ key, after }) => !changes.some(mine => mine.key === key && sameValue(mine.after, after)),
  );
  const contested = changes
    .filter(mine => theirs.some(change => overlaps(change.key, mine.key)))
    .map(mine => mine.key);
  return { record, theirs, contested };
}

function faultOf(during: AdminFault['during'], { code, message, wait }: ClientError): AdminFault {
  return { during, code, message, retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000) };
}

export interface RefusedSetting {
  key: string;
  /** The broken rule, as the server worded it. */
  rule: string;
  /** Index of the refused entry of a list. */
  entry: number | undefined;
}

/** Parses "styles.buttonColor: must be a colour" and "allowedDomains: entry 2 must …". */
export function readRefusedSetting(message: string): RefusedSetting | undefined {
  const [, key, index, rule] = /^([\w.]+)(?:\[(\d+)\])?: (.+)$/s.exec(message) ?? [];
  if (!key || !rule || !SETTINGS_TABLE.some(row => row.key === key)) return undefined;
  const place = /^entry (\d+)\b/.exec(rule)?.[1];
  const entry = index ? Number(index) : place ? Number(place) - 1 : undefined;
  return { key, rule, entry };
}
