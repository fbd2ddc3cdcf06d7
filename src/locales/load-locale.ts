import type { Strings } from './strings.ts';

/** One file a language, fetched when it is the one in use. A new language is one file and one line here. */
const LOCALES: Record<string, () => Promise<Strings>> = {
  en: async () => (await import('./en.ts')).en,
};

/** The first language of the list that this project speaks; English when it speaks none. */
export function matchLocale(wanted: readonly (string | null | undefined)[]): string {
  for (const tag of wanted) {
    const language = tag?.trim().toLowerCase().split(/[-_]/)[0];
    if (language && Object.hasOwn(LOCALES, language)) return language;
  }
  return 'en';
}

/** The texts of a language that `matchLocale` named. */
export function loadLocale(language: string): Promise<Strings> {
  return LOCALES[language]!();
}

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}
