import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { Strings } from '../../../locales/strings.ts';
import { withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';
import { fields, LightElement } from '../light-element.ts';
import { linkOf, quoteOf, renderSource } from './source-view.ts';

/** Chips that are shown at first. A single further one is shown, too: its button would be as large. */
const SHOWN = 3;

/** Makes the ids of the quotes unique, to which `aria-controls` refers. */
let quotes = 0;

/**
 * The sources of an answer, as a row of numbered chips. A chip with a quote shows and hides it; one without is the link.
 *
 * @tag agent-chat-sources
 */
export class AgentChatSources extends LightElement {
  static override properties: PropertyDeclarations = fields('sources first strings open all');

  declare sources: readonly CitationPart[];
  /** Number of the first source, by which the text refers to it. */
  declare first: number;
  declare strings: Strings;
  /** The source whose quote is shown. */
  declare protected open: CitationPart | undefined;
  /** Whether all chips are shown. */
  declare protected all: boolean;

  readonly #id = `agent-chat-quote-${++quotes}-`;

  constructor() {
    super();
    this.all = false;
  }

  protected override updated(changed: PropertyValues): void {
    // The button that had the focus is gone, so the first new chip gets it.
    if (changed.get('all') !== false) return;
    const added = Array.from(this.querySelectorAll<HTMLElement>('.chip')).slice(SHOWN);
    // A source without quote and link cannot get it.
    added.find(chip => chip.matches('button, a'))?.focus();
  }

  protected override render(): TemplateResult {
    const { sources, strings } = this;
    const isCut = !this.all && sources.length > SHOWN + 1;
    const more = sources.length - SHOWN;
    return html`<ol role="list" aria-label=${strings.sources(sources.length)}>
      ${sources.map((source, index) => (isCut && index >= SHOWN ? nothing : this.#renderItem(source, index)))}
      ${
        isCut
          ? html`<li role="listitem"><button type="button" class="chip" aria-label="+${more}, ${strings.sources(sources.length)}" @click=${this.#showAll}>+${more}</button></li>`
          : nothing
      }
    </ol>`;
  }

  readonly #showAll = (): void => {
    this.all = true;
  };

  #renderItem(source: CitationPart, index: number): TemplateResult {
    const title = withoutBidiMarks(source.title);
    const label = html`<span class="number">${this.first + index}</span> <span class="title">${title}</span>`;
    const link = linkOf(source);
    if (!quoteOf(source)) {
      const chip = link
        ? html`<a class="chip" dir="auto" title=${[title, link.host].filter(Boolean).join(' · ')} href=${link.href} target=${link.host ? '_blank' : nothing} rel=${link.host ? 'noopener noreferrer nofollow ugc' : nothing}>${label}</a>`
        : html`<span class="chip" dir="auto" title=${title}>${label}</span>`;
      return html`<li role="listitem">${chip}</li>`;
    }
    const isOpen = source === this.open;
    const id = `${this.#id}${index}`;
    return html`<li role="listitem"
      ><button type="button" class="chip" dir="auto" title=${title} aria-expanded=${String(isOpen)} aria-controls=${id}
        @click=${() => {
          this.open = isOpen ? undefined : source;
        }}>${label}</button
      ><div id=${id} class=${isOpen ? 'source' : 'source closed'} dir="auto">${renderSource(source)}</div></li>`;
  }
}
