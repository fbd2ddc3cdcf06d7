import { en } from './en.ts';
import type { AdminStrings } from './strings.ts';

/** One loader a language, so a bundler makes a chunk of each. */
const LANGUAGES: Record<string, () => Promise<AdminStrings>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  tr: async () => (await import('./tr.ts')).tr,
  ar: async () => (await import('./ar.ts')).ar,
  he: async () => (await import('./he.ts')).he,
  zh: async () => (await import('./zh.ts')).zh,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  hi: async () => (await import('./hi.ts')).hi,
};

/** Their codes, in the order in which a person chooses among them. */
export const LANGUAGE_CODES: readonly string[] = Object.keys(LANGUAGES);

/** The best language there is for a BCP 47 tag, English for want of any. */
export function adminLanguage(tag: string): string {
  const [language = 'en'] = tag
    .toLowerCase()
    .replace(/^iw(?![a-z])/, 'he')
    .split(/[-_]/);
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

/** The panel's words. A chunk that can't be loaded leaves the panel in English rather than empty. */
export async function loadAdminStrings(language: string): Promise<AdminStrings> {
  try {
    return await (LANGUAGES[language]?.() ?? en);
  } catch {
    return en;
  }
}
