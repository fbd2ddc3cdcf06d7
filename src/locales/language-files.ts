// Generated from the list in languages.ts by `npm run generate`.
import type { Strings } from './strings.ts';

/** Loads the words of a language, by its code. */
export const LANGUAGE_FILES: Readonly<Record<string, () => Promise<Strings>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  'pt-PT': async () => (await import('./pt-PT.ts')).ptPT,
  pt: async () => (await import('./pt.ts')).pt,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  tr: async () => (await import('./tr.ts')).tr,
  ar: async () => (await import('./ar.ts')).ar,
  he: async () => (await import('./he.ts')).he,
  'zh-Hant': async () => (await import('./zh-Hant.ts')).zhHant,
  zh: async () => (await import('./zh.ts')).zh,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  hi: async () => (await import('./hi.ts')).hi,
  sv: async () => (await import('./sv.ts')).sv,
  da: async () => (await import('./da.ts')).da,
  nb: async () => (await import('./nb.ts')).nb,
  fi: async () => (await import('./fi.ts')).fi,
  cs: async () => (await import('./cs.ts')).cs,
  sk: async () => (await import('./sk.ts')).sk,
  hu: async () => (await import('./hu.ts')).hu,
  ro: async () => (await import('./ro.ts')).ro,
};
