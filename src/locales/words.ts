import type { Strings } from './strings.ts';
import { windowEn } from './window-en.ts';

let spoken = false;

/** What the window says. English stands behind every language, as far as it is there. */
export function wordsIn(language: string, said: Partial<Strings>): Strings {
  spoken ||= language === 'en';
  return Object.assign(Object.create(windowEn), said);
}

/** Code that is fetched later may say more than the English at hand: resolves with it when the rest is there too. */
export async function withWords<M>(code: M | Promise<M>): Promise<M> {
  const [module] = await Promise.all([code, spoken && import('./en.ts')]);
  return module;
}
