/**
 * A spreadsheet takes a cell that begins with one of these for a formula and runs it. An apostrophe in front keeps it
 * text; one that was there itself gets another, so that it is still there when the file comes back. Where lists are
 * written with semicolons, it parts a cell there, and at a tab or line break that it finds.
 */
const TO_GUARD = /(^|[;\t\r\n])(?=[=+\-@\t\r'])/g;
const GUARDED = /(^|[;\t\r\n])'(?=[=+\-@\t\r'])/g;

export function guard(cell: string): string {
  return cell.replace(TO_GUARD, "$1'");
}

export function unguard(cell: string): string {
  return cell.replace(GUARDED, '$1');
}
