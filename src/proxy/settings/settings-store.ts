import type { SettingsPatch } from '../../protocol/settings.ts';

/** One version of an agent's settings. */
export interface SettingsRecord {
  settings: SettingsPatch;
  /** 1 for the first write, and one more at each. */
  version: number;
  /** Unix seconds. */
  updatedAt: number;
  /** Who wrote it, if known. */
  by?: string | undefined;
}

/** Stores settings, because the interface can write but not read them. */
export interface SettingsStore {
  /** Undefined for an agent without stored settings. */
  read(agentId: string): Promise<SettingsRecord | undefined>;
  /** False, without writing, if there is a record of this version. */
  write(agentId: string, record: SettingsRecord): Promise<boolean>;
  /** Newest first, at most `limit`. */
  history(agentId: string, limit: number): Promise<SettingsRecord[]>;
}

/** Forgets when the process ends. */
export class MemorySettings implements SettingsStore {
  readonly #records = new Map<string, SettingsRecord[]>();

  async read(agentId: string): Promise<SettingsRecord | undefined> {
    return this.#records.get(agentId)?.at(-1);
  }

  async write(agentId: string, record: SettingsRecord): Promise<boolean> {
    const records = this.#records.get(agentId) ?? [];
    if (record.version !== (records.at(-1)?.version ?? 0) + 1) return false;
    this.#records.set(agentId, [...records, record].slice(-HISTORY_KEPT));
    return true;
  }

  async history(agentId: string, limit: number): Promise<SettingsRecord[]> {
    return [...(this.#records.get(agentId) ?? [])].reverse().slice(0, limit);
  }
}

/** Versions kept for each agent. */
export const HISTORY_KEPT = 100;
