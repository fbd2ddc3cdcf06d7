import { InlineStream } from '../inlines/inline-stream.ts';
import type { BlockParent, RenderContext } from '../render-context.ts';
import type { LeafBlock } from './leaf-block.ts';
import { trimmedEnd } from './line.ts';

/** An ATX heading: `## Text`, with an optional closing sequence of `#`. */
export class Heading implements LeafBlock {
  readonly #stream: InlineStream;

  constructor(parent: BlockParent, level: number, context: RenderContext) {
    const element = context.createElement(`h${level}`);
    parent.appendChild(element);
    this.#stream = new InlineStream(context, () => element);
  }

  write(text: string): void {
    this.#stream.write(text);
  }

  endLine(): boolean {
    return true;
  }

  render(): void {
    this.#stream.render(this.#end());
  }

  close(): void {
    this.#stream.trim(this.#end());
    this.#stream.close();
  }

  /** The index in the tail where the text ends and the closing sequence starts. */
  #end(): number {
    const { tail, before } = this.#stream;
    const end = trimmedEnd(tail);
    let start = end;
    while (tail[start - 1] === '#') start--;
    const previous = start === 0 ? before : tail[start - 1]!;
    return start < end && /^[ \t]?$/.test(previous) ? trimmedEnd(tail.slice(0, start)) : tail.length;
  }
}
