import type { SettingsStore } from '../settings/settings-store.ts';
import type { UsageStore } from '../usage/usage-store.ts';

/** What a proxy remembers of its own. */
export interface Stores {
  settings: SettingsStore;
  usage: UsageStore;
  close(): Promise<void>;
}
