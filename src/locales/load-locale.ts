import type { Strings } from './strings.ts';

/** The languages this project speaks; each is a file of its own, named in `locale-files.ts`. */
const LANGUAGES = /^(en|de|fr|es|pt|it|nl|pl|tr|ar|he|iw|zh|ja|ko|hi)(?![a-z])/i;

/** The first language of the list that this project speaks; English when it speaks none. */
export function matchLocale(wanted: readonly (string | null | undefined)[]): string {
  for (const tag of wanted) {
    const match = LANGUAGES.exec(tag ?? '');
    // Java's servlets still name Hebrew by its old code.
    if (match) return match[0].toLowerCase().replace('iw', 'he');
  }
  return 'en';
}

/** The texts of a language that `matchLocale` named. */
export async function loadLocale(language: string): Promise<Strings> {
  const { LOCALE_FILES } = await import('./locale-files.ts');
  return LOCALE_FILES[language]!();
}

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /ar|he/.test(language) ? 'rtl' : 'ltr';
}
