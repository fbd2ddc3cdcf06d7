/** What a list of links is called that leads around a site. */
const CALLED_SO = /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?)(?:$|[\s_-])/i;

/**
 * A list of a page that is held back until its end shows whether it says anything. One of nothing but links to places on
 * the same page is its table of contents, and other ones may be a menu, by where they stand.
 */
export class HeldList {
  readonly #mayBeMenu: boolean;
  readonly #parts: string[] = [];
  #links = 0;
  #leadsAway = false;
  #saysMore = false;

  /** @param mayBeMenu whether links alone make it one */
  constructor(mayBeMenu: boolean) {
    this.#mayBeMenu = mayBeMenu;
  }

  link(href: string): void {
    this.#links++;
    this.#leadsAway ||= !href.startsWith('#');
  }

  words(inLink: boolean): void {
    this.#saysMore ||= !inLink;
  }

  add(part: string): void {
    this.#parts.push(part);
  }

  /** What is read of it. */
  finish(): readonly string[] {
    const isOnlyLinks = this.#links > 1 && !this.#saysMore;
    return isOnlyLinks && (this.#mayBeMenu || !this.#leadsAway) ? [] : this.#parts;
  }
}

/** Whether a list is said to be a menu, by its id or class. */
export function isCalledMenu({ id = '', class: names = '' }: Readonly<Record<string, string>>): boolean {
  return CALLED_SO.test(id) || CALLED_SO.test(names);
}
