import { directionOf, loadStrings, matchLanguage } from '../../../locales/languages.ts';
import type { Strings } from '../../../locales/strings.ts';

/** The language in use and its strings. English is part of the code that uses it; other languages are loaded. */
export class LanguageController {
  /** Empty until the first match. */
  language = '';
  /** The strings of this language; missing ones are in English. Undefined until they are loaded. */
  strings: Partial<Strings> | undefined;
  #loaded = '';

  get dir(): 'ltr' | 'rtl' {
    return directionOf(this.language);
  }

  /**
   * Chooses the language: the element's `lang`, the nearest `[lang]` around it, then the browser's languages.
   * @returns whether it has changed
   */
  match(element: HTMLElement, lang: string): boolean {
    const before = this.language;
    this.language = matchLanguage([lang, nearestLang(element), ...navigator.languages]);
    return before !== this.language;
  }

  /** Resolves when the strings are loaded. After a failure English is used until somebody calls it again. */
  async fetch(): Promise<void> {
    const { language } = this;
    if (language === this.#loaded) return;
    try {
      const strings = language === 'en' ? {} : await loadStrings(language);
      if (language !== this.language) return;
      this.#loaded = language;
      this.strings = strings;
    } catch (error) {
      this.strings ??= {};
      throw error;
    }
  }
}

function nearestLang(element: Element): string | null {
  const ancestor = element.parentElement?.closest('[lang]');
  if (ancestor) return ancestor.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : null;
}
