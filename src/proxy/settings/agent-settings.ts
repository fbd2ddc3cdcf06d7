import { withTimeout } from '../../databases/with-timeout.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import {
  defaultSettings,
  isTree,
  mergeSettings,
  type Settings,
  type SettingsPatch,
} from '../../protocol/settings.ts';
import type { Tree } from '../../protocol/settings-defaults.ts';
import { readInitialSettings } from '../config.ts';
import { plainAgentId } from '../http/agent-id.ts';
import type { InitialSettings } from '../options.ts';
import { storeUnavailable } from '../stores/store-unavailable.ts';
import { HISTORY_KEPT, type SettingsRecord, type SettingsStore } from './settings-store.ts';

export interface CurrentSettings {
  settings: Settings;
  /** 0 while nobody has written any. */
  version: number;
  /** Unix seconds; 0 while nobody has written any. */
  updatedAt: number;
  /** Who wrote them, where that is known. */
  by?: string | undefined;
}

const DEFAULTS = defaultSettings();
/** Agents whose settings are remembered: who writes an address can make up any number of ids. */
const REMEMBERED_MAX = 1000;

/** The settings in force, agent by agent, over the defaults. */
export class AgentSettings {
  readonly #store: SettingsStore;
  readonly #unwritten: (agentId: string) => Settings | Promise<Settings>;
  readonly #onFault: (error: unknown) => void;
  /** What the store gave last. */
  readonly #remembered = new Map<string, CurrentSettings>();

  constructor(store: SettingsStore, initial: InitialSettings | undefined, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#onFault = onFault;
    if (typeof initial === 'function') {
      this.#unwritten = async agentId => overDefaults(agentId, (await initial(agentId)) ?? {});
      return;
    }
    const known = new Map(
      Object.entries(initial ?? {}).map(([agentId, patch]) => [
        plainAgentId(agentId),
        overDefaults(agentId, patch),
      ]),
    );
    this.#unwritten = agentId => known.get(agentId) ?? DEFAULTS;
  }

  /**
   * What visitors are answered by: while the store is away, the settings it gave last.
   * @throws ProtocolError 503 for an agent whose settings nobody has asked for yet
   */
  async inForce(agentId: string): Promise<CurrentSettings> {
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

  /** As they are kept. @throws ProtocolError 503 while the store is away */
  async current(agentId: string): Promise<CurrentSettings> {
    const record = await this.#store.read(agentId).catch(storeUnavailable);
    return record ? complete(record) : { settings: await this.#unwritten(agentId), version: 0, updatedAt: 0 };
  }

  /** Earlier ones, the newest first. @throws ProtocolError 503 while the store is away */
  async history(agentId: string): Promise<CurrentSettings[]> {
    return (await this.#store.history(agentId, HISTORY_KEPT).catch(storeUnavailable)).map(complete);
  }

  /**
   * Changes settings after `accept` has agreed, which is where the service is told. Of changes at once the service may
   * take one that is refused here, or take them in another order: then it is told once more what is kept.
   * @param expected the version the change was made on; undefined for whichever is there
   * @throws ProtocolError `conflict` when somebody else was faster, 503 while the store is away, and whatever `accept`
   *   throws
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
        await this.#tellKept(agentId, base, patch, accept);
        throw changedMeanwhile(base.version);
      }
      const settings = mergeSettings(base.settings, patch);
      const version = base.version + 1;
      const record = { settings, version, updatedAt, by };
      if (!(await this.#store.write(agentId, record).catch(storeUnavailable))) continue;
      if (base !== before) await this.#tellKept(agentId, record, patch, accept);
      return record;
    }
  }

  /** Tells what is kept of the fields of a patch, anew as long as somebody has changed it meanwhile. */
  async #tellKept(
    agentId: string,
    kept: CurrentSettings,
    patch: SettingsPatch,
    accept: (patch: SettingsPatch) => Promise<void>,
  ): Promise<void> {
    await accept(sameFields(kept.settings, patch));
    const now = await this.current(agentId);
    if (now.version !== kept.version) await this.#tellKept(agentId, now, patch, accept);
  }
}

function overDefaults(agentId: string, patch: object): Settings {
  return mergeSettings(DEFAULTS, readInitialSettings(agentId, patch));
}

/** A record may be older than a setting: what it does not know has its default. */
function complete({ settings, ...record }: SettingsRecord): CurrentSettings {
  return { settings: mergeSettings(DEFAULTS, settings), ...record };
}

/** As they stand, the settings that a patch would change. */
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
