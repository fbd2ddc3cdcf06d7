import type { GivenStrings, LauncherStrings, Strings } from './strings.ts';

/** English for the closed launcher, so that it needs no further file. */
export const launcherEnglish: LauncherStrings = {
  openChat: 'Open chat',
  closeChat: 'Close chat',
  unread: count => (count === 1 ? '1 unread message' : `${count} unread messages`),
  loadFailed: 'The chat couldn’t be loaded. Try again.',
};

/** Later layers win. A text that a layer lacks comes from the layers before it. */
export function mergeStrings<S extends Partial<Strings>>(...layers: (S | GivenStrings | undefined)[]): S {
  const merged: Record<string, unknown> = {};
  for (const layer of layers as (Record<string, unknown> | undefined)[])
    for (const key in layer) merged[key] = withFallback(layer[key], merged[key]);
  return merged as S;
}

/** The page may replace a text that takes a number or a name with a plain string. */
export function withFallback(text: unknown, fallback: unknown): unknown {
  if (text == null) return fallback;
  return typeof fallback === 'function' && typeof text !== 'function' ? () => text : text;
}
