import { Inlines } from './inlines.ts';
import type { MarkdownOptions } from './options.ts';
import { References } from './references.ts';

/** What blocks are drawn with. */
export class MarkdownContext {
  readonly inlines: Inlines;
  readonly references: References;
  readonly options: MarkdownOptions;
  /** Elements that get their direction once there is text in them. */
  #undirected: HTMLElement[] = [];

  constructor(options: MarkdownOptions) {
    this.references = new References();
    this.inlines = new Inlines(this.references, options);
    this.options = options;
  }

  /** An element that has the direction of its own text. */
  create(tag: string): HTMLElement {
    const element = document.createElement(tag);
    this.#undirected.push(element);
    return element;
  }

  /** With the direction in place, browsers look through the text again at every node that is added. */
  direct(): void {
    for (const element of this.#undirected) if (!leads(element)) element.dir = 'auto';
    this.#undirected = [];
  }
}

/** A quote or an item has the direction of what it begins with; it would not see that one if it had its own. */
function leads(element: HTMLElement): boolean {
  let at: Element = element;
  while (!at.previousSibling && at.parentElement) {
    at = at.parentElement;
    if (at.localName === 'blockquote' || at.localName === 'li') return true;
  }
  return false;
}

/** Where blocks are put. */
export type Place = Element | DocumentFragment;

/** Draws text that is whole into an element of its own. */
export function fill(element: Element, source: string, context: MarkdownContext): void {
  const { unknown } = context.inlines.draw(element, source);
  for (const label of unknown) {
    context.references.wait(label, () => {
      element.replaceChildren();
      fill(element, source, context);
    });
  }
}
