import type { RenderContext } from '../render-context.ts';

/** An unstable tail longer than this (UTF-16 units) is read again only after it grew by this part. */
const LONG = 1024;
const GROWTH = 1 / 32;
/** With more nodes than this, `dir` is removed while they are replaced. */
const MANY = 256;

/**
 * Formatted text that grows at its end. The stable part is never read or rendered again: it ends at the last place that
 * no open syntax crosses. Only the tail after it is.
 */
export class InlineStream {
  /** The source after the stable part. */
  tail = '';
  /** The character in front of the tail. */
  before = '';
  readonly #context: RenderContext;
  readonly #createHost: () => HTMLElement;
  #source = '';
  #host: HTMLElement | undefined;
  /** The last node that was in the host before. */
  #first: ChildNode | null = null;
  /** The last stable node, and how much of it if it is text. */
  #node: ChildNode | null = null;
  #length = 0;
  /** The length of that text after the last rendering. */
  #lengthLeft: number | undefined;
  #seen = 0;
  #unresolved = new Set<string>();

  /** @param createHost returns the element to render into, when there is something to render. Nothing else may be appended to it then. */
  constructor(context: RenderContext, createHost: () => HTMLElement) {
    this.#context = context;
    this.#createHost = createHost;
  }

  get isEmpty(): boolean {
    return !this.#host;
  }

  write(text: string): void {
    this.tail += text;
    // Only concatenated: engines copy the string when it is first read.
    this.#source += text;
  }

  /** Removes the start of a tail that is not rendered yet. */
  skip(length: number): void {
    this.#source = this.tail = this.tail.slice(length);
  }

  /** Removes the end of the tail. */
  trim(end: number): void {
    this.#source = this.#source.slice(0, this.#source.length - this.tail.length + end);
    this.tail = this.tail.slice(0, end);
  }

  /** The last line, which is complete and may be rendered already. */
  get lastLine(): string {
    const end = this.#source.length - 1;
    return this.#source.slice(this.#source.lastIndexOf('\n', end - 1) + 1, end);
  }

  /** Removes and returns that line. */
  takeLine(): string {
    const line = this.lastLine;
    this.#source = this.#source.slice(0, -line.length - 1);
    this.#startOver();
    return line;
  }

  /** Renders the tail up to `end`. Returns by how much the tail is shorter now; negative if it had to start over. */
  render(end: number): number {
    if (end > LONG && end - this.#seen < end * GROWTH) return 0;
    const restarted = this.#startOverIfReplaced();
    const rendered = this.#render(this.tail.slice(0, end + restarted), true);
    this.#seen = end + restarted - rendered.stable;
    if (rendered.stable > 0) this.before = this.tail[rendered.stable - 1]!;
    this.tail = this.tail.slice(rendered.stable);
    return rendered.stable - restarted;
  }

  /** Renders the rest after the text has ended. */
  close(): void {
    this.#startOverIfReplaced();
    this.#render(this.tail, false);
    this.tail = '';
    const nodes = this.nodes();
    if (nodes.length > 0) this.#wait(nodes, this.#unresolved);
  }

  /** The rendered nodes. */
  nodes(): ChildNode[] {
    const nodes: ChildNode[] = [];
    let node = this.#first ? this.#first.nextSibling : this.#host?.firstChild;
    for (; node; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  /**
   * Renders everything again if the last stable node was replaced or changed, as page translators do. Returns by how
   * much the tail is longer then.
   */
  #startOverIfReplaced(): number {
    const node = this.#node as Text | null;
    if (node === this.#first || (node!.parentNode === this.#host && node!.length === this.#lengthLeft))
      return 0;
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

  #render(text: string, isPartial: boolean): { stable: number } {
    const fresh = document.createDocumentFragment();
    const rendered = this.#context.inlines.render(fresh, text, isPartial, this.before);
    for (const label of rendered.unresolved) this.#unresolved.add(label);
    const first = fresh.firstChild;
    if (!this.#host) {
      if (!first) return rendered;
      this.#host = this.#createHost();
      this.#first = this.#node = this.#host.lastChild;
    }
    const host = this.#host;
    const isJoined = this.#node instanceof Text && this.#node !== this.#first;
    if (isJoined) joinText(this.#node as Text, this.#length, first);
    // With `auto`, Chromium visits all elements of the paragraph for each node that is added or removed.
    const dir = fresh.childNodes[MANY] && host.dir;
    if (dir) host.dir = '';
    while (host.lastChild !== this.#node) host.lastChild!.remove();
    host.appendChild(fresh);
    if (dir) host.dir = dir;
    if (rendered.stable > 0) {
      if (isJoined && first instanceof Text && rendered.node === first) this.#length += rendered.length;
      else {
        this.#node = rendered.node;
        this.#length = rendered.length;
      }
    }
    this.#lengthLeft = (this.#node as Text | null)?.length;
    return rendered;
  }

  #wait(nodes: readonly ChildNode[], labels: Iterable<string>): void {
    const rerender = (): void => {
      if (!nodes[0]!.parentNode) return;
      const fresh = document.createDocumentFragment();
      const { unresolved } = this.#context.inlines.render(fresh, this.#source);
      const created = [...fresh.childNodes];
      nodes[0]!.before(fresh);
      for (const node of nodes) node.remove();
      this.#wait(created, unresolved);
    };
    for (const label of labels) this.#context.references.wait(label, rerender);
  }
}

/** Continues a text that is stable up to `length` with the text node `next`, which is removed. */
function joinText(text: Text, length: number, next: ChildNode | null): void {
  const more = next instanceof Text ? next.data : '';
  if (text.data.slice(length) !== more) text.replaceData(length, text.length - length, more);
  if (next instanceof Text) next.remove();
}
