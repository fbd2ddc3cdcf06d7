import type { Strings } from './strings.ts';

/** One file a language, fetched when it is the one in use. A new language is a file, a line here and its code in `load-locale.ts`. */
export const LOCALE_FILES: Record<string, () => Promise<Strings>> = {
  en: async () => (await import('./en.ts')).en,
};
