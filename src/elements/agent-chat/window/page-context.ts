import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';
import type { WindowOwner } from '../window-contract.ts';
import { PageSelection } from './page-selection.ts';
import { closeIcon } from './window-icons.ts';

const pages = window.navigation as Navigation | undefined;
/** As much of a passage as tells the visitor which one it is. */
const GLIMPSE = 80;

/**
 * The page the visitor is on, sent along with the first question asked there, if the site's `page-context`
 * attribute asks for it; and with `selection` what they have selected in it. The visitor sees it, can leave it out, and
 * finds it in the sent message.
 */
export class PageContext implements ReactiveController {
  readonly #owner: WindowOwner;
  /** The address that was sent last or left out. */
  #done = '';
  /** The address the visitor was last shown. */
  #shown = '';
  #selection: PageSelection | undefined;
  /** The passage the visitor was last shown. */
  #shownPassage = '';

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
    return !!this.#owner.pageContext && this.#done !== address();
  }

  /** The text with what of the page is behind it that is wanted, that the visitor was shown, and that there is room for. */
  addTo(text: string): string {
    // The page alone is no question.
    if (isBlank(text)) return text;
    const passage = this.#passage;
    const about = passage && passage === this.#shownPassage ? this.#selection!.addTo(text) : text;
    if (!this.pending || this.#shown !== address()) return about;
    const withPage = `${about}\n\n${document.title}\n${address()}`;
    if (countCharacters(withPage) > MESSAGE_MAX) return about;
    this.#done = address();
    return withPage;
  }

  render(strings: Strings): TemplateResult | typeof nothing {
    const { pending } = this;
    const passage = this.#passage;
    this.#shownPassage = passage;
    if (pending) this.#shown = address();
    const page = document.title || address();
    return html`${pending ? this.#line(strings.pageShared, page, strings.pageLeaveOut, this.#onLeaveOut) : nothing}${
      passage
        ? this.#line(
            strings.passageShared,
            glimpse(passage),
            strings.passageLeaveOut,
            this.#selection!.forget,
          )
        : nothing
    }`;
  }

  /**
   * What is named stands apart: it is cut at its own end, which in another script is on the other side. An owner's own
   * words need not name it.
   */
  #line(say: (name: string) => string, name: string, label: string, leaveOut: () => void): TemplateResult {
    const text = say(name);
    const at = text.lastIndexOf(name);
    const onClick = ({ detail }: MouseEvent): void => {
      leaveOut();
      // The pressed button goes away: focus moves on, but never opens a phone's keyboard by itself.
      if (detail === 0 || !matchMedia('(pointer: coarse)').matches)
        this.#owner.renderRoot.querySelector('agent-chat-conversation')?.focusComposer();
    };
    return html`<p part="page-context" class="page-context"
    ><span class="page-context-text"
      >${
        at < 0
          ? html`<bdi>${text}</bdi>`
          : html`<span>${text.slice(0, at)}</span><bdi>${name}</bdi><span>${text.slice(at + name.length)}</span>`
      }</span
    ><button class="header-button" type="button" aria-label=${label} title=${label} @click=${onClick}
      >${closeIcon}</button
    ></p
  >`;
  }

  /** What is selected, where the site asks for that. */
  get #passage(): string {
    const { pageContext } = this.#owner;
    // Of the attribute, the property only knows that it is there.
    const wanted = pageContext === true ? this.#owner.getAttribute('page-context') : pageContext;
    if (wanted !== 'selection') return '';
    this.#selection ??= new PageSelection(this.#owner);
    return this.#selection.text;
  }

  // A router changes the page without drawing anything here.
  readonly #onPage = (): void => this.#owner.requestUpdate();

  readonly #onLeaveOut = (): void => {
    this.#done = address();
    this.#owner.requestUpdate();
  };
}

function glimpse(passage: string): string {
  const text = passage.replace(/\s+/g, ' ');
  return text.length > GLIMPSE ? `${[...text.slice(0, 2 * GLIMPSE)].slice(0, GLIMPSE).join('')}…` : text;
}

/** Without query and fragment: those may hold what is nobody's business. */
function address(): string {
  return location.origin + location.pathname;
}
