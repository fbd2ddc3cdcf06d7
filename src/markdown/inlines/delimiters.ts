/** A run of `*`, `_` or `~` that may open or close emphasis, and the text node that shows it meanwhile. */
export interface Delimiter {
  char: string;
  /** The characters of the run, and how many of them are unused. */
  length: number;
  left: number;
  opens: boolean;
  closes: boolean;
  node: Text;
}

/** Openers beyond this nesting are text. */
const MAX_OPEN = 32;

/** CommonMark's delimiter stack and its "process emphasis", which runs for each delimiter as it is added. */
export class Delimiters {
  readonly #stack: Delimiter[] = [];
  /** CommonMark's `openers_bottom`: below this index, a kind of closer has no opener. */
  #bottoms = new Map<string, number>();

  get length(): number {
    return this.#stack.length;
  }

  /** Adds a run without pairing it, while it is uncertain whether it is inside a link. */
  push(delimiter: Delimiter): void {
    this.#stack.push(delimiter);
  }

  /** Removes the runs from this index on; they stay text. */
  drop(from: number): void {
    this.#stack.splice(from);
    for (const [kind, bottom] of this.#bottoms) if (bottom > from) this.#bottoms.set(kind, from);
  }

  /** Pairs the runs that were pushed from this index on. */
  pair(from: number): void {
    for (const delimiter of this.#stack.splice(from)) this.add(delimiter);
  }

  /** Pairs them with each other only, as they are inside a link. The others stay text. */
  pairInside(from: number): void {
    const outer = this.#bottoms;
    this.#bottoms = new Map();
    for (const delimiter of this.#stack.splice(from)) this.add(delimiter, from);
    this.#bottoms = outer;
    this.drop(from);
  }

  /** Pairs a run with the openers before it, and keeps it as a possible opener. */
  add(closer: Delimiter, base = 0): void {
    while (closer.closes && closer.left > 0) {
      const at = this.#find(closer, base);
      if (at < 0) break;
      const opener = this.#stack[at]!;
      this.drop(at + 1);
      const used = Math.min(2, closer.left, opener.left);
      wrapInEmphasis(opener, used, closer.node);
      shorten(closer, used);
      if (opener.left === 0) this.drop(at);
    }
    if (closer.left > 0 && closer.opens && this.#stack.length < MAX_OPEN) this.#stack.push(closer);
  }

  /** Closes everything at the end of partial text, so that no delimiter is visible before its meaning is certain. */
  closeAll(): void {
    for (const opener of this.#stack.reverse()) {
      if (!opener.opens) continue;
      while (opener.left > 0 && opener.node.nextSibling)
        wrapInEmphasis(opener, Math.min(2, opener.left), null);
      opener.node.remove();
    }
  }

  #find(closer: Delimiter, base: number): number {
    const kind = `${closer.char}${closer.opens}${closer.length % 3}`;
    const bottom = Math.max(base, this.#bottoms.get(kind) ?? 0);
    for (let at = this.#stack.length - 1; at >= bottom; at--) {
      if (canPair(this.#stack[at]!, closer)) return at;
    }
    this.#bottoms.set(kind, this.#stack.length);
    return -1;
  }
}

function canPair(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char) return false;
  if (closer.char === '~') return true;
  const both = opener.closes || closer.opens;
  return !both || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}

/** Moves the nodes between an opener and `end` into an element. */
function wrapInEmphasis(opener: Delimiter, used: number, end: Node | null): void {
  const element = document.createElement(opener.char === '~' ? 'del' : used === 2 ? 'strong' : 'em');
  moveUntil(element, opener.node.nextSibling, end);
  opener.node.parentNode!.insertBefore(element, opener.node.nextSibling);
  shorten(opener, used);
}

function shorten(delimiter: Delimiter, used: number): void {
  delimiter.left -= used;
  if (delimiter.left === 0) delimiter.node.remove();
  else delimiter.node.data = delimiter.char.repeat(delimiter.left);
}

/** Moves the nodes from `first` up to `end` into `parent`, and joins adjacent texts. */
export function moveUntil(parent: Node, first: ChildNode | null, end: Node | null): void {
  for (let node = first; node && node !== end; ) {
    const next: ChildNode | null = node.nextSibling;
    const last = parent.lastChild;
    if (node instanceof Text && last instanceof Text) {
      last.appendData(node.data);
      node.remove();
    } else parent.appendChild(node);
    node = next;
  }
}
