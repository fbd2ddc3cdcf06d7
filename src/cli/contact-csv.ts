import Papa from 'papaparse';
import { CONTACT_FIELDS } from '../protocol/contact-fields.ts';
import type { Contact } from '../protocol/contacts.ts';
import { guard } from '../protocol/formula-guard.ts';

/** The columns of a CSV file. The last three are written and not read: the service makes them. */
const COLUMNS = [...CONTACT_FIELDS, 'id', 'created_at', 'updated_at'] as const;
const JSON_COLUMNS: ReadonlySet<string> = new Set(['payment_accounts', 'custom_attributes']);

export function csvHeader(): string {
  return COLUMNS.join(',');
}

export function csvLine(contact: Contact): string {
  const cells = COLUMNS.map(column => {
    const value = contact[column];
    const text = JSON_COLUMNS.has(column) ? JSON.stringify(value) : String(value ?? '');
    return guard(text);
  });
  return Papa.unparse([cells], { newline: '\n' });
}
