import { BLANK_LINE } from '../inlines/html-syntax.ts';
import type { BlockParent, RenderContext } from '../render-context.ts';
import type { LeafBlock } from './leaf-block.ts';
import { type Line, trimmedEnd } from './line.ts';

/** A block of raw HTML, shown as text. */
export class HtmlBlock implements LeafBlock {
  readonly #end: RegExp;
  readonly #element: HTMLElement;
  #line = '';
  /** Text that is not rendered yet. */
  #pending = '';

  /** @param end the line that matches this is the last one. */
  constructor(parent: BlockParent, end: RegExp, context: RenderContext) {
    this.#end = end;
    this.#element = context.createElement('p');
    this.#element.className = 'md-raw';
    parent.append(this.#element);
  }

  accepts(line: Line): 'all' | 'none' {
    return this.#end === BLANK_LINE && line.isBlank ? 'none' : 'all';
  }

  write(text: string): void {
    this.#line += text;
    this.#pending += text;
  }

  endLine(): boolean {
    const isLast = this.#end !== BLANK_LINE && this.#end.test(this.#line);
    this.#line = '';
    this.#pending += '\n';
    return isLast;
  }

  render(): void {
    const end = trimmedEnd(this.#pending);
    const text = this.#pending.slice(0, end);
    // A page translator may have replaced the text node.
    const last = this.#element.lastChild;
    if (last instanceof Text) last.appendData(text);
    else this.#element.append(text);
    this.#pending = this.#pending.slice(end);
  }

  close(): void {
    this.render();
  }
}
