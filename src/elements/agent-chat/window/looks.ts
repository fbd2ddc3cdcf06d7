import type { GivenStyles } from '../given-styles.ts';
import type { WindowOwner } from '../window-contract.ts';
import { isPaintedDark } from './painted-dark.ts';
import { readStyles } from './read-styles.ts';

/** Puts the settings' styles on the element, and says once in the console which settings could not be used. */
export class Looks {
  readonly #owner: WindowOwner;
  readonly #noted = new Set<string>();

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  /** @param odd keys of other settings that could not be used. */
  apply(styles: GivenStyles, odd: readonly string[]): void {
    const { properties, invalid } = readStyles(styles);
    if (!properties['--_given-scheme'] && isPaintedDark(this.#owner)) properties['--_given-scheme'] = 'dark';
    this.#owner.give(properties);
    const fresh = [...odd, ...invalid].filter(key => !this.#noted.has(key));
    for (const key of fresh) this.#noted.add(key);
    if (fresh.length > 0)
      console.warn(`<agent-chat> uses its default for ${fresh.join(', ')}: not a valid value`);
  }
}
