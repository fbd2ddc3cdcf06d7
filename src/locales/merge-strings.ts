import type { Strings } from './strings.ts';

/** What later layers say wins. What one has no words for, as where a translation is missing, those before it say. */
export function mergeStrings<S extends Partial<Strings>>(...layers: (S | Partial<Strings> | undefined)[]): S {
  const all: Record<string, unknown> = {};
  for (const layer of layers as (Record<string, unknown> | undefined)[])
    for (const key in layer) if (layer[key] != null) all[key] = layer[key];
  return all as S;
}
