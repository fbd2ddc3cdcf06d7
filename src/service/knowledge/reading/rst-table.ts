/** `+---+---+` or `=== ===`: a border of a grid table or a simple table. */
const GRID = /^\s*\+(?:[-=]+\+)+\s*$/;
const SIMPLE = /^\s*=+(?:\s+=+)+\s*$/;

export function isTableLine(line: string): boolean {
  return GRID.test(line) || SIMPLE.test(line);
}

/** A table of reStructuredText as a table of Markdown. */
export function rstTable(lines: readonly string[]): string[] {
  const rows = GRID.test(lines[0]!) ? gridRows(lines) : simpleRows(lines);
  const [header, ...others] = rows;
  if (!header) return [];
  const row = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(header), `|${' --- |'.repeat(header.length)}`, ...others.map(row)];
}

function gridRows(lines: readonly string[]): string[][] {
  const rows: string[][] = [];
  let row: string[] | undefined;
  for (const line of lines) {
    if (GRID.test(line)) {
      if (row) rows.push(row);
      row = undefined;
      continue;
    }
    const cells = line
      .trim()
      .replace(/^[|+]|[|+]$/g, '')
      .split(/[|+](?=\s|$|-)/);
    row = cells.map((cell, i) => `${row?.[i] ?? ''} ${/^[-=]+$/.test(cell.trim()) ? '' : cell}`);
  }
  if (row) rows.push(row);
  return rows;
}

function simpleRows(lines: readonly string[]): string[][] {
  const columns = [...lines[0]!.matchAll(/=+/g)].map(({ index }) => index);
  const rows: string[][] = [];
  for (const line of lines) {
    if (SIMPLE.test(line) || line.trim() === '' || /^[-\s]+$/.test(line)) continue;
    const cells = columns.map((start, i) => line.slice(start, columns[i + 1]).trim());
    const last = rows.at(-1);
    // A row that begins with an empty cell continues the one before.
    if (cells[0] === '' && last) for (const [i, cell] of cells.entries()) last[i] += ` ${cell}`;
    else rows.push(cells);
  }
  return rows;
}
