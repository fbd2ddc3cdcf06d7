import { closingAfter } from '../inlines/formulas.ts';
import { InlineStream } from '../inlines/inline-stream.ts';
import { readDefinition } from '../inlines/link-syntax.ts';
import type { BlockParent, RenderContext } from '../render-context.ts';
import type { LeafBlock } from './leaf-block.ts';
import type { Line } from './line.ts';
import { createTaskCheckbox } from './list.ts';
import { mayHeadTable } from './table.ts';

/** The last space in front of the text stays part of it. */
const TASK = /^\[([ xX])\][ \t]*(?=[ \t]\S)/;

/** Lines of text. Whether they are link definitions, the head of a table or a setext heading may show only at the end. */
export class Paragraph implements LeafBlock {
  readonly #context: RenderContext;
  readonly #stream: InlineStream;
  readonly #parent: BlockParent;
  readonly #isBare: boolean;
  #element: HTMLElement | undefined;
  #mayDefine = true;
  #mayBeTask: boolean;
  /** The character between the brackets of a task. */
  #task: string | undefined;
  #isInLine = false;
  #lineText = '';
  /** The delimiter that closes the open formula of several lines; empty if there is none. */
  #closing = '';
  /** The index in the stream's tail where the last line starts; negative when part of it is stable. */
  #line = 0;

  /**
   * @param isBare true in a tight list, where text is not in a `p`
   * @param mayBeTask true at the start of a list item
   */
  constructor(parent: BlockParent, isBare: boolean, mayBeTask: boolean, context: RenderContext) {
    this.#parent = parent;
    this.#isBare = isBare;
    this.#mayBeTask = mayBeTask;
    this.#context = context;
    this.#stream = new InlineStream(context, () => this.#begin());
  }

  /** In a formula, no line starts another block, except fenced code. */
  accepts(line: Line): 'all' | 'none' {
    if (!this.#closing || line.isBlank || /^[ \t]*(?:`{3}|~{3})/.test(line.rest)) return 'none';
    line.skipSpace();
    return 'all';
  }

  write(text: string): void {
    if (!this.#isInLine) this.#line = this.#stream.tail.length;
    this.#isInLine = true;
    this.#lineText += text;
    this.#stream.write(text);
  }

  endLine(): boolean {
    this.#stream.write('\n');
    this.#closing = closingAfter(this.#lineText, this.#closing);
    this.#lineText = '';
    this.#isInLine = false;
    return false;
  }

  render(): void {
    if (!this.#takeDefinitions(false)) return;
    const { tail } = this.#stream;
    const isHead = this.#line >= 0 && mayHeadTable(tail.slice(this.#line));
    this.#line -= this.#stream.render(isHead ? this.#line : tail.length);
  }

  close(): void {
    this.#takeDefinitions(true);
    this.#stream.close();
    if (this.#element && !this.#element.firstChild) this.#element.remove();
  }

  /** Removes and returns the last line, which turned out to be the head of a table. */
  takeLine(): string {
    return this.#stream.takeLine();
  }

  get lastLine(): string {
    return this.#stream.lastLine;
  }

  /** Ends it as a setext heading. Returns false if all of it was link definitions. */
  closeAsHeading(level: number): boolean {
    this.#takeDefinitions(true);
    if (this.#stream.isEmpty && this.#stream.tail === '') return false;
    this.#stream.close();
    const heading = this.#context.createElement(`h${level}`);
    const nodes = this.#element ? [...this.#element.childNodes] : this.#stream.nodes();
    if (this.#element) this.#element.replaceWith(heading);
    else this.#parent.append(heading);
    heading.append(...nodes);
    return true;
  }

  #begin(): HTMLElement {
    if (!this.#isBare) this.#element = this.#context.createElement('p');
    const host = this.#element ?? (this.#parent as HTMLElement);
    if (this.#task) {
      host.append(createTaskCheckbox(this.#task !== ' ', this.#context.options.strings));
      (this.#parent as Element).className = 'md-task';
    }
    if (this.#element) this.#parent.appendChild(this.#element);
    return host;
  }

  /** Removes a task marker and link definitions from the start. Returns false while they may continue. */
  #takeDefinitions(isWhole: boolean): boolean {
    const stream = this.#stream;
    const task = this.#mayBeTask ? TASK.exec(stream.tail) : undefined;
    this.#mayBeTask = false;
    if (task) {
      this.#task = task[1]!;
      this.#mayDefine = false;
      this.#skip(task[0].length);
    }
    while (this.#mayDefine && stream.tail !== '') {
      const found = stream.tail.startsWith('[') ? readDefinition(stream.tail, isWhole) : undefined;
      if (found === 'incomplete' && !isWhole) return false;
      if (typeof found === 'object') {
        this.#context.references.define(found.value.label, found.value);
        this.#skip(found.end);
      } else this.#mayDefine = false;
    }
    return true;
  }

  #skip(length: number): void {
    this.#stream.skip(length);
    this.#line -= length;
  }
}
