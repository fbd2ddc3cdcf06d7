import { CONTACT_FIELDS } from './contact-fields.ts';
import type { Contact } from './contacts.ts';
import { guard } from './formula-guard.ts';

/** The columns of a file of contacts. The first and the last two are written and not read: the service makes them. */
export const CONTACT_COLUMNS = ['id', ...CONTACT_FIELDS, 'created_at', 'updated_at'] as const;

/** Stands before the columns: without it, spreadsheets take the text for another encoding than UTF-8. */
export const ENCODING_MARK = '\ufeff';

/** A contact as a row of such a file, of which no cell runs as a formula. */
export function contactCells(contact: Contact): string[] {
  return CONTACT_COLUMNS.map(column => {
    const value = contact[column] ?? '';
    return guard(typeof value === 'object' ? JSON.stringify(value) : String(value));
  });
}
