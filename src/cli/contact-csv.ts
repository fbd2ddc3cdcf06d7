import Papa from 'papaparse';
import { CONTACT_COLUMNS, contactCells, ENCODING_MARK } from '../protocol/contact-cells.ts';
import type { Contact } from '../protocol/contacts.ts';

export function csvHeader(): string {
  return ENCODING_MARK + CONTACT_COLUMNS.join(',');
}

export function csvLine(contact: Contact): string {
  return Papa.unparse([contactCells(contact)], { newline: '\n' });
}
