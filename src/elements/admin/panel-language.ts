import type { LitElement } from 'lit';
import { en } from '../../locales/admin/en.ts';
import { adminLanguage, loadAdminStrings } from '../../locales/admin/load.ts';
import type { AdminStrings } from '../../locales/admin/strings.ts';
import { directionOf } from '../../locales/load-locale.ts';

/** The language the panel speaks, and its words; English until another one is there. */
export class PanelLanguage {
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

  /** As the panel is told to by its `lang`, else by the page's, else by the browser's. */
  async speak(): Promise<void> {
    const { lang, parentElement } = this.#panel;
    const said = lang || parentElement?.closest<HTMLElement>('[lang]')?.lang || navigator.language;
    const language = adminLanguage(said);
    this.#wanted = language;
    const strings = await loadAdminStrings(language);
    // Another one may have been wanted while this one was on its way.
    if (this.#wanted !== language) return;
    this.tag = strings === en ? 'en' : language;
    this.strings = strings;
    this.#panel.requestUpdate();
  }
}
