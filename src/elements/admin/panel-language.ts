import type { LitElement } from 'lit';
import { en } from '../../locales/admin/en.ts';
import { PANEL_LANGUAGE_FILES } from '../../locales/admin/language-files.ts';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { directionOf, matchLanguage } from '../../locales/languages.ts';

/** The panel's language and strings. English until the strings of another language have loaded. */
export class PanelLanguage {
  /** Code in the list of languages, and a BCP 47 tag for `Intl`. */
  tag = 'en';
  strings: AdminStrings = en;
  readonly #panel: LitElement;
  #wanted = '';

  constructor(panel: LitElement) {
    this.#panel = panel;
  }

  get direction(): 'ltr' | 'rtl' {
    return directionOf(this.tag);
  }

  /** Follows the panel's own `lang`, the nearest `lang` around it or the browser, in this order. */
  async update(): Promise<void> {
    const { lang, parentElement } = this.#panel;
    const language = panelLanguage(
      lang || parentElement?.closest<HTMLElement>('[lang]')?.lang || navigator.language,
    );
    this.#wanted = language;
    const strings = await loadPanelStrings(language);
    // The language may have changed again while this one was loading.
    if (this.#wanted !== language) return;
    this.tag = strings === en ? 'en' : language;
    this.strings = strings;
    this.#panel.requestUpdate();
  }
}

/** The panel language that serves a BCP 47 tag; English if none does. */
export function panelLanguage(tag: string): string {
  const language = matchLanguage([tag]);
  return Object.hasOwn(PANEL_LANGUAGE_FILES, language) ? language : 'en';
}

/** English if the file cannot be loaded, so that the panel is never empty. */
export async function loadPanelStrings(language: string): Promise<AdminStrings> {
  try {
    return (await PANEL_LANGUAGE_FILES[language]?.()) ?? en;
  } catch {
    return en;
  }
}
