import { directionOf, loadStrings, matchLanguage } from '../../locales/languages.ts';
import type { Strings } from '../../locales/strings.ts';

/** The language in use and its texts. English comes with the code that says it; other languages are fetched. */
export class LanguageSource {
  language = 'en';
  /** What this language says; whatever it does not, is said in English. */
  words: Partial<Strings> | undefined;
  #followed = '';
  #fetched = '';

  get dir(): 'ltr' | 'rtl' {
    return directionOf(this.language);
  }

  /** Chooses by the element's own `lang`, the nearest `[lang]` around it, then the browser. True for another one. */
  follow(element: HTMLElement, own: string): boolean {
    const before = this.#followed;
    this.#followed = this.language = matchLanguage([own, nearestLang(element), ...navigator.languages]);
    return before !== this.language;
  }

  /** Resolves when the texts are there. Where they can't be had, English has to do until somebody asks again. */
  async fetch(): Promise<void> {
    const { language } = this;
    if (language === this.#fetched) return;
    try {
      const words = language === 'en' ? {} : await loadStrings(language);
      if (language !== this.language) return;
      this.#fetched = language;
      this.words = words;
    } catch (error) {
      this.words ??= {};
      throw error;
    }
  }
}

function nearestLang(element: Element): string | null {
  const around = element.parentElement?.closest('[lang]');
  if (around) return around.getAttribute('lang');
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : null;
}
