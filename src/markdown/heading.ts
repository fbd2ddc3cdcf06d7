import { InlineStream } from './inline-stream.ts';
import type { Leaf } from './leaf.ts';
import { trimmedEnd } from './line.ts';
import type { MarkdownContext, Place } from './markdown-context.ts';

/** `## A heading` with as many `#` after it as somebody likes. */
export class Heading implements Leaf {
  readonly #stream: InlineStream;

  constructor(parent: Place, level: number, context: MarkdownContext) {
    const element = context.create(`h${level}`);
    parent.appendChild(element);
    this.#stream = new InlineStream(context, () => element);
  }

  write(text: string): void {
    this.#stream.write(text);
  }

  endLine(): boolean {
    return true;
  }

  draw(): void {
    this.#stream.grow(this.#end());
  }

  close(): void {
    this.#stream.trim(this.#end());
    this.#stream.close();
  }

  /** Where in the tail its text ends and what closes it begins. */
  #end(): number {
    const { tail, before } = this.#stream;
    const end = trimmedEnd(tail);
    let start = end;
    while (tail[start - 1] === '#') start--;
    const previous = start === 0 ? before : tail[start - 1]!;
    return start < end && /^[ \t]?$/.test(previous) ? trimmedEnd(tail.slice(0, start)) : tail.length;
  }
}
