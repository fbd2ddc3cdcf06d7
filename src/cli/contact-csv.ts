import Papa from 'papaparse';
import { BYTE_ORDER_MARK, CONTACT_COLUMNS, contactCells } from '../protocol/contact-csv.ts';
import type { Contact } from '../protocol/contacts.ts';

export function csvHeader(): string {
  return BYTE_ORDER_MARK + CONTACT_COLUMNS.join(',');
}

export function csvLine(contact: Contact): string {
  return Papa.unparse([contactCells(contact)], { newline: '\n' });
}
