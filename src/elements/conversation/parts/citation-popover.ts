import { html, nothing, render } from 'lit';
import { withoutBidiMarks } from '../../../markdown/safe-url.ts';
import type { CitationPart } from '../../../protocol/message.ts';
import { linkOf, quoteOf } from './source-view.ts';

/** Milliseconds the pointer must rest on a mark before the popover appears, and may be away from both before it disappears. */
const REST = 120;
const LEAVE = 250;

/** CSS pixels between the popover and the edges of the log, and between it and its mark. */
const MARGIN = 8;
const GAP = 6;

/** Makes the ids unique, to which `aria-describedby` refers. */
let popovers = 0;

/** The popover that is shown; there is one at most. */
let current: CitationPopover | undefined;

/**
 * Shows the source of a mark while the pointer is on the mark or on what is shown, or while the mark has the focus of
 * the keyboard. Escape hides it, and so does a press, which opens the quote in the text. Not for a finger.
 * https://www.w3.org/TR/WCAG22/#content-on-hover-or-focus
 */
export function showOnHoverAndFocus(mark: HTMLButtonElement, source: CitationPart): void {
  const show = (): void => {
    if (mark.ariaExpanded === 'true' || current?.mark === mark) return;
    current?.hide();
    // Outside the page there is nothing to show it in.
    const frame = mark.closest<HTMLElement>('.log-frame');
    if (frame) current = new CitationPopover(mark, frame, source);
  };
  const hide = (): void => {
    if (current?.mark === mark) current.hide();
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  mark.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'touch') return;
    if (current?.mark === mark) current.keep();
    else resting = setTimeout(show, REST);
  });
  mark.addEventListener('pointerleave', () => {
    clearTimeout(resting);
    if (current?.mark === mark) current.hideSoon();
  });
  mark.addEventListener('focus', () => {
    if (mark.matches(':focus-visible')) show();
  });
  mark.addEventListener('blur', hide);
  mark.addEventListener('click', () => {
    clearTimeout(resting);
    hide();
  });
}

class CitationPopover {
  readonly mark: HTMLButtonElement;
  readonly #frame: HTMLElement;
  readonly #element = document.createElement('div');
  /** Also fires when the mark is removed from the page. */
  readonly #sizes = new ResizeObserver(() => this.#place());
  readonly #listening = new AbortController();
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(mark: HTMLButtonElement, frame: HTMLElement, source: CitationPart) {
    this.mark = mark;
    this.#frame = frame;
    const element = this.#element;
    element.id = `agent-chat-citation-${++popovers}`;
    element.role = 'tooltip';
    element.className = 'citation-popover';
    render(renderContent(source), element);
    element.addEventListener('pointerenter', () => this.keep());
    element.addEventListener('pointerleave', () => this.hideSoon());
    // Beside the log, which would cut it off. The top layer would need popovers, which older browsers lack.
    frame.append(element);
    mark.setAttribute('aria-describedby', element.id);
    const { signal } = this.#listening;
    // The pointer may be on the mark while the focus is anywhere.
    document.addEventListener('keydown', event => this.#onKeyDown(event), { signal, capture: true });
    frame.firstElementChild!.addEventListener('scroll', () => this.#place(), { signal });
    this.#sizes.observe(mark);
    this.#place();
  }

  keep(): void {
    clearTimeout(this.#leaving);
  }

  hideSoon(): void {
    this.keep();
    const { mark } = this;
    this.#leaving = setTimeout(() => mark.matches(':focus-visible') || this.hide(), LEAVE);
  }

  hide(): void {
    this.keep();
    this.#listening.abort();
    this.#sizes.disconnect();
    this.#element.remove();
    this.mark.removeAttribute('aria-describedby');
    if (current === this) current = undefined;
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The window stays open. If the focus is outside the chat, the page handles Escape as usual.
    if (event.composedPath().includes(this.mark.getRootNode())) event.preventDefault();
    this.hide();
  }

  /** Below the mark, or above it where there is more room. It is hidden while the mark is scrolled out of view. */
  #place(): void {
    const { mark } = this;
    const { style, offsetWidth, offsetHeight } = this.#element;
    const frame = this.#frame.getBoundingClientRect();
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    if (!mark.isConnected) {
      this.hide();
      return;
    }
    // WebKit scrolls to what gets the focus after it says so.
    style.visibility = bottom < frame.top || top > frame.bottom ? 'hidden' : '';
    const below = bottom - frame.top + GAP;
    const above = top - frame.top - GAP - offsetHeight;
    const fitsBelow = below + offsetHeight <= frame.height - MARGIN;
    const start = (left + right - offsetWidth) / 2 - frame.left;
    style.top = `${fitsBelow || above < MARGIN ? below : above}px`;
    style.left = `${Math.max(MARGIN, Math.min(start, frame.width - MARGIN - offsetWidth))}px`;
  }
}

function renderContent(source: CitationPart) {
  const host = linkOf(source)?.host;
  const quote = quoteOf(source);
  return html`<div class="title" dir="auto">${withoutBidiMarks(source.title)}</div>
    ${host ? html`<div class="host" dir="auto">${host}</div>` : nothing}
    ${quote ? html`<div class="quote" dir="auto">${quote}</div>` : nothing}`;
}
