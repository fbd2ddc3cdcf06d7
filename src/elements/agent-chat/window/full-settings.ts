import {
  defaultSettings,
  mergeSettings,
  type PublicSettings,
  publicSettings,
} from '../../../protocol/settings.ts';
import type { KnownSettings } from '../resolve-settings.ts';

/** The known settings with the table's defaults for whatever nobody said. */
export function fullSettings(known: KnownSettings): PublicSettings {
  return publicSettings(mergeSettings(defaultSettings(), known));
}
