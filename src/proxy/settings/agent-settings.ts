import { withTimeout } from '../../databases/with-timeout.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import {
  defaultSettings,
  isTree,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../protocol/settings.ts';
import type { Tree } from '../../protocol/settings-tree.ts';
import { normalizeAgentId } from '../access/agent-id.ts';
import { readInitialSettings } from '../config.ts';
import type { InitialSettings } from '../options.ts';
import { storeUnavailable } from '../stores/stores.ts';
import { HISTORY_KEPT, type SettingsRecord, type SettingsStore } from './settings-store.ts';

export interface CurrentSettings {
  settings: Settings;
  /** 0 while nobody has written any. */
  version: number;
  /** Unix seconds; 0 while nobody has written any. */
  updatedAt: number;
  /** Who wrote them, if known. */
  by?: string | undefined;
}

const DEFAULTS = defaultSettings();
/** Agents whose settings are remembered; anybody can make up ids. */
const REMEMBERED_MAX = 1000;

/** The settings in force, agent by agent, over the defaults. */
export class AgentSettings {
  readonly #store: SettingsStore;
  readonly #defaults: (agentId: string) => Settings | Promise<Settings>;
  readonly #onFault: (error: unknown) => void;
  /** The last settings read from the store. */
  readonly #remembered = new Map<string, CurrentSettings>();

  constructor(store: SettingsStore, initial: InitialSettings | undefined, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#onFault = onFault;
    if (typeof initial === 'function') {
      this.#defaults = async agentId => overDefaults(agentId, (await initial(agentId)) ?? {});
      return;
    }
    const known = new Map(
      Object.entries(initial ?? {}).map(([agentId, patch]) => [
        normalizeAgentId(agentId),
        overDefaults(agentId, patch),
      ]),
    );
    this.#defaults = agentId => known.get(agentId) ?? DEFAULTS;
  }

  /**
   * The settings for visitors; while the store is away, those it returned last.
   * @throws ProtocolError 503 for an agent whose settings were never read
   */
  async effective(agentId: string): Promise<CurrentSettings> {
    const before = this.#remembered.get(agentId);
    const reading = this.current(agentId);
    try {
      const current = await (before ? withTimeout(reading) : reading);
      if (before || this.#remembered.size < REMEMBERED_MAX) this.#remembered.set(agentId, current);
      return current;
    } catch (error) {
      if (!before || (error instanceof ProtocolError && error.status !== 503)) throw error;
      this.#onFault(error);
      return before;
    }
  }

  /** As stored. @throws ProtocolError 503 while the store is away */
  async current(agentId: string): Promise<CurrentSettings> {
    const record = await this.#store.read(agentId).catch(storeUnavailable);
    return record ? complete(record) : { settings: await this.#defaults(agentId), version: 0, updatedAt: 0 };
  }

  /** All versions that are kept, newest first. @throws ProtocolError 503 while the store is away */
  async history(agentId: string): Promise<CurrentSettings[]> {
    return (await this.#store.history(agentId, HISTORY_KEPT).catch(storeUnavailable)).map(complete);
  }

  /**
   * Changes settings once `accept` has sent them to the service. Of simultaneous changes, the service may accept one that is
   * refused here, or accept them in another order: then the stored settings are sent again.
   * @param expected the version that the change was made on; undefined for any
   * @throws ProtocolError `conflict` if another change was faster, 503 while the store is away, and what `accept` throws
   */
  async change(
    agentId: string,
    patch: SettingsPatch,
    expected: number | undefined,
    by: string | undefined,
    accept: (patch: SettingsPatch) => Promise<void>,
  ): Promise<CurrentSettings> {
    const before = await this.current(agentId);
    if (expected !== undefined && expected !== before.version) throw changedMeanwhile(before.version);
    await accept(patch);
    if (Object.keys(patch).length === 0) return before;
    const updatedAt = Math.floor(Date.now() / 1000);
    for (let base = before; ; base = await this.current(agentId)) {
      if (expected !== undefined && expected !== base.version) {
        await this.#resendStored(agentId, base, patch, accept);
        throw changedMeanwhile(base.version);
      }
      const settings = mergeSettings(base.settings, patch);
      const version = base.version + 1;
      const record = { settings, version, updatedAt, by };
      if (!(await this.#store.write(agentId, record).catch(storeUnavailable))) continue;
      if (base !== before) await this.#resendStored(agentId, record, patch, accept);
      return record;
    }
  }

  /** Sends the stored values of a patch's fields, again as long as they have changed meanwhile. */
  async #resendStored(
    agentId: string,
    stored: CurrentSettings,
    patch: SettingsPatch,
    accept: (patch: SettingsPatch) => Promise<void>,
  ): Promise<void> {
    await accept(sameFields(stored.settings, patch));
    const now = await this.current(agentId);
    if (now.version !== stored.version) await this.#resendStored(agentId, now, patch, accept);
  }
}

function overDefaults(agentId: string, patch: object): Settings {
  return mergeSettings(DEFAULTS, readInitialSettings(agentId, patch));
}

/** A record may be older than a setting, which then has its default. */
function complete({ settings, ...record }: SettingsRecord): CurrentSettings {
  return { settings: mergeSettings(DEFAULTS, settings), ...record };
}

/** The current values of the fields in a patch. */
function sameFields(current: Tree, patch: Tree): SettingsPatch {
  return Object.fromEntries(
    Object.entries(patch).map(([key, value]) => {
      const kept = current[key];
      return [key, isTree(value) && isTree(kept) ? sameFields(kept, value) : kept];
    }),
  );
}

function changedMeanwhile(version: number): ProtocolError {
  return new ProtocolError(
    'conflict',
    `If-Match: the settings were changed meanwhile; they are at version ${version} now`,
  );
}
