import type { SettingsPatch } from '../../protocol/settings.ts';

/** One version of an agent's settings, as the owner left them. */
export interface SettingsRecord {
  settings: SettingsPatch;
  /** 1 for the first write, and one more at each. */
  version: number;
  /** Unix seconds. */
  updatedAt: number;
  /** Who wrote it, where that is known. */
  by?: string | undefined;
}

/** Where settings live: the interface can write them but not read them. */
export interface SettingsStore {
  /** Undefined for an agent whose settings nobody has written yet. */
  read(agentId: string): Promise<SettingsRecord | undefined>;
  /** False, and nothing is written, when there is a record of this version already. */
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

/** Versions of one agent that are kept. */
export const HISTORY_KEPT = 100;
