import {
  defaultSettings,
  mergeSettings,
  type PublicSettings,
  publicSettings,
  type SettingsPatch,
} from '../../../protocol/settings.ts';

/** The layers merged, later ones winning, with the table's defaults for whatever nobody said. */
export function fullSettings(layers: readonly SettingsPatch[]): PublicSettings {
  return publicSettings(layers.reduce(mergeSettings, defaultSettings()));
}
