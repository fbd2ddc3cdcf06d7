import { type BlockParent, type RenderContext, renderInline } from '../render-context.ts';
import type { LeafBlock } from './leaf-block.ts';

/** How long a line with a pipe in its middle may wait to become the head of a table, in UTF-16 units. */
const MAX_HEAD = 200;

const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const PIPE = /[^\\]\|/;

/** A short cell with a digit, such as a price, a date or a weight, does not wrap. */
const FIGURE = /^(?=.{1,16}$).*\p{Nd}/u;

/** A table in a box that scrolls by keyboard if it is wider than the message. Each row is rendered when it is complete. */
export class Table implements LeafBlock {
  readonly #context: RenderContext;
  readonly #aligns: readonly string[];
  readonly #table: HTMLTableElement;
  #body: HTMLTableSectionElement | undefined;
  #line = '';

  constructor(
    parent: BlockParent,
    head: readonly string[],
    aligns: readonly string[],
    context: RenderContext,
  ) {
    this.#context = context;
    this.#aligns = aligns;
    const box = document.createElement('div');
    box.className = 'md-table';
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', context.options.strings.table);
    // All columns share one direction. `auto` on each cell would also be slow: the browser would examine them all.
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

  render(): void {}

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
      renderInline(cell, source, this.#context);
      row.appendChild(cell);
    }
    return row;
  }
}

/** The alignment of each column, if the line is the delimiter row below a table's head. */
export function readDelimiterRow(line: string): string[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITER_ROW.test(line)) return undefined;
  return splitRow(line).map(cell => {
    if (!cell.endsWith(':')) return cell.startsWith(':') ? 'left' : '';
    return cell.startsWith(':') ? 'center' : 'right';
  });
}

/** The cells of a row, separated by pipes without a backslash. */
export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let start = row.startsWith('|') ? 1 : 0;
  for (let at = start; at <= row.length; at++) {
    if (row[at] === '\\' && at < row.length - 1) at++;
    else if (row[at] === '|' || (at === row.length && start < at)) {
      cells.push(row.slice(start, at).trim().replaceAll('\\|', '|'));
      start = at + 1;
    }
  }
  return cells;
}

/** Whether a line may be the head of a table, which the next line decides. */
export function mayHeadTable(line: string): boolean {
  return line.startsWith('|') || (line.length < MAX_HEAD && PIPE.test(line));
}
