/** Ids and classes of menus. */
const MENU_NAME = /(?:^|[\s_-])(?:nav|navbar|navigation|breadcrumbs?)(?:$|[\s_-])/i;

/**
 * Buffers a list until its end shows whether it is content. A list of nothing but links to the same page is a table of
 * contents; other lists of links may be menus, depending on their position.
 */
export class ListBuffer {
  readonly #mayBeMenu: boolean;
  readonly #parts: string[] = [];
  #links = 0;
  #leadsAway = false;
  #saysMore = false;

  /** @param mayBeMenu whether a list of nothing but links is a menu */
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

  /** The blocks to read: none for a menu or a table of contents. */
  finish(): readonly string[] {
    const isOnlyLinks = this.#links > 1 && !this.#saysMore;
    return isOnlyLinks && (this.#mayBeMenu || !this.#leadsAway) ? [] : this.#parts;
  }
}

/** Whether the id or class of a list is that of a menu. */
export function isMenuName({ id = '', class: names = '' }: Readonly<Record<string, string>>): boolean {
  return MENU_NAME.test(id) || MENU_NAME.test(names);
}
