import type { GivenStrings, Strings } from './strings.ts';

/** What later layers say wins. What one has no words for, as where a translation is missing, those before it say. */
export function mergeStrings<S extends Partial<Strings>>(...layers: (S | GivenStrings | undefined)[]): S {
  const all: Record<string, unknown> = {};
  for (const layer of layers as (Record<string, unknown> | undefined)[])
    for (const key in layer) all[key] = fitting(layer[key], all[key]);
  return all as S;
}

/** What a page says in the place of our words. Where ours have a number or a name in them, it may do without. */
export function fitting(said: unknown, ours: unknown): unknown {
  if (said == null) return ours;
  return typeof ours === 'function' && typeof said !== 'function' ? () => said : said;
}
