import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters, isBlank } from '../../../protocol/text.ts';
import { adoptStyles } from '../../conversation/shadow-root.ts';
import { css } from '../../css.ts';
import type { WidgetHost } from '../widget-host.ts';
import { PageSelection } from './page-selection.ts';
import { closeIcon } from './window-frame.ts';

const navigationApi = window.navigation as Navigation | undefined;
/** Characters of a selected passage that are shown: enough to recognise it. */
const EXCERPT_MAX = 80;

/**
 * The page the visitor is on, sent with the first question asked there if the site sets `page-context`; with
 * `selection` also the text that they have selected in it. The visitor sees both, can leave either out, and finds them
 * in the sent message.
 */
export class PageContext implements ReactiveController {
  readonly #host: WidgetHost;
  /** The URL that was last sent or left out. */
  #doneUrl = '';
  /** The URL that was last shown to the visitor. */
  #shownUrl = '';
  #selection: PageSelection | undefined;
  /** The passage that was last shown to the visitor. */
  #shownPassage = '';

  constructor(host: WidgetHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    navigationApi?.addEventListener('currententrychange', this.#onNavigation);
  }

  hostDisconnected(): void {
    navigationApi?.removeEventListener('currententrychange', this.#onNavigation);
  }

  get #isPending(): boolean {
    return !!this.#host.pageContext && this.#doneUrl !== pageUrl();
  }

  /** Appends what the visitor was shown to a question, as far as it fits into a message. */
  addTo(text: string): string {
    // A page without a question is not a question.
    if (isBlank(text)) return text;
    const passage = this.#passage;
    const withPassage = passage && passage === this.#shownPassage ? this.#selection!.addTo(text) : text;
    if (!this.#isPending || this.#shownUrl !== pageUrl()) return withPassage;
    const withPage = `${withPassage}\n\n${document.title}\n${pageUrl()}`;
    if (countCharacters(withPage) > MESSAGE_MAX) return withPassage;
    this.#doneUrl = pageUrl();
    return withPage;
  }

  render(strings: Strings): TemplateResult {
    adoptStyles(this.#host.renderRoot, pageContextStyles);
    const isPending = this.#isPending;
    const passage = this.#passage;
    this.#shownPassage = passage;
    if (isPending) this.#shownUrl = pageUrl();
    const page = document.title || pageUrl();
    return html`${
      isPending
        ? this.#renderNotice(strings.pageShared, page, strings.pageLeaveOut, this.#leaveOutPage)
        : nothing
    }${
      passage
        ? this.#renderNotice(
            strings.passageShared,
            excerpt(passage),
            strings.passageLeaveOut,
            this.#selection!.clear,
          )
        : nothing
    }`;
  }

  /**
   * The name is an element of its own: it is truncated at its own end, which in another script is on the other side.
   * A text of the page's own `strings` may not contain it.
   */
  #renderNotice(
    sentence: (name: string) => string,
    name: string,
    label: string,
    leaveOut: () => void,
  ): TemplateResult {
    const text = sentence(name);
    const at = text.lastIndexOf(name);
    const onClick = ({ detail }: MouseEvent): void => {
      leaveOut();
      // The pressed button disappears and the focus moves on, but a touch must not open the on-screen keyboard.
      if (detail === 0 || !matchMedia('(pointer: coarse)').matches)
        this.#host.renderRoot.querySelector('agent-chat-conversation')?.focusComposer();
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

  /** The selected text, if the site asks for it. */
  get #passage(): string {
    const { pageContext } = this.#host;
    // The property of a boolean attribute does not have its value.
    const value = pageContext === true ? this.#host.getAttribute('page-context') : pageContext;
    if (value !== 'selection') return '';
    this.#selection ??= new PageSelection(this.#host);
    return this.#selection.text;
  }

  // A router changes the page without an update of the widget.
  readonly #onNavigation = (): void => this.#host.requestUpdate();

  readonly #leaveOutPage = (): void => {
    this.#doneUrl = pageUrl();
    this.#host.requestUpdate();
  };
}

function excerpt(passage: string): string {
  const text = passage.replace(/\s+/g, ' ');
  return text.length > EXCERPT_MAX
    ? `${[...text.slice(0, 2 * EXCERPT_MAX)].slice(0, EXCERPT_MAX).join('')}…`
    : text;
}

/** Without query and fragment, which may contain personal data. */
function pageUrl(): string {
  return location.origin + location.pathname;
}

const pageContextStyles = css`
  .page-context {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 0;
    padding: 4px var(--_space);
    background: var(--_surface-2);
    color: var(--_muted);
    font-size: 0.867em;
  }

  .page-context-text {
    flex: 1;
    display: flex;
    min-inline-size: 0;
    white-space: pre;
  }

  .page-context-text bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
