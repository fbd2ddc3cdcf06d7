import { InlineRenderer } from './inlines/inline-renderer.ts';
import { LinkReferences } from './inlines/link-references.ts';
import type { MarkdownOptions } from './options.ts';

/** Where blocks are appended. */
export type BlockParent = Element | DocumentFragment;

/** What all blocks of one text share. */
export class RenderContext {
  readonly inlines: InlineRenderer;
  readonly references: LinkReferences;
  readonly options: MarkdownOptions;
  #withoutDirection: HTMLElement[] = [];

  constructor(options: MarkdownOptions) {
    this.references = new LinkReferences();
    this.inlines = new InlineRenderer(this.references, options);
    this.options = options;
  }

  /** Creates an element that will get the direction of its own text. */
  createElement(tag: string): HTMLElement {
    const element = document.createElement(tag);
    this.#withoutDirection.push(element);
    return element;
  }

  /** Sets `dir` after the text is in place: before, browsers would examine the text again with each added node. */
  setDirections(): void {
    for (const element of this.#withoutDirection) if (!isFirstInContainer(element)) element.dir = 'auto';
    this.#withoutDirection = [];
  }
}

/** A quote or an item takes the direction of its first block, and ignores one that has a `dir` of its own. */
function isFirstInContainer(element: HTMLElement): boolean {
  let at: Element = element;
  while (!at.previousSibling && at.parentElement) {
    at = at.parentElement;
    if (at.localName === 'blockquote' || at.localName === 'li') return true;
  }
  return false;
}

/** Renders complete text into an element of its own, and again when a link reference in it is defined later. */
export function renderInline(element: Element, source: string, context: RenderContext): void {
  const { unresolved } = context.inlines.render(element, source);
  for (const label of unresolved) {
    context.references.wait(label, () => {
      element.replaceChildren();
      renderInline(element, source, context);
    });
  }
}
