import type { PublicSettings } from '../../../protocol/settings.ts';
import type { WindowOwner } from '../window-contract.ts';
import { fullSettings } from './full-settings.ts';
import { isPaintedDark } from './painted-dark.ts';
import { readStyles } from './read-styles.ts';

/** Puts the settings' styles on the element, and says once in the console which settings could not be used. */
export class SettingsStyles {
  readonly #owner: WindowOwner;
  readonly #noted = new Set<string>();

  constructor(owner: WindowOwner) {
    this.#owner = owner;
  }

  /** The settings as they are now. */
  apply(): PublicSettings {
    const fresh: string[] = [];
    const odd = (key: string): void => {
      if (!this.#noted.has(key)) fresh.push(key);
      this.#noted.add(key);
    };
    const settings = fullSettings(this.#owner.layers, odd);
    const given = readStyles(settings.styles, odd);
    given['--_given-scheme'] ??= isPaintedDark(this.#owner) ? 'dark' : undefined;
    this.#owner.give(given);
    if (fresh.length > 0)
      console.warn(`<agent-chat> uses its default for ${fresh.join(', ')}: not a valid value`);
    return settings;
  }
}
