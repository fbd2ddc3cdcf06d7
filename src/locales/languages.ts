import type { Strings } from './strings.ts';

interface Language {
  /** Pattern of the BCP 47 tags it serves. Default: its own code, in any region. */
  tags?: string;
  direction?: 'rtl';
  /** The admin panel has no words in `admin/` yet, and is English. */
  panel?: false;
  /** No second reader has gone through the words yet. */
  unread?: true;
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
  // Every country but Brazil.
  'pt-PT': { tags: 'pt-(?!br|latn)[a-z]{2}' },
  pt: { unread: true },
  it: {},
  nl: {},
  pl: {},
  tr: {},
  ar: { direction: 'rtl' },
  // Java still writes the code that Hebrew had before 1989.
  he: { direction: 'rtl', tags: 'he|iw' },
  'zh-Hant': { unread: true, tags: 'zh-(hant|tw|hk|mo)' },
  zh: {},
  ja: {},
  ko: {},
  hi: {},
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
