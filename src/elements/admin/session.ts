import type { TurnErrorCode } from '../../client/conversation/conversation-state.ts';
import { ClientError } from '../../client/transport/client-error.ts';
import type { Settings, SettingsPatch } from '../../protocol/settings.ts';
import type { AdminClient, SettingsRecord } from './admin-client.ts';
import { Draft } from './draft.ts';
import { type RefusedSetting, readRefusedSetting } from './refused-setting.ts';
import { type Change, changesBetween, patchOf, sameValue, touchSame } from './setting-changes.ts';

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
  /** What somebody else saved, until the owner has chosen. */
  #theirs: SettingsRecord | undefined;

  constructor(client: AdminClient) {
    this.client = client;
  }

  /** Nothing of the agent is shown. */
  get locked(): boolean {
    return !this.unlocked || this.refused || !this.draft;
  }

  /** As the draft stands now: more of it may be contested with the next keystroke. */
  get conflict(): Conflict | undefined {
    return this.draft && this.#theirs && conflictOf(this.draft, this.#theirs);
  }

  /** What the server would not take of the last save. Typing clears it. */
  get refusedSetting(): RefusedSetting | undefined {
    const { fault } = this;
    return fault?.during === 'save' && fault.code === 'invalid_request'
      ? readRefusedSetting(fault.message)
      : undefined;
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
    const { token } = this.client;
    this.#enter('loading');
    try {
      const record = await this.client.settings();
      // Locked meanwhile, or opened with another token: what this one got no longer matters.
      if (token !== this.client.token) return;
      this.#adopt(record);
      this.refused = false;
      this.unlocked = true;
      this.#enter('ready');
    } catch (error) {
      if (token === this.client.token) this.#failed('load', error, this.unlocked ? 'ready' : 'locked');
    }
  }

  /** Sends what changed and nothing else. A newer version becomes a `conflict` to resolve. */
  async save(): Promise<void> {
    const { draft } = this;
    if (draft) await this.#save(draft, true);
  }

  async #save(draft: Draft, again: boolean): Promise<void> {
    if (this.status !== 'ready' || draft.faulty.length > 0) return;
    draft.leaveOutBlanks();
    const sent = draft.settings;
    const patch = patchOf(draft.changes);
    this.#enter('saving');
    try {
      await this.client.save(patch, this.record?.etag);
    } catch (error) {
      if (!(error instanceof ClientError && error.code === 'conflict')) this.#failed('save', error, 'ready');
      else if (!(await this.#meet(draft, error, again))) return;
      else if (draft.changes.length > 0) await this.#save(draft, false);
      else this.#saved(patch);
      return;
    }
    draft.accept(sent);
    await this.#learnVersion(sent, draft);
    this.#saved(patch);
  }

  /** Ends a conflict: our changes stay but for the keys in `dropped`; theirs are taken for all else. */
  resolve(dropped: readonly string[]): void {
    const record = this.#theirs;
    if (!record || !this.draft) return;
    this.draft.rebase(record.settings, dropped);
    this.record = record;
    this.#theirs = undefined;
    this.onChange();
  }

  /** Locks the panel. The draft stays in memory until the page goes. */
  lock(): void {
    this.client.useToken('');
    this.unlocked = false;
    this.#enter('locked');
  }

  /** Puts a value into the draft. */
  readonly edit = (key: string, value: unknown): void => {
    this.draft?.edit(key, value);
    this.touched();
  };

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
    const contested = this.draft && conflictOf(this.draft, record).contested.length > 0;
    this.#theirs = contested ? record : undefined;
    if (contested) return;
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
      this.record = { settings: sent, version: undefined, updatedAt: undefined, etag: this.record?.etag };
    }
  }

  /**
   * Reads what made the server refuse the save. True when nothing of ours is in question: somebody changed something
   * else, or it is our own, saved earlier by a request whose answer got lost.
   */
  async #meet(draft: Draft, refusal: ClientError, again: boolean): Promise<boolean> {
    try {
      const record = await this.client.settings();
      const { theirs, contested } = conflictOf(draft, record);
      const isClear = again && contested.length === 0;
      if (isClear) {
        draft.rebase(record.settings);
        this.record = record;
      } else if (theirs.length === 0) {
        // Refused for something else, then: there is nothing to choose.
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
    // What was typed on the way is not.
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

/** Where both sides say the same there is nothing to choose. */
function conflictOf({ saved, changes }: Draft, record: SettingsRecord): Conflict {
  const theirs = changesBetween(saved, record.settings).filter(
    ({ key, after }) => !changes.some(mine => mine.key === key && sameValue(mine.after, after)),
  );
  const contested = changes
    .filter(mine => theirs.some(change => touchSame(change.key, mine.key)))
    .map(mine => mine.key);
  return { record, theirs, contested };
}

function faultOf(during: AdminFault['during'], { code, message, wait }: ClientError): AdminFault {
  return { during, code, message, retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000) };
}
