import type { PublicSettings, SettingsPatch } from '../../protocol/settings.ts';

/** What is known of the settings before anybody opens the chat; everything may still be missing. */
export type KnownSettings = SettingsPatch;

type Tree = Record<string, unknown>;

/** Later layers win: the server's settings, then the page's `settings`, then its attributes. Objects merge by key. */
export function resolveSettings(...layers: (PublicSettings | SettingsPatch | undefined)[]): KnownSettings {
  const result: Tree = {};
  for (const layer of layers) if (isTree(layer)) mergeInto(result, layer);
  return result as KnownSettings;
}

function mergeInto(target: Tree, layer: Tree): void {
  for (const [key, value] of Object.entries(layer)) {
    if (value === undefined || key === '__proto__') continue;
    if (isTree(value)) {
      const below: Tree = {};
      if (isTree(target[key])) mergeInto(below, target[key]);
      mergeInto(below, value);
      target[key] = below;
    } else {
      target[key] = value;
    }
  }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
