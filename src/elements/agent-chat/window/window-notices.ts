import { nothing, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { withEnglish } from '../../../locales/with-english.ts';
import { Lazy } from '../../conversation/lazy.ts';
import type { WidgetHost } from '../widget-host.ts';
import type { PageContext } from './page-context.ts';
import { hasConsent } from './stored-preferences.ts';

const consentView = new Lazy(() => withEnglish(import('./consent-view.ts')));
const pageContext = new Lazy(() => withEnglish(import('./page-context.ts')));

/** Loads the consent text if it is needed first: without it the window would be empty. */
export const prepare = (host: WidgetHost): unknown => hasConsent(host) || consentView.load();

/** The consent text and the page context, loaded only if the site asks for them. */
export class WindowNotices {
  readonly #host: WidgetHost;
  #page: PageContext | undefined;

  constructor(host: WidgetHost) {
    this.#host = host;
  }

  /** The text that the visitor has to agree to before anything is stored or sent. */
  renderConsent(strings: Strings): TemplateResult | typeof nothing {
    return consentView.loadFor(this.#host)?.renderConsent(this.#host, strings) ?? nothing;
  }

  /** Shows which parts of the page are sent with the next question. */
  renderPageContext(strings: Strings): TemplateResult | typeof nothing {
    if (!this.#host.pageContext) return nothing;
    const code = pageContext.loadFor(this.#host);
    if (code) this.#page ??= new code.PageContext(this.#host);
    return this.#page?.render(strings) ?? nothing;
  }

  /** Appends the page context to a question, if the visitor has seen that it would be sent. */
  addPageContext(text: string): string {
    return this.#page?.addTo(text) ?? text;
  }
}
