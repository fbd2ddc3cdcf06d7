import type { Strings } from './strings.ts';

/**
 * The languages of the widget; the first one that matches a tag serves it. To add one, add its code here and a file of
 * texts beside this one, then run `npm run generate`. A string because every page downloads the list with the launcher.
 */
export const LANGUAGES: readonly string[] =
  'en de fr es pt-PT pt it nl pl tr ar he zh-Hant zh ja ko hi sv da nb fi cs sk hu ro el uk ru ca id vi th'.split(
    ' ',
  );

/** Patterns of the BCP 47 tags that a language serves, where these are not its own code in any region. */
const TAGS: Readonly<Record<string, string>> = {
  // Every country but Brazil.
  'pt-PT': 'pt-(?!br|latn)[a-z]{2}',
  // Java still writes the codes that Hebrew and Indonesian had before 1989.
  he: 'he|iw',
  id: 'id|in',
  // Readers of Nynorsk read Bokmål. `no` is either.
  nb: 'n[bno]',
  'zh-Hant': 'zh-(hant|tw|hk|mo)',
};

/** Languages whose words no second reader has gone through yet. */
export const UNREVIEWED: readonly string[] = [
  'pt',
  'zh-Hant',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'sk',
  'hu',
  'ro',
  'el',
  'uk',
  'ru',
  'ca',
  'id',
  'vi',
  'th',
];

/** @returns the code of the language that serves the first tag any language serves; otherwise `en` */
export function matchLanguage(tags: readonly (string | null | undefined)[]): string {
  for (const tag of tags) {
    for (const code of LANGUAGES) {
      const pattern = new RegExp(`^(${TAGS[code] ?? code})(?![a-z])`, 'i');
      if (pattern.test(tag?.replaceAll('_', '-') ?? '')) return code;
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
  return code === 'ar' || code === 'he' ? 'rtl' : 'ltr';
}
