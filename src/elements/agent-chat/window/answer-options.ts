import type { Highlighter, LinkTarget, PageMarkdownOptions } from '../../../markdown/index.ts';
import type { WindowOwner } from '../window-contract.ts';
import { propertyOrAttribute } from './property-or-attribute.ts';

/** How answers are drawn, as the page wants it when a text is drawn. Always the same object: nothing is drawn again for it. */
export function answerOptions(owner: WindowOwner): PageMarkdownOptions {
  return {
    get links(): LinkTarget {
      return owner.links;
    },
    get imageHosts(): readonly string[] {
      return propertyOrAttribute(owner, 'imageHosts', 'image-hosts')?.split(/\s+/).filter(Boolean) ?? [];
    },
    get highlight(): Highlighter | undefined {
      return owner.highlighter;
    },
  };
}
