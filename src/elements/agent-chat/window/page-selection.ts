import type { ReactiveController } from 'lit';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters } from '../../../protocol/text.ts';
import type { WidgetHost } from '../widget-host.ts';

/** Characters of a passage that are sent. */
const PASSAGE_MAX = 500;
/** Characters of space below which a shortened passage would be of no use. */
const PASSAGE_MIN = 20;
/** Milliseconds after the last change until a selection counts as complete. */
const SETTLE_MS = 200;

/** The passage that the visitor has selected in the page. It is kept while they write about it in the chat. */
export class PageSelection implements ReactiveController {
  /** Empty if nothing is selected. */
  text = '';
  readonly #host: WidgetHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: WidgetHost) {
    this.#host = host;
    this.text = selectedText(host);
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('selectionchange', this.#onChange);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    document.removeEventListener('selectionchange', this.#onChange);
  }

  /** Appends the passage to the question, shortened to what fits into a message. */
  addTo(question: string): string {
    const passage = quote(this.text, Math.min(PASSAGE_MAX, MESSAGE_MAX - countCharacters(question) - 2));
    this.clear();
    return passage ? `${question}\n\n${passage}` : question;
  }

  /** The passage was sent or left out. */
  readonly clear = (): void => {
    this.text = '';
    this.#host.requestUpdate();
  };

  readonly #onChange = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // The focus in the message field clears the page's selection; the passage stays.
      if (document.activeElement === this.#host) return;
      const text = selectedText(this.#host);
      if (text === this.text) return;
      this.text = text;
      this.#host.requestUpdate();
    }, SETTLE_MS);
  };
}

/**
 * The text selected in the page, but not in its form fields and not in the widget, whose selection some browsers report
 * too.
 */
function selectedText({ renderRoot }: WidgetHost): string {
  const selection = getSelection();
  if (!selection?.rangeCount || document.activeElement?.matches('input, textarea, [contenteditable]'))
    return '';
  const { collapsed, commonAncestorContainer } = selection.getRangeAt(0);
  return collapsed || renderRoot.contains(commonAncestorContainer) ? '' : selection.toString().trim();
}

/** The text as a Markdown quote of at most `max` characters; empty if that is too little. */
function quote(text: string, max: number): string {
  const quoted = text ? text.replace(/^/gm, '> ') : '';
  if (countCharacters(quoted) <= max) return quoted;
  return max < PASSAGE_MIN ? '' : `${[...quoted].slice(0, max - 1).join('')}…`;
}
