/** How long a line with a pipe in its middle may wait to become the head of a table, in UTF-16 units. */
const MAX_HEAD = 200;

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const PIPE = /[^\\]\|/;

/** The alignment of each column, when a line is the one under a table's head. */
export function readDelimiters(line: string): string[] | undefined {
  if (!/[|:]/.test(line) || !DELIMITERS.test(line)) return undefined;
  return splitRow(line).map(cell => {
    if (!cell.endsWith(':')) return cell.startsWith(':') ? 'left' : '';
    return cell.startsWith(':') ? 'center' : 'right';
  });
}

/** The cells of a row. Only a pipe without a backslash separates them. */
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

/** Whether a line may be the head of a table: the next one tells. */
export function mayHeadTable(line: string): boolean {
  return line.startsWith('|') || (line.length < MAX_HEAD && PIPE.test(line));
}
