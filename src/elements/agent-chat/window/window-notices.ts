import { nothing, type TemplateResult } from 'lit';
import { withEnglish } from '../../../locales/languages.ts';
import type { Strings } from '../../../locales/strings.ts';
import { Lazy } from '../../conversation/lazy.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import type { WindowOwner } from '../window-contract.ts';
import type { PageContext } from './page-context.ts';
import { hasAgreed } from './stored-consent.ts';

type Parts = typeof import('./window-notices-chunk.ts');

const notices: Lazy<Parts> = new Lazy(() => withEnglish(import('./window-notices-chunk.ts')));

/** Fails where the owner's text has to come first and can't be had: the window would be empty. */
export const prepare = (owner: WindowOwner): unknown => hasAgreed(owner) || notices.fetch();

/** What is around the conversation where the site asks for it. Fetched only there. */
export class WindowNotices {
  readonly #owner: WindowOwner;
  #page: PageContext | undefined;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  /** The owner's text, which the visitor agrees to before anything is stored or sent. */
  renderConsent(strings: Strings): TemplateResult | typeof nothing {
    return this.#fetched?.renderConsent(this.#owner, strings) ?? nothing;
  }

  /** The line that says the page is sent along. */
  renderPage(strings: Strings): TemplateResult | typeof nothing {
    if (!this.#owner.pageContext) return nothing;
    const parts = this.#fetched;
    if (parts) this.#page ??= new parts.PageContext(this.#owner);
    return this.#page?.render(strings) ?? nothing;
  }

  /** The text with the page behind it, if the visitor was shown that it would be. */
  addTo(text: string): string {
    return this.#page?.addTo(text) ?? text;
  }

  get #fetched(): Parts | undefined {
    const now = notices.for(this.#owner);
    if (now) adoptStyles(this.#owner.renderRoot, now.noticeStyles);
    return now;
  }
}
