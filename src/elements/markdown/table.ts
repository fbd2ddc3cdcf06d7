import type { MarkedToken, Tokens } from 'marked';
import { type Drawn, type Painter, reconcile } from './drawn.ts';
import type { MarkdownStrings } from './options.ts';

/** Builds a table inside a box that scrolls by keyboard when it is wider than the message. */
export function createTable(
  token: Tokens.Table,
  strings: MarkdownStrings,
  painter: Painter,
): { node: HTMLElement; kids: Drawn[] } {
  const node = document.createElement('div');
  node.className = 'md-table';
  node.tabIndex = 0;
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label', strings.table);
  const table = document.createElement('table');
  // One direction for all columns. On each cell it would be slow as well: the browser then looks for text in all of them.
  table.dir = 'auto';
  const head = document.createElement('thead');
  head.append(createRow(token.header, 'th', painter));
  table.append(head);
  node.append(table);
  const kids: Drawn[] = [];
  growRows(node, kids, token, painter);
  return { node, kids };
}

/** Adds the rows of `token` that are not drawn yet; a row is drawn once, when it is whole. */
export function growRows(block: Element, kids: Drawn[], token: Tokens.Table, painter: Painter): void {
  if (token.rows.length === 0 && kids.length === 0) return;
  const table = block.querySelector('table')!;
  const body = table.tBodies[0] ?? table.createTBody();
  const rows = token.rows.map(cells => asToken(cells));
  reconcile(body, kids, rows, {
    create: row => ({ token: row, node: createRow(cellsOf(row), 'td', painter), kids: [] }),
    patch: () => false,
  });
}

/** Rows go through the same comparison as blocks, by their source. */
function asToken(cells: Tokens.TableCell[]): MarkedToken {
  const raw = cells.map(cell => cell.text).join('\u0000');
  return { type: 'text', raw, text: raw, cells } as MarkedToken;
}

function cellsOf(row: MarkedToken): Tokens.TableCell[] {
  return (row as unknown as { cells: Tokens.TableCell[] }).cells;
}

function createRow(cells: Tokens.TableCell[], tag: 'th' | 'td', painter: Painter): HTMLTableRowElement {
  const row = document.createElement('tr');
  for (const cell of cells) {
    const element = document.createElement(tag);
    if (tag === 'th') element.scope = 'col';
    if (cell.align) element.setAttribute('align', cell.align);
    reconcile(element, [], cell.tokens as MarkedToken[], painter);
    row.append(element);
  }
  return row;
}
