import {
  defaultSettings,
  mergeSettings,
  type PublicSettings,
  publicSettings,
  type SettingsPatch,
} from '../../../protocol/settings.ts';
import type { WindowOwner } from '../window-contract.ts';

/**
 * The layers merged, later ones winning, with the table's defaults for whatever nobody said.
 * @param odd is told the keys of what can't be used.
 */
export function fullSettings(layers: readonly SettingsPatch[], odd?: (key: string) => void): PublicSettings {
  return publicSettings(layers.reduce(mergeSettings, defaultSettings()), odd);
}

/** Resolves when the server has said what its settings are, or could not, and the window is drawn by them. */
export async function settingsAreIn(owner: WindowOwner): Promise<void> {
  if (!owner.ready)
    await new Promise(heard => owner.addEventListener('agent-chat-ready', heard, { once: true }));
  await owner.updateComplete;
}
