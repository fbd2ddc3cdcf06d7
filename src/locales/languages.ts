import type { AdminStrings } from './admin/strings.ts';
import type { Strings } from './strings.ts';

interface Language {
  /** Pattern of the BCP 47 tags it serves. Default: its own code, in any region. */
  tags?: string;
  direction?: 'rtl';
}

/**
 * Every language of the widget. A new one is a row here and a file of words beside this one, then `npm run generate`; the
 * type check names each text that is missing. The first row that matches a tag serves it.
 */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {},
  de: {},
  fr: {},
  es: {},
  pt: {},
  it: {},
  nl: {},
  pl: {},
  tr: {},
  ar: { direction: 'rtl' },
  // Java still writes the code that Hebrew had before 1989.
  he: { direction: 'rtl', tags: 'he|iw' },
  zh: {},
  ja: {},
  ko: {},
  hi: {},
};

/** The languages of the admin panel besides English. In any other it is English. */
export const PANEL_LANGUAGES: Readonly<Record<string, () => Promise<AdminStrings>>> = {
  de: async () => (await import('./admin/de.ts')).de,
  fr: async () => (await import('./admin/fr.ts')).fr,
  es: async () => (await import('./admin/es.ts')).es,
  pt: async () => (await import('./admin/pt.ts')).pt,
  it: async () => (await import('./admin/it.ts')).it,
  nl: async () => (await import('./admin/nl.ts')).nl,
  pl: async () => (await import('./admin/pl.ts')).pl,
  tr: async () => (await import('./admin/tr.ts')).tr,
  ar: async () => (await import('./admin/ar.ts')).ar,
  he: async () => (await import('./admin/he.ts')).he,
  zh: async () => (await import('./admin/zh.ts')).zh,
  ja: async () => (await import('./admin/ja.ts')).ja,
  ko: async () => (await import('./admin/ko.ts')).ko,
  hi: async () => (await import('./admin/hi.ts')).hi,
};

/** @returns the code of the language that serves the first tag any language serves; otherwise `en` */
export function matchLanguage(tags: readonly (string | null | undefined)[]): string {
  for (const tag of tags) {
    for (const [code, { tags: pattern = code }] of Object.entries(LANGUAGES)) {
      if (new RegExp(`^(${pattern})(?![a-z])`, 'i').test(tag?.replaceAll('_', '-') ?? '')) return code;
    }
  }
  return 'en';
}

/** @param code as `matchLanguage` returns it */
export async function loadStrings(code: string): Promise<Strings> {
  const { LANGUAGE_FILES } = await import('./language-files.ts');
  return LANGUAGE_FILES[code]!();
}

/** @returns `ltr` for a code that is not in the list */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return LANGUAGES[code]?.direction ?? 'ltr';
}
