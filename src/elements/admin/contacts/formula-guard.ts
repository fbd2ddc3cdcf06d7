/**
 * A spreadsheet runs a cell that begins with one of these, whatever follows, on however many lines. An apostrophe in
 * front keeps it text; one that was there itself gets another, so that it is still there when such a file comes back.
 */
export const TO_GUARD = /^[=+\-@\t\r']/;
/** Where lists are written with semicolons, a spreadsheet parts a cell there, and at a tab or line break that it finds. */
const INSIDE = /([;\t\r\n])(?=[=+\-@\t\r'])/g;
const GUARDED = /(^|[;\t\r\n])'(?=[=+\-@\t\r'])/g;

/** Keeps what it would take for the beginning of a cell from being one of a formula. */
export function guardInside(cell: unknown): unknown {
  return typeof cell === 'string' ? cell.replace(INSIDE, "$1'") : cell;
}

export function unguard(cell: string): string {
  return cell.replace(GUARDED, '$1');
}
