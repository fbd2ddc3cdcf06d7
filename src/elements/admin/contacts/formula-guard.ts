/**
 * A spreadsheet runs a cell that begins with one of these. An apostrophe in front keeps it text; papaparse's
 * `escapeFormulae` puts it there, and this takes it off when such a file comes back.
 */
const GUARDED = /^'(?=[=+\-@\t\r])/;

export function unguard(cell: string): string {
  return cell.replace(GUARDED, '');
}
