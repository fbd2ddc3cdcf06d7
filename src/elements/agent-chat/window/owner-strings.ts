import type { Strings } from '../../../locales/strings.ts';
import type { PublicSettings } from '../../../protocol/settings.ts';

/** The texts, with what the owner says to a visitor who sends too much before our own countdown. */
export function withOwnerStrings(strings: Strings, { rateLimit }: PublicSettings): Strings {
  const message = rateLimit?.message;
  if (!message) return strings;
  return Object.assign(Object.create(strings) as Strings, {
    waitingForLimit: (seconds: number) => `${message} ${strings.waitingForLimit(seconds)}`,
  });
}
