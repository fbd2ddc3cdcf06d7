import type { Leaf } from './leaf.ts';
import { fill, type MarkdownContext, type Place } from './markdown-context.ts';
import { splitRow } from './table-syntax.ts';

/** A price, a date, a weight: what is short and has a figure in it is read as one and stays on one line. */
const FIGURE = /^(?=.{1,16}$).*\p{Nd}/u;

/** A table in a box that scrolls by keyboard when it is wider than the message. A row is drawn when it is whole. */
export class Table implements Leaf {
  readonly #context: MarkdownContext;
  readonly #aligns: readonly string[];
  readonly #table: HTMLTableElement;
  #body: HTMLTableSectionElement | undefined;
  #line = '';

  constructor(parent: Place, head: readonly string[], aligns: readonly string[], context: MarkdownContext) {
    this.#context = context;
    this.#aligns = aligns;
    const box = document.createElement('div');
    box.className = 'md-table';
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', context.options.strings.table);
    // One direction for all columns, and for where the box begins. On each cell it would be slow as well: the browser then
    // looks for text in all of them.
    box.dir = 'auto';
    this.#table = document.createElement('table');
    this.#table.createTHead().appendChild(this.#row('th', head));
    box.appendChild(this.#table);
    parent.appendChild(box);
  }

  write(text: string): void {
    this.#line += text;
  }

  endLine(): boolean {
    if (this.#line === '') return false;
    this.#body ??= this.#table.createTBody();
    this.#body.appendChild(this.#row('td', splitRow(this.#line)));
    this.#line = '';
    return false;
  }

  draw(): void {}

  close(): void {}

  #row(tag: 'th' | 'td', cells: readonly string[]): HTMLTableRowElement {
    const row = document.createElement('tr');
    for (let column = 0; column < this.#aligns.length; column++) {
      const align = this.#aligns[column];
      const cell = document.createElement(tag);
      if (tag === 'th') cell.scope = 'col';
      if (align) cell.setAttribute('align', align);
      const source = cells[column] ?? '';
      if (FIGURE.test(source)) cell.className = 'md-figure';
      fill(cell, source, this.#context);
      row.appendChild(cell);
    }
    return row;
  }
}
