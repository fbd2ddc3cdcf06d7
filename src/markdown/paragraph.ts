import { InlineStream } from './inline-stream.ts';
import type { Leaf } from './leaf.ts';
import { readDefinition } from './link-syntax.ts';
import type { MarkdownContext, Place } from './markdown-context.ts';
import { mayHeadTable } from './table-syntax.ts';
import { createTaskBox } from './task.ts';

/** The white space in front of the text becomes part of it. */
const TASK = /^\[([ xX])\][ \t]*(?=[ \t]\S)/;

/** Lines of text. That they are definitions, the head of a table, or a heading, may show only at their end. */
export class Paragraph implements Leaf {
  readonly #context: MarkdownContext;
  readonly #stream: InlineStream;
  readonly #parent: Place;
  readonly #isBare: boolean;
  #element: HTMLElement | undefined;
  #mayDefine = true;
  #mayBeTask: boolean;
  /** What the box in front of it says. */
  #task: string | undefined;
  #isInLine = false;
  /** Where in the tail of the stream its last line begins; less than 0 when that is drawn for good. */
  #line = 0;

  /**
   * @param isBare is true in a tight list, where text has no element of its own
   * @param mayBeTask is true at the start of a list item
   */
  constructor(parent: Place, isBare: boolean, mayBeTask: boolean, context: MarkdownContext) {
    this.#parent = parent;
    this.#isBare = isBare;
    this.#mayBeTask = mayBeTask;
    this.#context = context;
    this.#stream = new InlineStream(context, () => this.#begin());
  }

  write(text: string): void {
    if (!this.#isInLine) this.#line = this.#stream.tail.length;
    this.#isInLine = true;
    this.#stream.write(text);
  }

  endLine(): boolean {
    this.#stream.write('\n');
    this.#isInLine = false;
    return false;
  }

  draw(): void {
    if (!this.#takeMarks(false)) return;
    const { tail } = this.#stream;
    const isHead = this.#line >= 0 && mayHeadTable(tail.slice(this.#line));
    this.#line -= this.#stream.grow(isHead ? this.#line : tail.length);
  }

  close(): void {
    this.#takeMarks(true);
    this.#stream.close();
    if (this.#element && !this.#element.firstChild) this.#element.remove();
  }

  /** Its last line, which turned out to be the head of a table. */
  takeLine(): string {
    return this.#stream.takeLine();
  }

  get lastLine(): string {
    return this.#stream.lastLine;
  }

  /** Ends it as a heading; false when all of it was definitions. */
  closeAsHeading(level: number): boolean {
    this.#takeMarks(true);
    if (this.#stream.isEmpty && this.#stream.tail === '') return false;
    this.#stream.close();
    const heading = this.#context.create(`h${level}`);
    const nodes = this.#element ? [...this.#element.childNodes] : this.#stream.nodes();
    if (this.#element) this.#element.replaceWith(heading);
    else this.#parent.append(heading);
    heading.append(...nodes);
    return true;
  }

  #begin(): HTMLElement {
    if (!this.#isBare) this.#element = this.#context.create('p');
    const host = this.#element ?? (this.#parent as HTMLElement);
    if (this.#task) {
      host.append(createTaskBox(this.#task !== ' ', this.#context.options.strings));
      (this.#parent as Element).className = 'md-task';
    }
    if (this.#element) this.#parent.appendChild(this.#element);
    return host;
  }

  /** Takes a task's brackets and definitions off its start; false while they may go on. */
  #takeMarks(isWhole: boolean): boolean {
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
      if (found === 'open' && !isWhole) return false;
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
