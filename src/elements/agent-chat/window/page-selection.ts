import type { ReactiveController } from 'lit';
import { MESSAGE_MAX } from '../../../protocol/limits.ts';
import { countCharacters } from '../../../protocol/text.ts';
import type { WindowOwner } from '../window-contract.ts';

/** More than this is no longer a passage but a page. */
const LONGEST = 500;
/** Less than this tells the agent nothing. */
const SHORTEST = 20;
/** Milliseconds after which a selection that is being drawn is one. */
const SETTLED = 200;

/** The passage of the page that the visitor has selected. It stays theirs while they write in the chat about it. */
export class PageSelection implements ReactiveController {
  /** Empty for nothing. */
  text = '';
  readonly #owner: WindowOwner;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: WindowOwner) {
    this.#owner = owner;
    this.text = selected(owner);
    owner.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('selectionchange', this.#onChange);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    document.removeEventListener('selectionchange', this.#onChange);
  }

  /** The question with the passage behind it, as far as there is room. */
  addTo(question: string): string {
    const passage = shortened(this.text, Math.min(LONGEST, MESSAGE_MAX - countCharacters(question) - 2));
    this.forget();
    return passage ? `${question}\n\n${passage}` : question;
  }

  /** It is sent, or is not to be. */
  readonly forget = (): void => {
    this.text = '';
    this.#owner.requestUpdate();
  };

  readonly #onChange = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Whoever writes here selects nothing there any more, and has not changed their mind.
      if (document.activeElement === this.#owner) return;
      const text = selected(this.#owner);
      if (text === this.text) return;
      this.text = text;
      this.#owner.requestUpdate();
    }, SETTLED);
  };
}

/**
 * What is selected in the page. What is typed into a field of it is not read, nor what is selected in the chat: some
 * browsers tell the text of that too, with its place or with none.
 */
function selected({ renderRoot }: WindowOwner): string {
  const selection = getSelection();
  if (!selection?.rangeCount || document.activeElement?.matches('input, textarea, [contenteditable]'))
    return '';
  const { collapsed, commonAncestorContainer } = selection.getRangeAt(0);
  return collapsed || renderRoot.contains(commonAncestorContainer) ? '' : selection.toString().trim();
}

/** Quoted, and cut where there is no more room; empty where there is too little. */
function shortened(text: string, room: number): string {
  const quoted = text ? text.replace(/^/gm, '> ') : '';
  if (countCharacters(quoted) <= room) return quoted;
  return room < SHORTEST ? '' : `${[...quoted].slice(0, room - 1).join('')}…`;
}
