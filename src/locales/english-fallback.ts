import { fitting } from './merge-strings.ts';
import type { Strings } from './strings.ts';
import { windowEn } from './window-en.ts';

/** What the window says. English stands behind every language, as far as it is there. */
export function withEnglishFallback(said: Partial<Strings>): Strings {
  return new Proxy(said, {
    get: (own, name: keyof Strings) => fitting(own[name], windowEn[name as keyof typeof windowEn]),
  }) as Strings;
}

/**
 * Code that is fetched later says more than the English at hand: resolves with it when the rest is there too. Whatever
 * the language: on a page with several chats the next one may speak English.
 */
export async function withEnglish<M>(code: M | Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, import('./en.ts')]);
  return module;
}
