import type { Strings } from './strings.ts';

/** What later layers say wins. What one has no words for, as where a translation is missing, those before it say. */
export function said<S extends Partial<Strings>>(...layers: (S | Partial<Strings> | undefined)[]): S {
  const all: Record<string, unknown> = {};
  for (const layer of layers)
    for (const [key, words] of Object.entries(layer ?? {})) if (words != null) all[key] = words;
  return all as S;
}
