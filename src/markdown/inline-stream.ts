import type { MarkdownContext } from './markdown-context.ts';

/** From this length on (UTF-16 units), text that nothing settles is looked at again only when it grew by a part. */
const LONG = 1024;
const GROWTH = 1 / 32;
/** From this many nodes on, they are put where no direction is looked for meanwhile. */
const MANY = 256;

/**
 * Text with formatting that grows at its end. What is settled is never read or drawn again; only what follows the last
 * place that no open syntax crosses is.
 */
export class InlineStream {
  /** The source that is not settled. */
  tail = '';
  /** The character in front of that. */
  before = '';
  readonly #context: MarkdownContext;
  readonly #make: () => HTMLElement;
  #source = '';
  #host: HTMLElement | undefined;
  /** What was in the host before. */
  #first: ChildNode | null = null;
  /** The last node that is settled, and how much of it if it is text. */
  #node: ChildNode | null = null;
  #length = 0;
  /** How many characters that text was left with. */
  #left: number | undefined;
  #seen = 0;
  #unknown = new Set<string>();

  /** @param make gives the element to draw into, at whose end it then has to stay, once there is something to draw */
  constructor(context: MarkdownContext, make: () => HTMLElement) {
    this.#context = context;
    this.#make = make;
  }

  get isEmpty(): boolean {
    return !this.#host;
  }

  write(text: string): void {
    this.tail += text;
    // Not read before it has to be, so that nothing is copied.
    this.#source += text;
  }

  /** Takes off the start of what has not been drawn. */
  skip(length: number): void {
    this.#source = this.tail = this.tail.slice(length);
  }

  /** Leaves out the end of the tail for good. */
  trim(end: number): void {
    this.#source = this.#source.slice(0, this.#source.length - this.tail.length + end);
    this.tail = this.tail.slice(0, end);
  }

  /** The last line, which is whole and may be drawn already. */
  get lastLine(): string {
    const end = this.#source.length - 1;
    return this.#source.slice(this.#source.lastIndexOf('\n', end - 1) + 1, end);
  }

  /** Gives that line back. */
  takeLine(): string {
    const line = this.lastLine;
    this.#source = this.#source.slice(0, -line.length - 1);
    this.#startOver();
    return line;
  }

  /** Draws what is decided of the tail up to `end`, and returns how much of it was settled, less what was before and had to be drawn again. */
  grow(end: number): number {
    if (end > LONG && end - this.#seen < end * GROWTH) return 0;
    const unsettled = this.#unsettle();
    const drawn = this.#draw(this.tail.slice(0, end + unsettled), true);
    this.#seen = end + unsettled - drawn.settled;
    if (drawn.settled > 0) this.before = this.tail[drawn.settled - 1]!;
    this.tail = this.tail.slice(drawn.settled);
    return drawn.settled - unsettled;
  }

  /** Draws all of it for good. */
  close(): void {
    this.#unsettle();
    this.#draw(this.tail, false);
    this.tail = '';
    const nodes = this.nodes();
    if (nodes.length > 0) this.#wait(nodes, this.#unknown);
  }

  /** What is drawn. */
  nodes(): ChildNode[] {
    const nodes: ChildNode[] = [];
    let node = this.#first ? this.#first.nextSibling : this.#host?.firstChild;
    for (; node; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  /**
   * Where somebody else put another node in the place of the last settled one, or other words into it, as what
   * translates pages does, all is drawn again. Returns how much longer the tail is for that.
   */
  #unsettle(): number {
    const node = this.#node as Text | null;
    if (node === this.#first || (node!.parentNode === this.#host && node!.length === this.#left)) return 0;
    const length = this.#source.length - this.tail.length;
    this.#startOver();
    return length;
  }

  #startOver(): void {
    this.tail = this.#source;
    this.before = '';
    this.#node = this.#first;
    this.#length = 0;
  }

  #draw(text: string, growing: boolean): { settled: number } {
    const fresh = document.createDocumentFragment();
    const drawn = this.#context.inlines.draw(fresh, text, growing, this.before);
    for (const label of drawn.unknown) this.#unknown.add(label);
    const first = fresh.firstChild;
    if (!this.#host) {
      if (!first) return drawn;
      this.#host = this.#make();
      this.#first = this.#node = this.#host.lastChild;
    }
    const host = this.#host;
    const isJoined = this.#node instanceof Text && this.#node !== this.#first;
    if (isJoined) joinText(this.#node as Text, this.#length, first);
    // With `auto`, Chromium goes through all elements of the paragraph at each node that comes or goes.
    const dir = fresh.childNodes[MANY] && host.dir;
    if (dir) host.dir = '';
    while (host.lastChild !== this.#node) host.lastChild!.remove();
    host.appendChild(fresh);
    if (dir) host.dir = dir;
    if (drawn.settled > 0) {
      if (isJoined && first instanceof Text && drawn.node === first) this.#length += drawn.length;
      else {
        this.#node = drawn.node;
        this.#length = drawn.length;
      }
    }
    this.#left = (this.#node as Text | null)?.length;
    return drawn;
  }

  #wait(nodes: readonly ChildNode[], labels: Iterable<string>): void {
    const redraw = (): void => {
      if (!nodes[0]!.parentNode) return;
      const fresh = document.createDocumentFragment();
      const { unknown } = this.#context.inlines.draw(fresh, this.#source);
      const made = [...fresh.childNodes];
      nodes[0]!.before(fresh);
      for (const node of nodes) node.remove();
      this.#wait(made, unknown);
    };
    for (const label of labels) this.#context.references.wait(label, redraw);
  }
}

/** Makes a text that is settled up to `length` go on as another one begins, and takes that other away. */
function joinText(text: Text, length: number, next: ChildNode | null): void {
  const more = next instanceof Text ? next.data : '';
  if (text.data.slice(length) !== more) text.replaceData(length, text.length - length, more);
  if (next instanceof Text) next.remove();
}
