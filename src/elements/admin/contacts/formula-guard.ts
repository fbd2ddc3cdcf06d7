/**
 * A spreadsheet runs a cell that begins with one of these, whatever follows, on however many lines. An apostrophe in
 * front keeps it text; one that was there itself gets another, so that it is still there when such a file comes back.
 */
export const TO_GUARD = /^[=+\-@\t\r']/;
const GUARDED = /^'(?=[=+\-@\t\r'])/;

export function unguard(cell: string): string {
  return cell.replace(GUARDED, '');
}
