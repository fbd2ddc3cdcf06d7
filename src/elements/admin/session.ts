import { ClientError } from '../../client/client-error.ts';
import type { TurnErrorCode } from '../../client/conversation-state.ts';
import type { Settings, SettingsPatch } from '../../protocol/settings.ts';
import type { AdminClient, SettingsRecord } from './admin-client.ts';
import { Draft } from './draft.ts';
import { type Change, changesBetween, patchOf, touchSame } from './setting-changes.ts';

/** Somebody saved while we edited. */
export interface Conflict {
  record: SettingsRecord;
  theirs: readonly Change[];
  /** Keys of our changes that touch something they changed too. */
  contested: readonly string[];
}

export interface AdminFault {
  during: 'load' | 'save';
  code: TurnErrorCode;
  /** The refusal's own words where they name a field (`invalid_request`). */
  message: string;
  /** Seconds until another try is worth it. */
  retryAfter: number | undefined;
}

export interface SavedNotice {
  patch: SettingsPatch;
  version: number | undefined;
}

/** The panel's state apart from its drawing: access, the draft, what is being saved and what went wrong. */
export class AdminSession {
  readonly client: AdminClient;
  status: 'locked' | 'loading' | 'ready' | 'saving' = 'locked';
  draft: Draft | undefined;
  record: SettingsRecord | undefined;
  conflict: Conflict | undefined;
  fault: AdminFault | undefined;
  /** The server took the token, and nobody has locked the panel since. Only then is anything of the agent shown. */
  unlocked = false;
  /** The token was refused: ask again. What was typed is still in the draft. */
  refused = false;
  /** The last save was accepted and nothing has been typed since. */
  accepted = false;
  onChange: () => void = () => {};
  onSaved: (notice: SavedNotice) => void = () => {};
  onFault: (fault: AdminFault) => void = () => {};

  constructor(client: AdminClient) {
    this.client = client;
  }

  /** Opens with a token. What was typed before stays. */
  async unlock(token: string): Promise<void> {
    this.client.useToken(token);
    await this.load();
  }

  /**
   * Reads the settings anew. With a draft, unsaved changes are kept on top of them; where somebody else has changed
   * the same, that is a `conflict` to resolve.
   */
  async load(): Promise<void> {
    this.#enter('loading');
    try {
      this.#adopt(await this.client.settings());
      this.refused = false;
      this.unlocked = true;
      this.#enter('ready');
    } catch (error) {
      this.#failed('load', error, this.unlocked ? 'ready' : 'locked');
    }
  }

  /** Sends what changed and nothing else. A newer version becomes a `conflict` to resolve. */
  async save(): Promise<void> {
    const { draft } = this;
    if (!draft || this.status !== 'ready' || draft.faulty.length > 0) return;
    const sent = draft.settings;
    const patch = patchOf(draft.changes);
    this.#enter('saving');
    try {
      await this.client.save(patch, this.record?.etag);
    } catch (error) {
      if (error instanceof ClientError && error.code === 'conflict') {
        this.onFault(faultOf('save', error));
        await this.#meet(draft);
      } else this.#failed('save', error, 'ready');
      return;
    }
    draft.accept(sent);
    await this.#learnVersion(sent, draft);
    this.accepted = true;
    this.#enter('ready');
    this.onSaved({ patch, version: this.record?.version });
  }

  /** Ends a conflict: our changes stay but for the keys in `dropped`; theirs are taken for all else. */
  resolve(dropped: readonly string[]): void {
    if (!this.conflict || !this.draft) return;
    const { record } = this.conflict;
    this.draft.rebase(record.settings, dropped);
    this.record = record;
    this.conflict = undefined;
    this.onChange();
  }

  /** Locks the panel. The draft stays in memory until the page goes. */
  lock(): void {
    this.client.useToken('');
    this.unlocked = false;
    this.#enter('locked');
  }

  touched(): void {
    this.accepted = false;
    if (this.fault?.during === 'save') this.fault = undefined;
    this.onChange();
  }

  /** A part of the panel was refused: ask for the token again and keep everything. */
  accessRefused(): void {
    this.refused = true;
    this.onChange();
  }

  #adopt(record: SettingsRecord): void {
    const conflict = this.draft && conflictOf(this.draft, record);
    this.conflict = conflict?.contested.length ? conflict : undefined;
    if (this.conflict) return;
    this.record = record;
    if (this.draft) this.draft.rebase(record.settings);
    else this.draft = new Draft(record.settings);
  }

  /** The 202 names no version. Should the reading fail, the next save finds out by `If-Match`. */
  async #learnVersion(sent: Settings, draft: Draft): Promise<void> {
    try {
      const record = await this.client.settings();
      this.record = record;
      draft.rebase(record.settings);
    } catch {
      this.record = { settings: sent, version: undefined, updatedAt: undefined, etag: undefined };
    }
  }

  async #meet(draft: Draft): Promise<void> {
    try {
      this.conflict = conflictOf(draft, await this.client.settings());
      this.#enter('ready');
    } catch (error) {
      this.#failed('save', error, 'ready');
    }
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

function conflictOf(draft: Draft, record: SettingsRecord): Conflict {
  const theirs = changesBetween(draft.saved, record.settings);
  const contested = draft.changes
    .filter(mine => theirs.some(change => touchSame(change.key, mine.key)))
    .map(mine => mine.key);
  return { record, theirs, contested };
}

function faultOf(during: AdminFault['during'], { code, message, wait }: ClientError): AdminFault {
  return { during, code, message, retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000) };
}
