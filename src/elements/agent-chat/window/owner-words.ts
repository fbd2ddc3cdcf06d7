import type { Strings } from '../../../locales/strings.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';

/** One object for the same words, as what is drawn is drawn again for another. */
const made = new WeakMap<Strings, { message: string; words: Strings }>();

/** The texts, with what the owner says to a visitor who sends too much before our own countdown. */
export function withOwnerWords(strings: Strings, { rateLimit }: PublicSettings): Strings {
  const message = rateLimit?.message;
  if (!message) return strings;
  const known = made.get(strings);
  if (known?.message === message) return known.words;
  const words = Object.assign(Object.create(strings) as Strings, {
    waitingForLimit: (seconds: number) => `${message} ${strings.waitingForLimit(seconds)}`,
  });
  made.set(strings, { message, words });
  return words;
}
