import type { Contact } from './contacts.ts';

/** The fields a caller may send for a contact, docs/interface.md section 4.2, in the order of a file's columns. */
export const CONTACT_FIELDS = [
  'external_id',
  'name',
  'email',
  'phonenumber',
  'payment_accounts',
  'custom_attributes',
] as const;

/** The columns of a contact file. An import ignores `id` and the two times: the service sets them. */
export const CONTACT_COLUMNS = ['id', ...CONTACT_FIELDS, 'created_at', 'updated_at'] as const;

/** Precedes the header row: without it, spreadsheets do not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** A contact as a row of a contact file. No cell runs as a formula. */
export function contactCells(contact: Contact): string[] {
  return CONTACT_COLUMNS.map(column => {
    const value = contact[column] ?? '';
    return escapeFormula(typeof value === 'object' ? JSON.stringify(value) : String(value));
  });
}

/**
 * A spreadsheet runs a cell that begins with one of these characters as a formula, in some languages also with their
 * full-width forms. A leading apostrophe keeps it text;
 * an apostrophe that was there already gets a second one, so that a round trip preserves it. Where lists use semicolons,
 * tabs or line breaks as separators, the spreadsheet splits the cell there, so the same holds after each of them, also
 * with quotes in between, which such a spreadsheet takes for an empty quoted text.
 */
const FORMULA_START = /((?:^|[;\t\r\n])"*)(?=[=+\-@＝＋－＠\t\r'])/g;
const ESCAPED_START = /((?:^|[;\t\r\n])"*)'(?=[=+\-@＝＋－＠\t\r'])/g;

export function escapeFormula(cell: string): string {
  return cell.replace(FORMULA_START, "$1'");
}

export function unescapeFormula(cell: string): string {
  return cell.replace(ESCAPED_START, '$1');
}
