import type { PageMarkdownOptions } from '../../markdown/options.ts';
import type { WindowOwner } from '../window-contract.ts';
import { propertyOrAttribute } from './property-or-attribute.ts';

/** How answers are drawn, as the page wants it. */
export class AnswerOptions {
  readonly #owner: WindowOwner;
  #said: readonly unknown[] = [];
  #options: PageMarkdownOptions = {};

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  /** The same object as long as the page says the same, so that nothing is drawn again for it. */
  get options(): PageMarkdownOptions {
    const { links, highlighter } = this.#owner;
    const imageHosts = propertyOrAttribute(this.#owner, 'imageHosts', 'image-hosts');
    const said = [links, imageHosts, highlighter];
    if (said.some((one, i) => one !== this.#said[i])) {
      this.#said = said;
      this.#options = {
        links,
        imageHosts: imageHosts?.split(/\s+/).filter(Boolean) ?? [],
        ...(highlighter && { highlight: highlighter }),
      };
    }
    return this.#options;
  }
}
