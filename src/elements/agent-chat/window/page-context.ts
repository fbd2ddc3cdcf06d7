import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters } from '../../../protocol/text.ts';
import type { WindowOwner } from '../window-contract.ts';
import { closeIcon } from './window-icons.ts';

const pages = window.navigation as Navigation | undefined;

/**
 * The page the visitor is on, sent along with the first question asked there, if the site's `page-context`
 * attribute asks for it. The visitor sees it, can leave it out, and finds it in the sent message.
 */
export class PageContext implements ReactiveController {
  readonly #owner: WindowOwner;
  /** The address that was sent last or left out. */
  #done = '';
  /** The address the visitor was last shown. */
  #shown = '';

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    owner.addController(this);
  }

  hostConnected(): void {
    pages?.addEventListener('currententrychange', this.#onPage);
  }

  hostDisconnected(): void {
    pages?.removeEventListener('currententrychange', this.#onPage);
  }

  get pending(): boolean {
    return this.#owner.pageContext && this.#done !== address();
  }

  /** The text with the page behind it, if that is wanted, the visitor was shown this page, and there is room. */
  addTo(text: string): string {
    if (!this.pending || this.#shown !== address()) return text;
    const withPage = `${text}\n\n${document.title}\n${address()}`;
    if (countCharacters(withPage) > MESSAGE_MAX) return text;
    this.#done = address();
    return withPage;
  }

  render(strings: Strings): TemplateResult | typeof nothing {
    if (!this.pending) return nothing;
    this.#shown = address();
    return html`<p part="page-context" class="page-context"
      ><span class="page-context-text">${strings.pageShared(document.title || address())}</span
      ><button class="header-button" type="button" aria-label=${strings.pageLeaveOut} title=${strings.pageLeaveOut} @click=${this.#onLeaveOut}
        >${closeIcon}</button
      ></p
    >`;
  }

  // A router changes the page without drawing anything here.
  readonly #onPage = (): void => this.#owner.requestUpdate();

  readonly #onLeaveOut = (): void => {
    this.#done = address();
    this.#owner.requestUpdate();
  };
}

/** Without query and fragment: those may hold what is nobody's business. */
function address(): string {
  return location.origin + location.pathname;
}
